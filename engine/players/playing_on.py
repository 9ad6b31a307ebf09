"""Two decisions played on by the same quick players, in the same deals: which of them does better, and how surely."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean, stdev

from msgspec import Struct

from engine.core.position import Position
from engine.players.level import Level
from engine.players.levels import decide, levels, worth_of
from engine.players.lines import Effort, standing, winning
from engine.players.proofs import Proofs
from engine.players.worlds import world

QUICK = 3
"""The level that plays on, without its errors."""
TURNS = (1, 2, 3, 4)
"""After so many turns positions are judged: the mean of even and odd counts, as having the turn is worth something."""
_MOST_DECISIONS = 60
"""A match that takes longer than that to get so far is judged where it stands."""


class Comparison(Struct, frozen=True):
    """What a decision gains against another: its mean over the deals, and the standard error of that."""

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
        """In how many deals the decision did better."""
        return sum(one > 0 for one in self.gains)


def compared(values: Sequence[float], others: Sequence[float]) -> Comparison:
    """The first decision against the second, from what both are worth deal by deal."""
    return Comparison(tuple(one - two for one, two in zip(values, others, strict=True)))


def quick_player(position: Position) -> Level:
    """The player who plays on."""
    return Level(levels(position.game)[QUICK - 1].plan)


def play_on(position: Position, seat: int, codes: Sequence[str], seed: str, effort: Effort) -> float:
    """The seat's chance to win some turns after this decision, in the deal of this seed.

    The mean of what the judge says after each count of `TURNS`; certain when the match ends before.
    """
    there, level = world(position, seat, seed), quick_player(position)
    judge, start = worth_of(position.game), position.state.number
    for code in codes:
        there.pick(seat, code)
    values: list[float] = []
    for turns in TURNS:
        for number in range(_MOST_DECISIONS):
            if not there.asks or there.state.number >= start + turns:
                break
            asked = there.asks[0].seat
            thought = decide(there, asked, level, f"{seed}/{turns}/{number}")
            effort.tried += thought.tried
            for code in thought.codes:
                there.pick(asked, code)
        values.append(standing(there, seat, judge))
    return fmean(values)


def forced_value(position: Position, seat: int, codes: Sequence[str], effort: int) -> float | None:
    """1 if the decision surely wins before the turn is over, 0 if another surely wins right after it, else None.

    What the decision does must not depend on chance or on anything hidden.
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
        return 1.0 if winning(there, seat, effort, Effort(effort)) is not None else None
    return 0.0 if Proofs(seat, effort).is_lost(here, codes) else None
