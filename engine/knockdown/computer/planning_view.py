"""The view for planning moves in Knockdown: open hands, but not the opponent's automatic replies."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.knockdown.data.content import CONTENT
from engine.knockdown.state import Standing, State, other


def on_turn(s: State, seat: int) -> State | None:
    """The position at the start of the seat's next turn, before the row is refilled."""
    if s.phase not in ("refill", "turn"):
        return None
    s.turn, s.number, s.phase = seat, s.number + 1, "turn"
    s.actions, s.moved, s.left, s.bile, s.used = CONTENT.actions, False, False, 0, []
    s.underway, s.combo = [], None
    s.seats[other(seat)].standing = Standing()
    return s


def is_certain(s: State, seat: int, mover: int) -> bool:
    """Whether the reply is certain, so after an opponent's move on their own turn: elsewhere secret automatic replies
    act."""
    return mover != seat != s.turn


FORESIGHT = Foresight(is_open=lambda s, _ask: s.open_hands, on_turn=on_turn, is_certain=is_certain)
