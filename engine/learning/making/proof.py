"""What a decision can bring at most, by trying every one of them."""

from __future__ import annotations

from msgspec import Struct

from engine.core.aims import Aim
from engine.core.decisions import Lines, TooMany, reached
from engine.core.position import Position


class Proof(Struct, frozen=True):
    """The most that can be reached, and how."""

    best: int
    picks: int
    """The fewest picks that reach it."""
    ways: tuple[tuple[str, ...], ...]
    """A line for each of the different picks that reach it with the fewest, whatever their order."""
    tried: int


def prove(position: Position, seat: int, aim: Aim, most: int) -> Proof | None:
    """Try every decision of the seat that is asked, up to the boundary; None where there is nothing to measure.

    Only what is hopeless to the aim, or does not matter to it, is left out.
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
        if best is None or best != aim.ceiling:  # else what is left cannot be better, nor as short
            raise
    return None if best is None else Proof(best, shortest, tuple(ways.values()), tried)
