"""Position evaluation: a seat's chance to win."""

from __future__ import annotations

from functools import reduce
from operator import xor

from engine.newgame.data.content import CONTENT
from engine.newgame.state import State


def worth(s: State, seat: int) -> float:
    """The seat's chance to win, as in Nim: low on turn if the XOR of all heaps modulo `most` + 1 is 0."""
    on_turn = 0.8 if reduce(xor, (stones % (CONTENT.most + 1) for stones in s.heaps)) else 0.2
    return on_turn if seat == s.turn else 1 - on_turn
