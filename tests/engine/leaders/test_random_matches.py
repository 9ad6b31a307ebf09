"""Two thousand matches at random: each comes to an end, and without an error."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.playout import playout
from engine.core.position import Position
from tests.engine.leaders.matches import GAME

BY_CHANCE = {"captured", "surrounded", "repetition", "cap"}
"""The ends that nobody has to agree on or to give up for."""


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_a_thousand_random_matches_end_in_every_way_that_chance_can_bring_about(mode: str) -> None:
    ended: Counter[str] = Counter()
    for start in range(40):
        options: dict[str, str | int | bool] = {"mode": mode, "crown_is_recruit_space": start % 2 == 0}
        played = playout(Position.new(GAME, options, 2, f"start {start}"), f"match {start}", 25)
        assert played.games == 25
        for result, times in played.results.items():
            ended[result.split()[1]] += times
    assert sum(ended.values()) == 1000
    assert set(ended) == BY_CHANCE
