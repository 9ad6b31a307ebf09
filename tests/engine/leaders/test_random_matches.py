"""Two thousand matches at random: each comes to an end, and without an error."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.core.playout import playout
from engine.core.position import Position
from tests.engine.leaders.matches import GAME

BY_CHANCE = {"captured", "surrounded", "repetition", "cap"}


@pytest.mark.parametrize("mode", ["basic", "advanced"])
@pytest.mark.parametrize("half", [0, 1])
def test_a_thousand_random_matches_of_each_mode_end(mode: str, half: int) -> None:
    ended: Counter[str] = Counter()
    for start in range(20):
        options = {"mode": mode, "crown_is_recruit_space": start % 2 == 0}
        played = playout(Position.new(GAME, options, 2, f"{half} {start}"), f"{half} {start}", 25)
        assert played.games == 25
        for result, times in played.results.items():
            ended[result.split()[1]] += times
    assert sum(ended.values()) == 500
    assert {"captured", "repetition"} <= set(ended) <= BY_CHANCE


def test_every_end_that_chance_can_bring_about_is_seen() -> None:
    """Close quarters: few matches are enough to see a Leader surrounded and the last turn played."""
    ended: set[str] = set()
    board = "S leader D1, S rider C1, S cub B1, S hermit D2, S vizier C2; N leader D7, N archer E6, N jailer D6, N acrobat E5, N cub C5"
    for number in (3, 140):
        position = Position.read(GAME, {}, {"pieces": board.replace("N cub C5", "N wanderer C5"), "number": number})
        ended |= {result.split()[1] for result in playout(position, "close", 60).results}
    assert ended == BY_CHANCE
