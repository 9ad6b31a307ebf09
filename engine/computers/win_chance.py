"""The evaluation of a position without search."""

from __future__ import annotations

from engine.computers.beam import chance_of
from engine.computers.determinize import world
from engine.computers.think import worth_of
from engine.core.position import Position


def chance_to_win(position: Position, seat: int, seed: str) -> float:
    """The seat's chance to win by the game's evaluation; uses only what the seat can see."""
    return chance_of(world(position, seat, seed), seat, worth_of(position.game))
