"""What a player of Knockdown who plans ahead may be shown: open hands, but not what others want to be asked about."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.knockdown.data.content import CONTENT
from engine.knockdown.state import Standing, State, other


def on_turn(s: State, seat: int) -> State | None:
    """The seat's next turn in this arena, before the row is refilled."""
    if s.phase not in ("refill", "turn"):
        return None
    s.turn, s.number, s.phase = seat, s.number + 1, "turn"
    s.actions, s.moved, s.left, s.bile, s.used = CONTENT.actions, False, False, 0, []
    s.underway, s.combo = [], None
    s.seats[other(seat)].standing = Standing()
    return s


def is_certain(s: State, seat: int, mover: int) -> bool:
    """After the opponent's move in their own turn; else their automatic replies, which are secret, may play a part."""
    return mover != seat != s.turn


FORESIGHT = Foresight(is_open=lambda s, _ask: s.open_hands, on_turn=on_turn, is_certain=is_certain)
