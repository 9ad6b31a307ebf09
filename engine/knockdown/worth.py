"""The judge of the computer players: damage, rounds, what the hands can pay; and what a seat cannot know, dealt anew."""

from __future__ import annotations

from math import exp

from engine.core.dice import Dice
from engine.knockdown.arena import dark
from engine.knockdown.content import CANDLE, CARDS, CONTENT, SKILLS
from engine.knockdown.state import State, total

HEAVY, LIGHT, TOTAL, ROUND, CARD, SKILL, DARK, POISON, CURSE, ELIXIR = (
    0.45,
    0.2,
    0.1,
    2.2,
    0.25,
    0.2,
    0.3,
    0.2,
    0.2,
    0.3,
)


def worth(s: State, seat: int) -> float:
    """The seat's chance to win the match."""
    return 1 / (1 + exp(-(_side(s, seat) - _side(s, 1 - seat))))


def _side(s: State, seat: int) -> float:
    one = s.seats[seat]
    damage = total(one)
    return (
        ROUND * one.victories
        - HEAVY * one.heavy
        - LIGHT * one.light
        - TOTAL * max(0, damage - 6)
        + CARD * min(len(one.hand), 7)
        + SKILL * len(one.skills)
        - (DARK if dark(one.at, s.candles) else 0)
        - POISON * one.poison
        - CURSE * one.curse
        + ELIXIR * len(one.elixirs)
    )


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


_ = (CARDS, CONTENT)
