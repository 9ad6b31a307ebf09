"""A decision of a finished match, judged: at first sight, and examined by the level of hints and by playing on.

Whoever judges a decision knows what its seat knew: what was hidden from it and all chance to come are dealt anew, so
that the decision is judged and not the luck that followed.
"""

from __future__ import annotations

from math import hypot
from statistics import fmean

from msgspec import Struct
from msgspec.structs import replace

from engine.core.position import Position
from engine.players.calibration import calibrated
from engine.players.level import Level, Plan
from engine.players.levels import STRONGEST, judge_of, levels
from engine.players.lines import Effort, Line
from engine.players.playing_on import Comparison, compared, forced_value, play_on
from engine.players.search import Search
from engine.players.worlds import world

LEVEL = 4
"""The level that looks every decision over at first …"""
LEAST = 300
"""… with so many picks at least."""
FINDERS = {"knockdown": STRONGEST}
"""The level that looks for something better at first sight, where it is another: it takes little longer there."""
EXAMINER = STRONGEST
"""The level, that of hints, that looks for something better than a decision that is examined."""
WORLDS, FEW_WORLDS = 6, 2
"""In so many deals what was played is compared with what seems best; in few where nothing hidden weighs much."""
DEALS, FEW_DEALS = 12, 4
"""In so many deals a decision that is examined and what seems better are played on; in few at first."""
NOISE, LITTLE = 0.02, 0.005
"""Differences up to this, or up to twice their standard error, are none; at first sight only up to the second."""
TURNING = 0.05
"""A decision that loses less has turned nothing."""


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
    error: float = 0.0
    """How far the difference may be off: its standard error, and how far looking and playing on differ."""
    deals: int = 0
    """In how many deals both were played on; 0: the decision was not examined, or nothing better was found …"""
    wins: int = 0
    """… and in how many of them the better one did better."""
    is_forced: bool = False
    """Whether a forced line proves the difference: one of the two surely wins, or loses, at once."""

    @property
    def loss(self) -> float:
        """How much of its chance the seat gave away."""
        return self.before - self.after


class Judges(Struct, frozen=True):
    """Who looks every decision over, and who examines those that seem to lose most."""

    finder: Level
    """Looks for something better at first sight."""
    first: Level
    """Tells what it and what was played are worth at first sight."""
    examiner: Level


def judges(start: Position, share: int, examining_share: int) -> Judges:
    """The two levels without their errors, with their effort or these numbers of picks if those are less.

    Where the game knows how to look for a way to win, as much again goes into that at first sight, for either side.
    """
    known = levels(start.game)
    plan = known[LEVEL - 1].plan
    if start.game.decisive is not None:
        plan = replace(plan, sharp=max(plan.sharp, share), proof=share)
    first = replace(plan, effort=min(plan.effort, max(LEAST, share)))
    finder = known[FINDERS[start.game.key] - 1].plan if start.game.key in FINDERS else first
    examiner = known[EXAMINER - 1].plan
    return Judges(*(Level(one) for one in (_limited(finder, share), first, _limited(examiner, examining_share))))


def _limited(plan: Plan, most: int) -> Plan:
    """The plan with no more than so many picks for anything."""
    most = max(LEAST, most)
    return replace(plan, effort=min(plan.effort, most), sharp=min(plan.sharp, most), proof=min(plan.proof, most))


class Glance(Struct, frozen=True):
    """A decision at first sight: the best that was found, and what both are worth in each of several deals."""

    made: Made
    best: tuple[str, ...]
    played_values: tuple[float, ...]
    best_values: tuple[float, ...]

    @property
    def comparison(self) -> Comparison:
        """The best against what was played."""
        return compared(self.best_values, self.played_values)


def glance(made: Made, by: Judges) -> Glance:
    """The decision beside the best found at first sight, both tried in the same deals, with the same answers."""
    best = _best(made, by.finder, f"review/{made.number}")
    played_values = _outlooks(made, made.codes, by.first)
    best_values = played_values if best == made.codes else _outlooks(made, best, by.first)
    return Glance(made, best, played_values, best_values)


def _best(made: Made, level: Level, seed: str) -> tuple[str, ...]:
    judge = judge_of(made.before.game, level, seed)
    return Search(made.before, made.seat, judge, level.plan, seed).think().codes


