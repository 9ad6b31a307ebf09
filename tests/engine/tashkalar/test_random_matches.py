"""Matches at random: each comes to an end, and without an error.

`python -m tests.engine.tashkalar.test_random_matches 2000` plays so many of every form.
"""

from __future__ import annotations

import sys
import time
from collections import Counter

import pytest

from engine.core.playout import playout
from engine.core.position import Position
from engine.tashkalar.game import GAME
from tests.engine.tashkalar.matches import KINDS

BY_CHANCE = set(GAME.reasons) - {"agreed", "resigned", "timeout"}
"""The ends that nobody has to agree on or to give up for."""


def ends(name: str, matches: int) -> tuple[Counter[str], int]:
    """How so many matches of a form end, and the picks they take; every 20 from another start."""
    kind, ended, picks = KINDS[name], Counter[str](), 0
    for start in range(0, matches, 20):
        begun = Position.new(GAME, kind.options, kind.seats, f"start {start}")
        done = playout(begun, f"match {start}", min(20, matches - start))
        picks += done.picks
        for result, times in done.results.items():
            ended[result.split()[1]] += times
    return ended, picks


@pytest.mark.parametrize("name", KINDS)
def test_random_matches_of_every_form_come_to_an_end(name: str) -> None:
    ended, picks = ends(name, 40)
    assert sum(ended.values()) == 40
    assert set(ended) <= BY_CHANCE
    assert picks > 40 * 20


if __name__ == "__main__":
    for name in KINDS:
        before = time.perf_counter()
        ended, picks = ends(name, int(sys.argv[1]))
        seconds = time.perf_counter() - before
        sys.stdout.write(f"{name}: {dict(ended)}, {picks} picks, {seconds:.0f} s\n")
        sys.stdout.flush()
