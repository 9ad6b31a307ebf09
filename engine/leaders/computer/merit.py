"""What a decision gains, for hints: the end, a Leader out of danger, a threat."""

from __future__ import annotations

from engine.core.text import Text
from engine.leaders.state import State
from engine.leaders.threat import threatens

_WON = {"captured": Text("captures the enemy Leader"), "surrounded": Text("surrounds the enemy Leader")}


def merit(before: State, after: State, seat: int) -> Text | None:
    """The most that the decision between these states does for that side, if it is more than a step on the way."""
    if after.outcome is not None:
        return _WON.get(after.outcome.reason) if seat in after.outcome.winners else None
    if before.phase == "banish" or before.number < 2:
        return None
    if threatens(before, 1 - seat) and not threatens(after, 1 - seat):
        return Text("saves your Leader")
    if threatens(after, seat) and not threatens(before, seat):
        return Text("threatens the enemy Leader")
    return None
