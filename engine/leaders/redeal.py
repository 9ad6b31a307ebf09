"""What a seat cannot know, dealt anew for the computer players: as it may be for all that the seat has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.leaders.state import State


def redeal(rest: State, _now: State, _seat: int, dice: Dice) -> None:
    """Nobody knows the order of the deck."""
    rest.deck = dice.shuffled(sorted(rest.deck))
