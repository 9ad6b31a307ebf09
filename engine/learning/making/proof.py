"""Prove the best result of a decision by trying every one."""

from __future__ import annotations

from msgspec import Struct

from engine.core.aims import Aim
from engine.core.decisions import Lines, TooMany, reached
from engine.core.position import Position


class Proof(Struct, frozen=True):
    """The highest measure, and the shortest ways to reach it."""

    best: int
    picks: int
    """The fewest picks that reach it."""
    ways: tuple[tuple[str, ...], ...]
    """One line for each different shortest solution, ignoring the order of picks."""
    tried: int


def prove(position: Position, seat: int, aim: Aim, most: int) -> Proof | None:
    """Try every decision of the asked seat, up to the boundary; None if nothing can be measured.

    Skips only states that the aim calls hopeless and options that do not matter to it.
    """
    before = position.fork().state
    best: int | None = None
    shortest = tried = 0
    ways: Lines = {}
    try:
        for one in reached(position, seat, most, aim.hopeless, aim.matters):
            if best is not None and best == aim.ceiling and one.picks > shortest:
                break
            tried = one.tried
            value = aim.measure(before, one.position.state, seat)
            if value is None:
                continue
            if best is None or value > best:
                best, shortest, ways = value, one.picks, {}
            if value == best and one.picks == shortest:
                for codes, line in one.lines.items():
                    ways.setdefault(codes, line)
    except TooMany:
        if best is None or best != aim.ceiling:  # otherwise the rest cannot be better or as short
            raise
    return None if best is None else Proof(best, shortest, tuple(ways.values()), tried)
