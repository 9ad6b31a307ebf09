"""Checks of a written position: unknown names, cards in two places, impossible phases."""

from __future__ import annotations

from engine.core.game import Impossible
from engine.core.position_checks import need_ending, once, seat_of
from engine.core.text import text
from engine.tashkalar.board import AT
from engine.tashkalar.data.content import CARD_OF, FLARE_OF, IS_LEGEND, TASK_OF
from engine.tashkalar.notation.position_schema import EARLY, MOST
from engine.tashkalar.state import State, colours, seats, teams
from engine.tashkalar.tasks import CURRENT
from engine.tashkalar.text import REASONS


def seat_named(s: State, letter: str) -> int:
    return seat_of(letter, seats(s))


def colour_named(s: State, letter: str) -> int:
    return seat_of(letter, len(colours(s)))


def card_named(card: str) -> int:
    if card not in CARD_OF:
        raise Impossible(text("There is no card {card}.", card=card))
    return CARD_OF[card]


def legend_named(card: str) -> int:
    number = card_named(card)
    if not IS_LEGEND[number]:
        raise Impossible(text("{card} is not a legend.", card=card))
    return number


def being_named(card: str) -> int:
    number = card_named(card)
    if IS_LEGEND[number]:
        raise Impossible(text("{card} is a legend: it has a deck of its own.", card=card))
    return number


def flare_named(flare: str) -> int:
    if flare not in FLARE_OF:
        raise Impossible(text("There is no flare {flare}.", flare=flare))
    return FLARE_OF[flare]


def task_named(task: str) -> int:
    if task not in TASK_OF:
        raise Impossible(text("There is no task {task}.", task=task))
    return TASK_OF[task]


def square_at(pair: tuple[int, int]) -> int:
    if pair not in AT:
        raise Impossible(text("There is no square {at}.", at=str(list(pair))))
    return AT[pair]


def check(s: State) -> None:
    """Raise an error if the position is impossible: something twice, or dealt too early."""
    for seat in range(seats(s)):
        once([*s.hands[seat], *s.discards[seat], *s.piles[seat]])
    once([*s.legend_pile, *s.legend_discards, *(card for held in s.legends for card in held)])
    once([*s.flare_pile, *s.flare_discards, *(flare for held in s.flares for flare in held)])
    once([*s.tasks, *s.task_pile, *(task for score in s.scores for task in score.tasks)])
    if len(s.tasks) > CURRENT:
        raise Impossible(text("There are at most three current tasks."))
    if teams(s) and any(s.legends[seat] and s.legends[(seat + 2) % 4] for seat in range(2)):
        raise Impossible(text("Only one of two partners holds the legends."))
    begun = any(s.board) or any(s.hands) or any(s.flares)
    wrong = (
        (s.phase in EARLY and begun)
        or (s.phase == "setup" and any(s.decks))
        or (s.phase == "decks" and all(s.decks))
        or (s.phase == "marks" and (any(s.board) or s.form == "high"))
        or (s.phase == "turn" and not s.actions and s.control != s.turn)
    )
    if wrong and s.outcome is None:
        raise Impossible(text("The phase {phase} does not fit the position.", phase=s.phase))
    if s.outcome is not None:
        need_ending(s.outcome, REASONS, seats(s), range(MOST + 1))
