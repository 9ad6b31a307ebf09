"""Write a state in the protocol's form and read it back; impossible positions are refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from engine.core.game import Impossible, MatchOptions, Outcome
from engine.core.position_checks import LETTERS, need_ending, seat_of, shaped
from engine.core.text import text
from engine.newgame.data.content import CONTENT, LABELS
from engine.newgame.state import State
from engine.newgame.text import REASONS

Number = Annotated[int, Meta(ge=0, le=10_000)]


class Written(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Schema of a written position; absent fields take their defaults."""

    heaps: dict[str, Number] | None = None
    """The stones of each heap, `{"A": 3, "C": 1}`; an unnamed heap is empty."""
    turn: str = "A"
    number: Number = 1
    taken: tuple[Number, Number] = (0, 0)
    outcome: Outcome | None = None


def write(s: State) -> dict[str, Any]:
    """The state as a position, readable for people."""
    written: dict[str, Any] = msgspec.to_builtins(
        Written(
            heaps=dict(zip(LABELS, s.heaps, strict=True)),
            turn=LETTERS[s.turn],
            number=s.number,
            taken=(s.taken[0], s.taken[1]),
            outcome=s.outcome,
        )
    )
    return written


def read(options: MatchOptions, position: Mapping[str, Any], rules: int) -> State:
    """Read a state from its written form, under this rules version."""
    w = shaped(position, Written)
    s = State(last_wins=options["last"] == "wins", turn=seat_of(w.turn, 2), number=w.number, taken=list(w.taken))
    s.rules = rules
    if w.heaps is not None:
        s.heaps = _heaps(w.heaps)
    if w.outcome is not None:
        need_ending(w.outcome, REASONS, 2)
        s.outcome = w.outcome
    elif not any(s.heaps):
        raise Impossible(text("No stone is left, but the match is not over."))
    return s


def _heaps(written: Mapping[str, int]) -> list[int]:
    for label in written:
        if label not in LABELS:
            raise Impossible(text("There is no heap {label}.", label=label))
    heaps = [written.get(label, 0) for label in LABELS]
    for label, stones, heap in zip(LABELS, heaps, CONTENT.heap, strict=True):
        if stones > heap.stones:
            raise Impossible(text("Heap {label} never has {n} stones.", label=label, n=stones))
    return heaps
