"""Review of a finished match: for every decision its chances and a better one, if any."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import exp
from statistics import fmean

from msgspec import Struct

from engine.computers.beam import Effort
from engine.computers.judging import TURNING_LOSS, Decision, RecordedDecision, examine, first_look_only, glance, judges
from engine.core.game import Outcome
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes

REVIEW_VERSION = 3
"""Version of the reviews; stored reviews of earlier versions are made again."""
BUDGET_PICKS = 400_000
"""Picks for the first look at a whole match, shared evenly by its decisions; the examination takes several times as
many.
"""
EXAMINED, ONE_IN = 8, 8
"""Number of examined decisions, the worst ones: `EXAMINED` plus one per `ONE_IN` decisions of the match."""
LEAST_EXAMINED = 3
"""Least number of examined decisions, even if the budget is spent."""
EXAMINATION_DIVISOR = 8
"""Divisor of the budget for the search in one examination."""
PLAYOUT_BUDGETS = 2
"""Playouts may take this many times the budget; a started examination is still finished."""

Progress = tuple[int, int]
"""Steps done and steps in all."""


class Review(Struct, frozen=True):
    """A match's judged decisions (without undone ones), its sides and its end."""

    sides: tuple[tuple[int, ...], ...]
    """The seats that win and lose together."""
    decisions: tuple[Decision, ...]
    entries: int
    """The number of the last entry that was not taken back."""
    winners: tuple[int, ...] | None
    """The winning seats, empty in a draw; None if the match has no end."""


def recorded_decisions(start: Position, entries: Sequence[Entry]) -> tuple[list[RecordedDecision], Position]:
    """The decisions of a log that were not taken back, each from a question to the boundary; and the final position."""
    found: list[RecordedDecision] = []
    position, before = start.fork(), start.fork()
    codes: list[str] = []
    for index in effective_indexes(entries):
        entry = entries[index]
        if entry.kind != "play":
            apply(position, entry)
            continue
        for code in entry.codes:
            if not codes:
                before = position.fork()
            position.pick(entry.seat, code)
            codes.append(code)
            if position.boundary:
                found.append(RecordedDecision(index + 1, before, entry.seat, tuple(codes)))
                codes = []
    return found, position


def review(start: Position, entries: Sequence[Entry], budget: int = BUDGET_PICKS) -> Generator[Progress, None, Review]:
    """Review the match with this start and log; yields its progress and returns the review.

    All decisions get a first look; those with the largest losses are examined.
    """
    made, end = recorded_decisions(start, entries)
    by = judges(start, budget // max(len(made), 1), budget // EXAMINATION_DIVISOR)
    most = min(EXAMINED + len(made) // ONE_IN, len(made))
    seen = []
    for done, one in enumerate(made):
        yield done, len(made) + most
        seen.append(glance(one, by))
    decisions = [first_look_only(one) for one in seen]
    suspects = sorted(range(len(seen)), key=lambda number: -seen[number].comparison.gain)[:most]
    effort = Effort(budget * PLAYOUT_BUDGETS)
    for done, number in enumerate(suspects):
        yield len(made) + done, len(made) + most
        if done < LEAST_EXAMINED or not effort.spent:
            decisions[number] = examine(seen[number], by, effort)
    yield len(made) + most, len(made) + most
    sides = end.game.teams(end.state)
    return Review(sides, tuple(decisions), max(effective_indexes(entries), default=-1) + 1, _winners(end.outcome))


def _winners(outcome: Outcome | None) -> tuple[int, ...] | None:
    return None if outcome is None else outcome.winners


# Figures of a review


USUAL_DECISIONS = 12
"""Number of decisions of a side at which each weighs as much as a move in chess."""


def accuracy(losses: Sequence[float]) -> float | None:
    """The accuracy of a side in percent, from the losses of its decisions; None if it made none.

    One decision that loses p percentage points of winning chance has the accuracy 103.17 exp(-0.0435 p) - 3.17, as on
    lichess. A side's accuracy is halfway between the mean and the harmonic mean, in which single bad decisions weigh
    more. If a side made many decisions, each loss counts more.
    """
    weight = 4.35 * max(1.0, len(losses) / USUAL_DECISIONS)
    each = [max(1.0, 103.17 * exp(-weight * loss) - 3.17) for loss in losses]
    if not each:
        return None
    return (fmean(each) + len(each) / sum(1 / one for one in each)) / 2


def accuracies(found: Review) -> tuple[float | None, ...]:
    """The accuracy of each side."""
    return tuple(accuracy([one.loss for one in found.decisions if one.seat in side]) for side in found.sides)


class Point(Struct, frozen=True):
    """A side's chance to win after a number of entries."""

    at: float
    chance: float


def curves(found: Review) -> tuple[tuple[Point, ...], ...]:
    """For each side its chance to win before and after every decision, and at the end. All sides' chances add up to 1.

    The deciding side's chance is the judged one; the others share the rest in proportion to their earlier chances.
    """
    drawn: list[list[Point]] = [[] for _ in found.sides]
    chances = [1 / len(found.sides)] * len(found.sides)
    for one in found.decisions:
        side = next(number for number, seats in enumerate(found.sides) if one.seat in seats)
        for at, chance in ((one.number - 0.5, one.before), (float(one.number), one.after)):
            chances = _shared(chances, side, chance)
            for points, now in zip(drawn, chances, strict=True):
                points.append(Point(at, now))
    if found.winners is not None:
        for seats, points in zip(found.sides, drawn, strict=True):
            end = 1 / len(found.sides) if not found.winners else float(seats[0] in found.winners)
            points.append(Point(found.entries + 0.5, end))
    return tuple(map(tuple, drawn))


def _shared(chances: Sequence[float], side: int, chance: float) -> list[float]:
    """The chances after one side's is set: the others share the rest in proportion to their earlier chances."""
    others = sum(chances) - chances[side]
    rest = 1 - chance
    found = [one / others * rest if others else rest / (len(chances) - 1) for one in chances]
    found[side] = chance
    return found


def moments(found: Review, most: int = 3) -> list[Decision]:
    """The decisions with the largest losses, worst first."""
    turning = (one for one in found.decisions if one.loss >= TURNING_LOSS)
    return sorted(turning, key=lambda one: (-one.loss, one.number))[:most]
