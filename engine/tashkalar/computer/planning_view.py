"""The view for planning moves in Tash-Kalar: the player's own hand on this board, no other hands."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.tashkalar.state import State


def on_turn(s: State, seat: int) -> State | None:
    """The position at the seat's next turn on this board, with its current cards."""
    if s.phase not in ("turn", "ending"):
        return None
    s.turn = s.control = seat
    s.number, s.actions, s.phase = s.number + 1, 2, "turn"
    s.discarded = s.borrow = s.again = s.extra = False
    s.more_cards = s.more_legends = 0
    s.summoned = []
    s.destroyed = [[0, 0, 0] for _ in s.destroyed]
    return s


FORESIGHT = Foresight(is_open=lambda _s, _ask: False, on_turn=on_turn)
