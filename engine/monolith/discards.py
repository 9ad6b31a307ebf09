"""The report of the discard piles, which are public (TU3)."""

from __future__ import annotations

from collections import Counter

from engine.core.text import Text, text
from engine.monolith.data.content import FACTION_NAME, KIND_NAME, KIND_OF
from engine.monolith.text import SIDE_NAMES
from engine.monolith.view import MonolithView


def discards(view: MonolithView) -> list[Text]:
    """A line for each seat."""
    lines = []
    for seat in view.seats:
        side = FACTION_NAME.get(seat.faction, SIDE_NAMES[seat.seat])
        if not seat.discards:
            lines.append(text("{side}: nothing discarded", side=side))
            continue
        counted = list(Counter(seat.discards).items())
        pattern = ", ".join(
            f"{{t{number}}}" + (f" ×{count}" if count > 1 else "") for number, (_, count) in enumerate(counted)
        )
        names = {f"t{number}": KIND_NAME[KIND_OF[token]] for number, (token, _) in enumerate(counted)}
        lines.append(text("{side}, discarded: {tokens}", side=side, tokens=Text(pattern, names)))
    return lines
