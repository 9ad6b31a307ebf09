"""Redeals for computer players: everything that a seat cannot know, in agreement with what it has seen."""

from __future__ import annotations

from collections.abc import Iterable

from engine.core.dice import Dice
from engine.tashkalar.data.content import FLARES, LEGEND_CARDS, TASKS, cards_of
from engine.tashkalar.state import State, seats


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Shuffle others' hands and all decks: beings, legends, flares, and the tasks after the next one.

    Nobody draws between a rest and a question, so the seat's current cards are those it had at the rest.
    """
    everybody = range(seats(rest))
    for one in everybody:
        deck = cards_of(rest.decks[one]) if rest.decks[one] else []
        _deal(deck, rest.discards[one], [one], seat, rest.hands, now.hands, rest.piles[one], dice)
    _deal(LEGEND_CARDS, rest.legend_discards, everybody, seat, rest.legends, now.legends, rest.legend_pile, dice)
    _deal(range(len(FLARES)), rest.flare_discards, everybody, seat, rest.flares, now.flares, rest.flare_pile, dice)
    shown = {*rest.tasks, *rest.task_pile[:1], *(task for score in rest.scores for task in score.tasks)}
    rest.task_pile[1:] = _unseen(range(len(TASKS)), shown, rest.task_pile[1:], dice)


def _deal(
    deck: Iterable[int], discards: list[int], holders: Iterable[int], seat: int,
    hands: list[list[int]], later: list[list[int]], pile: list[int], dice: Dice,
) -> None:  # fmt: skip
    """Deal one deck and the hands that belong to it.

    A card that has left a hand since the rest was in it then: a card that was played, or legends handed over to the
    seat.
    """
    holders = list(holders)
    others = [one for one in holders if one != seat]
    played = {one: [card for card in hands[one] if card not in later[one]] for one in others}
    seen = {*discards, *(card for one in others for card in played[one])}
    if seat in holders:
        seen |= {*hands[seat]}
    hidden = [card for one in others for card in hands[one] if card not in played[one]]
    cards = _unseen(deck, seen, hidden + pile, dice)
    for one in others:
        hands[one][:] = played[one] + [cards.pop() for _ in hands[one][len(played[one]) :]]
    pile[:] = cards


def _unseen(whole: Iterable[int], seen: set[int], hidden: list[int], dice: Dice) -> list[int]:
    """Random replacements for the hidden cards, from those that the seat does not see."""
    left = sorted({*whole} - seen)
    if len(left) < len(hidden):  # a position written by hand may have cards twice
        left = sorted(hidden)
    return dice.shuffled(left)[: len(hidden)]
