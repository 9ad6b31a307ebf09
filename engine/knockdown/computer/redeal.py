"""Redeals for computer players: everything that a seat cannot know, in agreement with what it has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.knockdown.data.content import CANDLE, CARDS, CONTENT, SKILLS
from engine.knockdown.options import LEAST_CUT, REACT
from engine.knockdown.state import Standing, State

_BEFORE_CANDLES = ("pick", "begin")
_REPLIES = tuple((block.value, react.value) for block in LEAST_CUT for react in REACT)
"""All combinations of automatic replies, the usual ones first."""


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Shuffle everything that the seat does not see: deck, the opponent's closed hand, face-down skills, automatic
    replies.

    Cards are dealt from what the seat does not see, so that positions that look the same are dealt the same.
    """
    other = rest.seats[1 - seat]
    usual = rest == now or dice.below(2)
    other.standing = Standing(*_REPLIES[0 if usual else dice.below(len(_REPLIES))])
    _skills(rest, now, seat, dice)
    closed = [] if rest.open_hands else [card for card in other.hand if card in now.seats[1 - seat].hand]
    drawn = rest.deck[: len(rest.deck) - len(now.deck)]
    seen = {*rest.row, *rest.discards, *drawn, *(card for one in rest.seats for card in one.hand)}.difference(closed)
    cards = dice.shuffled([card for card in range(len(CARDS)) if card not in seen])
    if closed:
        open_ones = sorted(card for card in other.hand if card not in closed)
        other.hand[:] = [*open_ones, *(cards.pop() for _ in closed)]
    candles = 0 if rest.phase in _BEFORE_CANDLES else min(CONTENT.candles - now.candles, len(now.deck))
    left = [CANDLE] * candles + cards[: len(now.deck) - candles]
    rest.deck[:] = [*drawn, *dice.shuffled(left)]


def _skills(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Redeal the opponent's face-down skills and the skills the opponent chooses from."""
    own, other = rest.seats[seat], rest.seats[1 - seat]
    later = now.seats[seat]
    known = {*own.skills, *own.down, *own.draft, *later.skills, *later.down, *later.draft, *other.skills}
    skills = dice.shuffled([skill for skill in range(len(SKILLS)) if skill not in known])
    for place in (other.down, other.draft):
        place[:] = sorted(skills.pop() for _ in place)
