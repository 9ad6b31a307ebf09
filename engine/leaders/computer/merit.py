"""The gain of a decision in a few words, for hints: the end, a Leader out of danger, a threat."""

from __future__ import annotations

from engine.core.text import Text
from engine.leaders.state import State
from engine.leaders.threat import threatens

_WON = {"captured": Text("captures the enemy Leader"), "surrounded": Text("surrounds the enemy Leader")}


def merit(before: State, after: State, seat: int) -> Text | None:
    """The decision's most important gain for that side; None for a mere step on the way."""
    if after.outcome is not None:
        return _WON.get(after.outcome.reason) if seat in after.outcome.winners else None
    if before.phase == "banish" or before.number < 2:
        return None
    if threatens(before, 1 - seat) and not threatens(after, 1 - seat):
        return Text("saves your Leader")
    if threatens(after, seat) and not threatens(before, seat):
        return Text("threatens the enemy Leader")
    return None
