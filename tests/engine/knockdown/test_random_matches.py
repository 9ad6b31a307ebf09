"""Matches at random: each comes to an end, and without an error.

`python -m tests.engine.knockdown.test_random_matches 2000` plays so many of every kind.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import pytest

from engine.core.playout import playout
from engine.core.position import Position
from engine.knockdown.game import GAME
from tests.engine.knockdown.matches import KINDS

BY_CHANCE = {"knock-out", "cards", "stalled"}
"""The ends that nobody has to agree on or to give up for."""


def ends(kind: str, matches: int) -> tuple[Counter[str], int]:
    """How so many matches of a kind end, and the picks they take; every 25 from another start."""
    ended, picks = Counter[str](), 0
    for start in range(0, matches, 25):
        begun = Position.new(GAME, KINDS[kind], 2, f"start {start}")
        done = playout(begun, f"match {start}", min(25, matches - start))
        picks += done.picks
        for result, times in done.results.items():
            ended[result.split()[1]] += times
    return ended, picks


@pytest.mark.parametrize("kind", KINDS)
def test_random_matches_of_every_kind_come_to_an_end(kind: str) -> None:
    ended, _ = ends(kind, 25)
    assert sum(ended.values()) == 25
    assert {"cards"} <= set(ended) <= BY_CHANCE


if __name__ == "__main__":
    for kind in KINDS:
        before = time.perf_counter()
        ended, picks = ends(kind, int(sys.argv[1]))
        seconds = time.perf_counter() - before
        sys.stdout.write(f"{kind}: {dict(ended)}, {picks} picks, {seconds:.0f} s\n")
        sys.stdout.flush()
