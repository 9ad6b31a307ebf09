"""Redeals for computer players: everything that a seat cannot know, in agreement with what it has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.leaders.data.content import CARDS
from engine.leaders.state import State, cards


def redeal(rest: State, _now: State, _seat: int, dice: Dice) -> None:
    """Shuffle the unseen cards into the deck: a player knows neither which they are nor their order."""
    seen = {*rest.market, *rest.banished, *cards(rest, 0), *cards(rest, 1)}
    rest.deck = dice.shuffled([card for card in CARDS if card not in seen])[: len(rest.deck)]
