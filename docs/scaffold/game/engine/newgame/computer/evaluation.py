"""The judge of the computer players: a seat's chance to win."""

from __future__ import annotations

from functools import reduce
from operator import xor

from engine.newgame.data.content import CONTENT
from engine.newgame.state import State


def worth(s: State, seat: int) -> float:
    """Good for who is on turn, unless what is left of each heap after rounds of `most` + 1 stones pairs off."""
    on_turn = 0.8 if reduce(xor, (stones % (CONTENT.most + 1) for stones in s.heaps)) else 0.2
    return on_turn if seat == s.turn else 1 - on_turn
