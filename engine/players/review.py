"""A finished match looked over: for every decision the chance to win before and after it, and what was better."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import exp
from statistics import fmean

from msgspec import Struct

from engine.core.game import Outcome
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes
from engine.players.judging import TURNING, Decision, Made, examined, glance, judges, unexamined
from engine.players.lines import Effort

REVIEWER = 3
"""Counts up when reviews come out differently: those made before are made anew."""
BUDGET = 400_000
"""Picks for looking over a whole match at most, shared evenly by its decisions; examining takes some times as many."""
EXAMINED, ONE_IN = 8, 8
"""So many decisions are examined, those that seem to lose most, and one more for so many of a match …"""
LEAST_EXAMINED = 3
"""… as long as the budget allows, so many at least."""
EXAMINING_SHARE = 8
"""To look for something better than one of them takes the budget over this at most."""
PLAYING_ON = 2
"""So many times the budget may be tried to play on; then what was begun is finished."""

Progress = tuple[int, int]
"""How many decisions are looked over and examined, of how many."""


class Review(Struct, frozen=True):
    """All decisions of a match that were not taken back, its sides and its end."""

    sides: tuple[tuple[int, ...], ...]
    """The seats that win and lose together."""
    decisions: tuple[Decision, ...]
    entries: int
    """The number of the last entry that stands."""
    winners: tuple[int, ...] | None
    """The seats that have won, none in a draw; None where the match has no end."""


def made_decisions(start: Position, entries: Sequence[Entry]) -> tuple[list[Made], Position]:
    """The decisions of a log that stand, each from a question to the boundary; and the position at its end."""
    found: list[Made] = []
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
                found.append(Made(index + 1, before, entry.seat, tuple(codes)))
                codes = []
    return found, position


def review(start: Position, entries: Sequence[Entry], budget: int = BUDGET) -> Generator[Progress, None, Review]:
    """Review the match that began so and has this log, trying so many picks; tells of its progress.

    Every decision is looked over at first; those that seem to lose most are examined.
    """
    made, end = made_decisions(start, entries)
    by = judges(start, budget // max(len(made), 1), budget // EXAMINING_SHARE)
    most = min(EXAMINED + len(made) // ONE_IN, len(made))
    seen = []
    for done, one in enumerate(made):
        yield done, len(made) + most
        seen.append(glance(one, by))
    decisions = [unexamined(one) for one in seen]
    suspects = sorted(range(len(seen)), key=lambda number: -seen[number].comparison.gain)[:most]
    effort = Effort(budget * PLAYING_ON)
    for done, number in enumerate(suspects):
        yield len(made) + done, len(made) + most
        if done < LEAST_EXAMINED or not effort.spent:
            decisions[number] = examined(seen[number], by, effort)
    yield len(made) + most, len(made) + most
    sides = end.game.teams(end.state)
    return Review(sides, tuple(decisions), max(effective_indexes(entries), default=-1) + 1, _winners(end.outcome))


def _winners(outcome: Outcome | None) -> tuple[int, ...] | None:
    return None if outcome is None else outcome.winners


# What a review says


USUAL = 12
"""So many decisions a side makes in a match in which each of them weighs as much as in chess."""


def accuracy(losses: Sequence[float]) -> float | None:
    """The accuracy of a side in percent, from the losses of its decisions; None where it decided nothing.

    That of one decision falls with the points p of winning chance (0 to 100) that it loses, as lichess has it:
    103.17 exp(-0.0435 p) - 3.17. That of a side is halfway between their mean and their harmonic mean, in which single
    bad decisions weigh more. Where a match is made of many small decisions, each loss counts more.
    """
    weight = 4.35 * max(1.0, len(losses) / USUAL)
    each = [max(1.0, 103.17 * exp(-weight * loss) - 3.17) for loss in losses]
    if not each:
        return None
    return (fmean(each) + len(each) / sum(1 / one for one in each)) / 2


def accuracies(found: Review) -> tuple[float | None, ...]:
    """The accuracy of each side."""
    return tuple(accuracy([one.loss for one in found.decisions if one.seat in side]) for side in found.sides)


class Point(Struct, frozen=True):
    """A side's chance to win at a time, counted in entries."""

    at: float
    chance: float


def curves(found: Review) -> tuple[tuple[Point, ...], ...]:
    """For each side its chance to win before and after every decision, and at the end; at any time they add up to 1.

    The chance of the side that decides is its own view; the others share the rest in proportion to what they had.
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
    """The chances when that of one side is known: the others share the rest as they shared it before."""
    others = sum(chances) - chances[side]
    rest = 1 - chance
    found = [one / others * rest if others else rest / (len(chances) - 1) for one in chances]
    found[side] = chance
    return found


def moments(found: Review, most: int = 3) -> list[Decision]:
    """The decisions that lost most, the worst first."""
    turning = (one for one in found.decisions if one.loss >= TURNING)
    return sorted(turning, key=lambda one: (-one.loss, one.number))[:most]