def _outlooks(made: Made, codes: tuple[str, ...], level: Level) -> tuple[float, ...]:
    """What the decision is worth in each of several deals other than those in which the best was found."""
    game, seed = made.before.game, f"review/{made.number}/compared"
    judge = judge_of(game, level, seed)
    found = []
    for number in range(WORLDS if levels(game)[-1].plan.worlds > 1 else FEW_WORLDS):
        here = world(made.before, made.seat, f"{seed}/{number}")
        search = Search(here, made.seat, judge, level.plan, seed)
        found.append(search.outlook(here, Line(codes, here, 0.0), 0.0))
    return tuple(found)


def unexamined(seen: Glance) -> Decision:
    """The decision as it looked at first: it loses too little to have turned anything."""
    made, gain = seen.made, 0.0
    after = _shown(made, fmean(seen.played_values))
    if _is_better(seen.comparison, LITTLE):
        gain = _shown(made, fmean(seen.best_values)) - after
    gain = round(max(0.0, min(gain, TURNING - NOISE)), 4)
    return Decision(
        made.number, made.seat, made.codes, seen.best if gain else made.codes, round(after + gain, 4), after
    )


class _Examined:
    """A decision played on in some deals, or in none where it is forced."""

    def __init__(self, seen: Glance, codes: tuple[str, ...], by: Judges, effort: Effort) -> None:
        made = seen.made
        self.made, self.codes, self._effort = made, codes, effort
        self.played_on: list[float] = []
        """What it was worth, deal by deal."""
        self.certain = forced_value(made.before, made.seat, codes, max(by.examiner.plan.sharp, LEAST))
        known = {seen.best: seen.best_values, made.codes: seen.played_values}
        self.looked = self.certain
        if self.looked is None:
            self.looked = fmean(known[codes] if codes in known else _outlooks(made, codes, by.first))

    def play_on(self, deals: int) -> None:
        """Play it on in all deals up to this one."""
        for number in range(len(self.played_on), deals):
            value, seed = self.certain, f"examined/{self.made.number}/{number}"
            if value is None:
                value = play_on(self.made.before, self.made.seat, self.codes, seed, self._effort)
            self.played_on.append(value)

    @property
    def mean(self) -> float:
        """The mean of how it looked at first and of how it did when played on."""
        assert self.looked is not None
        return (self.looked + fmean(self.played_on)) / 2

    @property
    def shown(self) -> float:
        """The chance as people see it: calibrated, unless it is certain."""
        return _shown(self.made, self.mean) if self.certain is None else self.certain


def examined(seen: Glance, by: Judges, effort: Effort) -> Decision:
    """The decision against the best that both levels find, each worth the mean of looking and of playing on.

    What does not do better when it is played on is not better. A forced line is certain.
    """
    made = seen.made
    rivals = dict.fromkeys([seen.best, _best(made, by.examiner, f"examined/{made.number}")])
    rivals.pop(made.codes, None)
    played = _Examined(seen, made.codes, by, effort)
    others = [_Examined(seen, codes, by, effort) for codes in rivals]
    for one in (played, *others):
        one.play_on(FEW_DEALS)
    best = max(others, key=lambda one: one.mean, default=played)
    if best.mean > played.mean:
        for one in (played, best):
            one.play_on(DEALS)
    found, after = compared(best.played_on, played.played_on), played.shown
    if best.mean - played.mean <= NOISE or not _is_better(found) or best.shown <= after:
        return Decision(made.number, made.seat, made.codes, made.codes, after, after)
    assert best.looked is not None and played.looked is not None
    error = round(hypot(found.error, (best.looked - played.looked - found.gain) / 2), 4)
    is_forced = best.certain is not None or played.certain is not None
    sure = (error, DEALS, found.better, is_forced)
    return Decision(made.number, made.seat, made.codes, best.codes, best.shown, after, *sure)


def _shown(made: Made, chance: float) -> float:
    return round(calibrated(chance, made.before), 4)


def _is_better(found: Comparison, noise: float = NOISE) -> bool:
    """Whether the gain is more than noise."""
    return found.gain > noise and found.gain > 2 * found.error
