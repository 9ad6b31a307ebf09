"""What a seat cannot know, dealt anew for the computer players: as it may be for all that the seat has seen."""

from __future__ import annotations

from engine.core.dice import Dice
from engine.tashkalar.state import State, seats


def redeal(rest: State, now: State, seat: int, dice: Dice) -> None:
    """Others' hands and all decks: beings, legends, flares, and the tasks after the next one."""
    for one in range(seats(rest)):
        _deal(seat, [one], rest.hands, now.hands, rest.piles[one], now.piles[one], dice)
    everybody = [*range(seats(rest))]
    _deal(seat, everybody, rest.legends, now.legends, rest.legend_pile, now.legend_pile, dice)
    _deal(seat, everybody, rest.flares, now.flares, rest.flare_pile, now.flare_pile, dice)
    if rest.task_pile:
        rest.task_pile = [rest.task_pile[0], *dice.shuffled(sorted(rest.task_pile[1:]))]


def _deal(
    seat: int, holders: list[int], hands: list[list[int]], later: list[list[int]], pile: list[int], left: list[int],
    dice: Dice,
) -> None:  # fmt: skip
    """Deal hands of one deck anew. What was played since the rest was in hand; what the seat drew since lay on top."""
    drawn = pile[: max(0, len(pile) - len(left))] if seat in holders else []
    shown = {one: [card for card in hands[one] if card not in later[one]] for one in holders if one != seat}
    hidden = [card for one in shown for card in hands[one] if card not in shown[one]]
    cards = dice.shuffled(sorted(hidden + pile[len(drawn) :]))
    for one, known in shown.items():
        hands[one][:] = known + [cards.pop() for _ in hands[one][len(known) :]]
    pile[:] = drawn + cards
