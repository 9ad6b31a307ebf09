"""The options of questions: heaps, and numbers of stones."""

from __future__ import annotations

from engine.core.ask import Option
from engine.core.text import text
from engine.newgame.data.content import CONTENT, LABELS
from engine.newgame.state import State


def heaps(s: State) -> list[Option]:
    """Options for heaps with stones in them."""
    return [
        Option(
            label.lower(),
            text("Heap {heap}: {n} stone", "Heap {heap}: {n} stones", heap=label.lower(), n=stones),
            (label,),
            number,
        )
        for number, (label, stones) in enumerate(zip(LABELS, s.heaps, strict=True))
        if stones
    ]


def counts(s: State, heap: int) -> list[Option]:
    """Options for how many stones may be taken from a heap."""
    most = min(CONTENT.most, s.heaps[heap])
    return [Option(str(n), text("{n} stone", "{n} stones", n=n), (LABELS[heap],), n) for n in range(1, most + 1)]
