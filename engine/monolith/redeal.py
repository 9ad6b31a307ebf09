"""What a seat cannot know, dealt anew for the computer players: as it may be for all that the seat has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.monolith.state import State


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Nobody knows the order of the piles, nor what lies in a monolith that was never unfolded."""
    for one, pile in enumerate(rest.piles):
        before = rest.hands[one]
        drawn = now.hands[one][len(before) :] if now.hands[one][: len(before)] == before else []
        left = sorted(pile)
        for kind in drawn:
            left.remove(kind)
        pile[:] = [*drawn, *dice.shuffled(left)]
