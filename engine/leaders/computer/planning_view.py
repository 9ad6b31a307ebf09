"""The view for planning moves in Leaders: everything but the card that refills the market."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.leaders.recruiting import full
from engine.leaders.state import State


def on_turn(s: State, side: int) -> State | None:
    """The position at the side's next turn on this board; the market stays as it is."""
    if s.phase not in ("action", "recruit"):
        return None
    s.turn, s.number = side, s.number + 1
    s.phase, s.acted = "action", 0
    s.recruits = 0 if full(s, side) else 2 if s.number == 2 else 1
    s.deck.sort()
    return s


FORESIGHT = Foresight(is_open=lambda _s, _ask: True, on_turn=on_turn)
