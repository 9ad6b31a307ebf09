"""Judge decisions of a finished match: a quick first look at all, then a closer examination by search and playouts.

A decision is judged by what its seat knew: hidden things and future chance are dealt again, so luck does not count.
"""

from __future__ import annotations

from math import hypot
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from engine.computers.beam import Effort, Line
from engine.computers.calibration import calibrate
from engine.computers.determinize import world
from engine.computers.level import Level, Plan
from engine.computers.playing_on import Comparison, compare, forced_value, play_on
from engine.computers.search import Search
from engine.computers.think import STRONGEST, judge_of, levels
from engine.core.position import Position

FIRST_LOOK_LEVEL = 4
"""The level for the first look at every decision."""
LEAST_PICKS = 300
"""Least number of picks for a first look."""
FINDER_LEVELS = {"knockdown": STRONGEST}
"""Games in which another level searches for better decisions at the first look, because it takes little longer."""
EXAMINER_LEVEL = STRONGEST
"""The level that searches for better decisions in the examination; hints use the same."""
COMPARED_DEALS, FEW_COMPARED_DEALS = 6, 2
"""Deals for the comparison at the first look; the second number for games in which hidden things matter little."""
PLAYOUT_DEALS, FEW_PLAYOUT_DEALS = 12, 4
"""Deals in which examined decisions are played on; the second number for the first comparison."""
NOISE, FIRST_LOOK_NOISE = 0.02, 0.005
"""Largest difference that counts as noise, as does twice its standard error; the second is for the first look."""
TURNING_LOSS = 0.05
"""Least loss of a turning point."""


class RecordedDecision(Struct, frozen=True):
    """A decision from the record."""

    number: int
    """The number of the entry in which it ends, counted from 1."""
    before: Position
    seat: int
    codes: tuple[str, ...]


class Decision(Struct, frozen=True):
    """A judged decision, a better one, and the chances of both."""

    number: int
    seat: int
    played: tuple[str, ...]
    better: tuple[str, ...]
    """The best decision found; the played one if nothing was better."""
    before: float
    """The seat's chance to win with the better decision."""
    after: float
    """The seat's chance to win with the played decision."""
    error: float = 0.0
    """Error of the difference: its standard error combined with the gap between search and playouts."""
    deals: int = 0
    """Number of deals in which both were played on; 0 if not examined or if nothing better was found."""
    wins: int = 0
    """Number of deals in which the better decision did better."""
    is_forced: bool = False
    """Whether the difference is proven: one of the two certainly wins or loses at once."""

    @property
    def loss(self) -> float:
        """The chance that the seat gave away."""
        return self.before - self.after


class Judges(Struct, frozen=True):
    """The levels that judge: for the first look and for the examination."""

    finder: Level
    """Searches for a better decision at the first look."""
    first: Level
    """Evaluates both decisions at the first look."""
    examiner: Level


def judges(start: Position, share: int, examining_share: int) -> Judges:
    """The judging levels without errors, their effort limited to these numbers of picks.

    For games with `decisive`, the first look spends `share` more picks on wins of either side.
    """
    known = levels(start.game)
    plan = known[FIRST_LOOK_LEVEL - 1].plan
    if start.game.decisive is not None:
        plan = replace(plan, sharp=max(plan.sharp, share), proof=share)
    first = replace(plan, effort=min(plan.effort, max(LEAST_PICKS, share)))
    finder = known[FINDER_LEVELS[start.game.key] - 1].plan if start.game.key in FINDER_LEVELS else first
    examiner = known[EXAMINER_LEVEL - 1].plan
    return Judges(*(Level(one) for one in (_limited(finder, share), first, _limited(examiner, examining_share))))


def _limited(plan: Plan, most: int) -> Plan:
    """The plan with every limit reduced to `most` picks."""
    most = max(LEAST_PICKS, most)
    return replace(plan, effort=min(plan.effort, most), sharp=min(plan.sharp, most), proof=min(plan.proof, most))


class Glance(Struct, frozen=True):
    """The first look at a decision: the best one found, and the values of both in several deals."""

    made: RecordedDecision
    best: tuple[str, ...]
    played_values: tuple[float, ...]
    best_values: tuple[float, ...]

    @property
    def comparison(self) -> Comparison:
        """The best decision compared with the played one."""
        return compare(self.best_values, self.played_values)


def glance(made: RecordedDecision, by: Judges) -> Glance:
    """Compare the decision with the best one found, over the same deals and replies."""
    best = _best(made, by.finder, f"review/{made.number}")
    played_values = _outlooks(made, made.codes, by.first)
    best_values = played_values if best == made.codes else _outlooks(made, best, by.first)
    return Glance(made, best, played_values, best_values)


