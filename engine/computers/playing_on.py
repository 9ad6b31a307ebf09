"""Playouts: compare two decisions over the same deals, played on by the same quick players."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from msgspec import Struct

from engine.computers.beam import Effort, chance_of, find_win
from engine.computers.determinize import world
from engine.computers.level import Level
from engine.computers.proofs import Proofs
from engine.computers.think import decide, levels, worth_of
from engine.core.position import Position

QUICK_LEVEL = 3
"""The level of the quick players, used without errors."""
JUDGED_TURNS = (1, 2, 3, 4)
"""Numbers of turns after which positions are judged, even and odd ones, since being to move has a value."""
_MOST_DECISIONS = 60
"""Most decisions in a playout; after them the position is judged as it is."""


class Comparison(Struct, frozen=True):
    """The gain of one decision over another in each deal, with mean and standard error."""

    gains: tuple[float, ...]

    @property
    def gain(self) -> float:
        return fmean(self.gains)

    @property
    def error(self) -> float:
        """The standard error of the gain."""
        return stdev(self.gains) / len(self.gains) ** 0.5 if len(self.gains) > 1 else 0.0

    @property
    def better(self) -> int:
        """Number of deals in which the decision did better."""
        return sum(one > 0 for one in self.gains)


def compare(values: Sequence[float], others: Sequence[float]) -> Comparison:
    """Compare two decisions by their values in the same deals."""
    return Comparison(tuple(one - two for one, two in zip(values, others, strict=True)))


def quick_player(position: Position) -> Level:
    """The level that plays the position on."""
    return Level(levels(position.game)[QUICK_LEVEL - 1].plan)


def play_on(position: Position, seat: int, codes: Sequence[str], seed: str, effort: Effort) -> float:
    """The seat's chance to win some turns after this decision, in the deal of this seed.

    It is the mean of the judge's values after each number of `JUDGED_TURNS`, or the result if the match ends earlier.
    """
    there, level = world(position, seat, seed), quick_player(position)
    judge, start = worth_of(position.game), position.state.number
    for code in codes:
        there.pick(seat, code)
    values: list[float] = []
    for turns in JUDGED_TURNS:
        for number in range(_MOST_DECISIONS):
            if not there.asks or there.state.number >= start + turns:
                break
            asked = there.asks[0].seat
            thought = decide(there, asked, level, f"{seed}/{turns}/{number}")
            effort.tried += thought.tried
            for code in thought.codes:
                there.pick(asked, code)
        values.append(chance_of(there, seat, judge))
    return fmean(values)


def forced_value(position: Position, seat: int, codes: Sequence[str], effort: int) -> float | None:
    """1 if the decision certainly wins within the turn, 0 if another seat certainly wins right after it, else None.

    Also None if the decision's effects depend on chance or hidden things.
    """
    here = world(position, seat, "forced")
    held = here.fork()
    for code in codes:
        held.pick(seat, code, hold=True)
    if held.outcome is not None and held.outcome.winners:
        return float(seat in held.outcome.winners)
    if position.game.decisive is None:
        return None
    there = here.fork()
    for code in codes:
        there.pick(seat, code)
    if there.ask_of(seat) is not None:
        return 1.0 if find_win(there, seat, effort, Effort(effort)) is not None else None
    return 0.0 if Proofs(seat, effort).is_lost(here, codes) else None
