"""Random play to the end, for fuzzing and measuring, with its own small random generator."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator

from msgspec import Struct

from engine.core.position import Position

_MULTIPLIER, _INCREMENT, _BITS = 6364136223846793005, 1442695040888963407, (1 << 64) - 1


class Played(Struct):
    """The results of a number of random matches."""

    games: int
    picks: int
    results: dict[str, int]


def choices(seed: str) -> Iterator[int]:
    """Endless numbers below 2³¹ (a linear congruential generator: fast, the same everywhere)."""
    x = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8], "big")
    while True:
        x = (x * _MULTIPLIER + _INCREMENT) & _BITS
        yield x >> 33


def finish(position: Position, seed: str) -> int:
    """Play the position at random to its end; returns the number of picks."""
    draw = choices(seed).__next__
    picks = 0
    while position.asks:
        ask = position.asks[0]
        options = ask.options
        position.answer(ask, options[draw() % len(options)])
        picks += 1
    return picks


def playout(position: Position, seed: str, games: int) -> Played:
    """Play `games` random matches from here, each with different dice."""
    results: Counter[str] = Counter()
    picks = 0
    for number in range(games):
        match = position.fork(forkable=False, seed=f"{seed}/{number}")
        picks += finish(match, f"{seed}:{number}")
        outcome = match.outcome
        assert outcome is not None
        side = "+".join(str(seat) for seat in outcome.winners) or "draw"
        results[f"{side} {outcome.reason}"] += 1
    return Played(games, picks, dict(sorted(results.items())))
