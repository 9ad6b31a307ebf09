"""A finished match looked over: for every decision the chance to win before and after it, and what was better.

Whoever reviews a decision knows what its seat knew: what was hidden from it and all chance to come are dealt anew, so
that the decision is judged and not the luck that followed.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from math import exp
from statistics import fmean, stdev

from msgspec import Struct
from msgspec.structs import replace

from engine.computers.beam import Line
from engine.computers.determinize import world
from engine.computers.level import Level
from engine.computers.search import Search
from engine.computers.think import judge_of, levels
from engine.core.game import Outcome
from engine.core.position import Position
from engine.core.record import Entry, apply, effective_indexes

REVIEWER = 2
"""Counts up when reviews come out differently: those made before are made anew."""
LEVEL = 4
"""The level that reviews matches …"""
BUDGET = 400_000
"""… with so many picks for a whole match at most, shared evenly by its decisions …"""
LEAST = 300
"""… which get so many at least."""
WORLDS, FEW_WORLDS = 6, 2
"""In so many deals what was played is compared with what seems best; in few where nothing hidden weighs much."""
NOISE = 0.02
"""Differences up to this, or up to twice their standard error, are none."""

Progress = tuple[int, int]
"""How many decisions are reviewed, of how many."""


class Made(Struct, frozen=True):
    """A decision as the record has it."""

    number: int
    """Of the entry that it ends in, the first being 1."""
    before: Position
    seat: int
    codes: tuple[str, ...]


class Decision(Struct, frozen=True):
    """A decision, what was better, and what both are worth to its seat."""

    number: int
    seat: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    """The best decision that was found; what was played where nothing was better."""
    before: float
    """The seat's chance to win, if it plays that …"""
    after: float
    """… and by what it played."""

    @property
    def loss(self) -> float:
        """How much of its chance the seat gave away."""
        return self.before - self.after


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
    """Review the match that began so and has this log, trying so many picks; tells of its progress."""
    made, end = made_decisions(start, entries)
    level = _level(start, budget // max(len(made), 1))
    decisions = []
    for done, one in enumerate(made):
        yield done, len(made)
        decisions.append(judged(one, level))
    yield len(made), len(made)
    sides = end.game.teams(end.state)
    return Review(sides, tuple(decisions), max(effective_indexes(entries), default=-1) + 1, _winners(end.outcome))


def _winners(outcome: Outcome | None) -> tuple[int, ...] | None:
    return None if outcome is None else outcome.winners


def _level(start: Position, share: int) -> Level:
    """The level that reviews, without its errors, with its effort or this share of the budget if that is less.

    Where the game knows how to look for a way to win, as much again goes into that, for either side.
    """
    plan = levels(start.game)[LEVEL - 1].plan
    if start.game.decisive is not None:
        plan = replace(plan, sharp=max(plan.sharp, share), proof=share)
    return Level(replace(plan, effort=min(plan.effort, max(LEAST, share))))


def judged(made: Made, level: Level) -> Decision:
    """The decision beside the best that the level finds, both tried in the same deals, with the same answers."""
    seed = f"review/{made.number}"
    judge = judge_of(made.before.game, level, seed)
    best = Search(made.before, made.seat, judge, level.plan, seed).think().codes
    tried = (made.codes, best) if best != made.codes else (made.codes,)
    values = _outlooks(made, tried, level, f"{seed}/compared")
    after = fmean(one[0] for one in values)
    if best == made.codes or not _is_better([one[1] - one[0] for one in values]):
        return _decision(made, made.codes, after, after)
    return _decision(made, best, fmean(one[1] for one in values), after)


def _decision(made: Made, better: tuple[str, ...], before: float, after: float) -> Decision:
    return Decision(made.number, made.seat, made.codes, better, round(before, 4), round(after, 4))


def _outlooks(made: Made, decisions: Sequence[tuple[str, ...]], level: Level, seed: str) -> list[list[float]]:
    """What each decision is worth in each of several deals other than those in which the best was found."""
    game = made.before.game
    judge = judge_of(game, level, seed)
    found = []
    for number in range(WORLDS if levels(game)[-1].plan.worlds > 1 else FEW_WORLDS):
        here = world(made.before, made.seat, f"{seed}/{number}")
        search = Search(here, made.seat, judge, level.plan, seed)
        found.append([search.outlook(here, Line(codes, here, 0.0), 0.0) for codes in decisions])
    return found


def _is_better(gains: Sequence[float]) -> bool:
    """Whether the gain is more than noise."""
    gain = fmean(gains)
    return gain > NOISE and gain > 2 * stdev(gains) / len(gains) ** 0.5


# What a review says


def accuracy(losses: Iterable[float]) -> float | None:
    """The accuracy of a side in percent, from the losses of its decisions; None where it decided nothing.

    That of one decision falls with the points p of winning chance (0 to 100) that it loses, as lichess has it:
    103.17 exp(-0.0435 p) - 3.17. That of a side is halfway between their mean and their harmonic mean, in which single
    bad decisions weigh more.
    """
    each = [max(1.0, 103.17 * exp(-4.35 * loss) - 3.17) for loss in losses]
    if not each:
        return None
    return (fmean(each) + len(each) / sum(1 / one for one in each)) / 2


def accuracies(found: Review) -> tuple[float | None, ...]:
    """The accuracy of each side."""
    return tuple(accuracy(one.loss for one in found.decisions if one.seat in side) for side in found.sides)


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


TURNING = 0.05
"""A decision that loses less has turned nothing."""


def moments(found: Review, most: int = 3) -> list[Decision]:
    """The decisions that lost most, in the order in which they were made."""
    worst = sorted(found.decisions, key=lambda one: (-one.loss, one.number))[:most]
    return sorted((one for one in worst if one.loss >= TURNING), key=lambda one: one.number)
