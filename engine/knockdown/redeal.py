"""What a seat cannot know, dealt anew for the computer players: as it may be for all that the seat has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.knockdown.content import CANDLE, SKILLS
from engine.knockdown.state import State


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Nobody knows the deck; the opponent's face-down skills, what is drafted there, and the hand, if it is closed."""
    own, other = rest.seats[seat], rest.seats[1 - seat]
    known = {*own.skills, *own.down, *own.draft, *other.skills, *now.seats[seat].down, *now.seats[seat].draft}
    skills = dice.shuffled([skill for skill in range(len(SKILLS)) if skill not in known])
    for place in (other.down, other.draft):
        place[:] = sorted(skills.pop() for _ in place)
    since = len(rest.deck) - len(now.deck)
    drawn, left = rest.deck[:since], rest.deck[since:]
    candles = left.count(CANDLE)
    cards = dice.shuffled(
        sorted([*(card for card in left if card != CANDLE), *([] if rest.open_hands else other.hand)])
    )
    if not rest.open_hands:
        other.hand[:] = [cards.pop() for _ in other.hand]
    rest.deck[:] = [*drawn, *dice.shuffled([*cards, *[CANDLE] * candles])]
