"""What a player of Knockdown who plans ahead may be shown: the own cards in this arena, nothing that others decide."""

from __future__ import annotations

from engine.core.game import Foresight
from engine.knockdown.content import CONTENT
from engine.knockdown.state import Standing, State, other


def on_turn(s: State, seat: int) -> State | None:
    """The seat's next turn in this arena, before the row is refilled."""
    if s.phase not in ("refill", "turn"):
        return None
    s.turn, s.number, s.phase = seat, s.number + 1, "turn"
    s.actions, s.moved, s.left, s.bile, s.used = CONTENT.actions, False, False, 0, []
    s.underway = []
    s.seats[other(seat)].standing = Standing()
    return s


FORESIGHT = Foresight(is_open=lambda _s, _ask: False, on_turn=on_turn)