def _best(made: RecordedDecision, level: Level, seed: str) -> tuple[str, ...]:
    judge = judge_of(made.before.game, level, seed)
    return Search(made.before, made.seat, judge, level.plan, seed).think().codes


def _outlooks(made: RecordedDecision, codes: tuple[str, ...], level: Level) -> tuple[float, ...]:
    """The value of the decision in each of several deals, which differ from those of the search."""
    game, seed = made.before.game, f"review/{made.number}/compared"
    judge = judge_of(game, level, seed)
    found = []
    for number in range(COMPARED_DEALS if levels(game)[-1].plan.worlds > 1 else FEW_COMPARED_DEALS):
        here = world(made.before, made.seat, f"{seed}/{number}")
        search = Search(here, made.seat, judge, level.plan, seed)
        found.append(search.outlook(here, Line(codes, here, 0.0), 0.0))
    return tuple(found)


def first_look_only(seen: Glance) -> Decision:
    """The result of the first look alone; its loss is kept below a turning point."""
    made, gain = seen.made, 0.0
    after = _shown(made, fmean(seen.played_values))
    if _is_better(seen.comparison, FIRST_LOOK_NOISE):
        gain = _shown(made, fmean(seen.best_values)) - after
    gain = round(max(0.0, min(gain, TURNING_LOSS - NOISE)), 4)
    return Decision(
        made.number, made.seat, made.codes, seen.best if gain else made.codes, round(after + gain, 4), after
    )


class _Examination:
    """A decision under examination, with its playouts; none if it is forced."""

    def __init__(self, seen: Glance, codes: tuple[str, ...], by: Judges, effort: Effort) -> None:
        made = seen.made
        self.made, self.codes, self._effort = made, codes, effort
        self.played_on: list[float] = []
        """Its value in each deal."""
        self.certain = forced_value(made.before, made.seat, codes, max(by.examiner.plan.sharp, LEAST_PICKS))
        known = {seen.best: seen.best_values, made.codes: seen.played_values}
        self.looked = self.certain
        if self.looked is None:
            self.looked = fmean(known[codes] if codes in known else _outlooks(made, codes, by.first))

    def play_on(self, deals: int) -> None:
        """Play it on until there are values for `deals` deals."""
        for number in range(len(self.played_on), deals):
            value, seed = self.certain, f"examined/{self.made.number}/{number}"
            if value is None:
                value = play_on(self.made.before, self.made.seat, self.codes, seed, self._effort)
            self.played_on.append(value)

    @property
    def mean(self) -> float:
        """The mean of the search value and of the playouts' mean."""
        assert self.looked is not None
        return (self.looked + fmean(self.played_on)) / 2

    @property
    def shown(self) -> float:
        """The chance to display: calibrated unless it is certain."""
        return _shown(self.made, self.mean) if self.certain is None else self.certain


def examine(seen: Glance, by: Judges, effort: Effort) -> Decision:
    """Judge the decision against the best that both levels find, each valued by the mean of search and playouts.

    A decision counts as better only if its playouts are better, or if it is forced.
    """
    made = seen.made
    rivals = dict.fromkeys([seen.best, _best(made, by.examiner, f"examined/{made.number}")])
    rivals.pop(made.codes, None)
    played = _Examination(seen, made.codes, by, effort)
    others = [_Examination(seen, codes, by, effort) for codes in rivals]
    for one in (played, *others):
        one.play_on(FEW_PLAYOUT_DEALS)
    best = max(others, key=lambda one: one.mean, default=played)
    if best.mean > played.mean:
        for one in (played, best):
            one.play_on(PLAYOUT_DEALS)
    found, after = compare(best.played_on, played.played_on), played.shown
    if best.mean - played.mean <= NOISE or not _is_better(found) or best.shown <= after:
        return Decision(made.number, made.seat, made.codes, made.codes, after, after)
    assert best.looked is not None and played.looked is not None
    error = round(hypot(found.error, (best.looked - played.looked - found.gain) / 2), 4)
    is_forced = best.certain is not None or played.certain is not None
    sure = (error, PLAYOUT_DEALS, found.better, is_forced)
    return Decision(made.number, made.seat, made.codes, best.codes, best.shown, after, *sure)


def _shown(made: RecordedDecision, chance: float) -> float:
    return round(calibrate(chance, made.before), 4)


def _is_better(found: Comparison, noise: float = NOISE) -> bool:
    """Whether the gain exceeds the noise."""
    return found.gain > noise and found.gain > 2 * found.error
