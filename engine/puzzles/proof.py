"""What a decision can bring at most, by trying every one of them."""

from __future__ import annotations

from msgspec import Struct

from engine.core.aims import Aim
from engine.core.position import Position


class Proof(Struct, frozen=True):
    """The most that can be reached, and how."""

    best: int
    picks: int
    """The fewest picks that reach it."""
    ways: tuple[tuple[str, ...], ...]
    """A line for each of the different picks that reach it with the fewest, whatever their order."""
    tried: int


class TooMany(Exception):
    """There is more to try than was allowed: nothing is proven."""


def prove(position: Position, seat: int, aim: Aim, most: int) -> Proof | None:
    """Try every decision of the seat that is asked, up to the boundary; None where there is nothing to measure.

    Lines that pick the same codes in another order and come to the same position are followed once.
    """
    before = position.fork().state
    waiting: list[tuple[tuple[str, ...], Position]] = [((), position.fork())]
    best: int | None = None
    shortest = tried = 0
    ways: dict[tuple[str, ...], tuple[str, ...]] = {}
    while waiting:
        found: dict[object, tuple[tuple[str, ...], Position]] = {}
        for codes, here in waiting:
            ask = here.ask_of(seat)
            assert ask is not None
            options = list(ask.options)
            tried += len(options)
            if tried > most:
                raise TooMany
            for option in options:
                there = here if option is options[-1] else here.fork()
                there.answer(ask, option, hold=True, listed=False)
                line = (*codes, option.code)
                value = aim.measure(before, there.state, seat)
                if value is not None and (best is None or value > best):
                    best, shortest, ways = value, len(line), {}
                if value == best and len(line) == shortest:
                    ways.setdefault(tuple(sorted(line)), line)
                if not there.boundary:
                    found.setdefault((there.mark(), tuple(sorted(line))), (line, there))
        waiting = [] if best is not None and best == aim.ceiling else list(found.values())
    return None if best is None else Proof(best, shortest, tuple(ways.values()), tried)
