"""Aims of Tash-Kalar puzzles: the most points of a turn in a duel, a task in the High Form."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.core.aims import Aim
from engine.core.ask import Ask, Option
from engine.core.position_checks import LETTERS
from engine.core.text import text
from engine.tashkalar.computer.readiness import FAR, missing
from engine.tashkalar.data.content import CARDS, RANK, TASKS
from engine.tashkalar.flares import invocable
from engine.tashkalar.notation.positions import write
from engine.tashkalar.options import DISCARD, PLACE
from engine.tashkalar.pieces import empty, own, up_to
from engine.tashkalar.scoring import for_pieces
from engine.tashkalar.state import State, free_doubles
from engine.tashkalar.turn import ACTIONS

_KEPT = frozenset({"form", "pieces", "decks", "turn", "tasks"})
"""Parts of a position that matter to a turn besides the player's cards, and those that set the picture's colors."""
_NEAR = 2
"""Most cards in hand that can be summoned: with more, a turn has too many lines for a proof and for a person."""
_MOST_TRIED = 12_000
"""Most decisions tried; a puzzle with more is too much for a person as well."""


def _points(before: State, now: State, seat: int) -> int | None:
    """Points scored since the start, and those that are certain at the end of the turn."""
    colour = now.colours[seat]
    scored = now.scores[colour].points - before.scores[colour].points
    return scored + sum(map(for_pieces, now.destroyed)) if now.phase == "turn" else scored


def _claimed(before: State, now: State, seat: int) -> int | None:
    """The points of the task claimed at the end of the turn."""
    colour = now.colours[seat]
    known = before.scores[colour].tasks
    return sum(TASKS[task].points for task in now.scores[colour].tasks if task not in known)


def _scores(s: State, ask: Ask) -> Sequence[Option]:
    """The options that may score.

    Discards are skipped, because a discard costs an action and scores nothing. Placing a piece with the last action is
    skipped, too, because it destroys nothing and allows no new flare.
    """
    if ask.prompt != "tashkalar.action":
        return ask.options
    useless = [DISCARD]
    if s.actions == 1 and not invocable(s) and free_doubles(s, s.colours[s.turn]):
        useless.append(PLACE)
    return [option for option in ask.options if option not in useless]


def _suits(s: State, seat: int) -> dict[str, Any] | None:
    """A puzzle's position at the start of a turn of two actions; None if unsuitable."""
    if s.phase != "turn" or s.turn != seat or s.actions != ACTIONS or s.extra:
        return None
    held = _chosen(s, seat)
    if not held:
        return None
    written, letter = write(s), LETTERS[seat]
    position = {key: value for key, value in written.items() if key in _KEPT}
    position["hands"] = {letter: [CARDS[card].id for card in held]}
    if invocable(s):
        position["flares"] = {letter: written["flares"][letter]}
    return position


def _chosen(s: State, seat: int) -> list[int]:
    """Some cards of the hand: those missing at most one more piece, and one out of reach."""
    colour = s.colours[seat]
    common, heroic, legendary = (own(s, colour, rank) for rank in range(3))
    rooms = tuple(up_to(s, rank) for rank in range(3))
    lacks = {
        card: missing(card, rooms[RANK[card]], empty(s), common, heroic, legendary)
        for card in s.hands[seat] + s.legends[seat]
    }
    near = sorted((card for card in lacks if lacks[card] < FAR), key=lambda card: (lacks[card], -RANK[card]))[:_NEAR]
    return sorted([*near, *[card for card in lacks if lacks[card] == FAR][:1]]) if near else []


AIMS = {
    "points": Aim(
        measure=_points,
        task=lambda best: text("Score {n} point this turn.", "Score {n} points this turn.", n=best),
        short=lambda n: text("That is {n} point.", "That is {n} points.", n=n),
        suits=_suits,
        most_tried=_MOST_TRIED,
        matters=_scores,
        least=2,
    ),
    "task": Aim(
        measure=_claimed,
        task=lambda best: text(
            "Claim a task worth {n} point this turn.", "Claim a task worth {n} points this turn.", n=best
        ),
        short=lambda n: (
            text("The task claimed is worth {n} point.", "The task claimed is worth {n} points.", n=n)
            if n
            else text("No task was claimed.")
        ),
        suits=_suits,
        most_tried=_MOST_TRIED,
        options={"form": "high"},
    ),
}
