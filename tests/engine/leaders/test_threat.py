"""A Leader is in danger if two enemy actions could take it on the current board."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.leaders.game import GAME
from engine.leaders.threat import in_danger
from tests.support.engine.leaders.table import put


def endangered(pieces: str, **more: Any) -> list[int]:
    """The sides whose Leader is in danger."""
    found: list[int] = put(pieces, **more).view()["in_danger"]
    return found


@pytest.mark.parametrize(
    ("pieces", "sides"),
    [
        ("S leader A1, S jailer D5, S protector F1; N leader D4", []),
        ("S leader A1, S jailer D6, S protector F2; N leader D4", [1]),
        ("S leader A1, S jailer D6, S archer D1; N leader D4", [1]),
        ("S leader A1, S jailer D6, S cub D2; N leader D4", []),
        ("S leader A1, S assassin D6; N leader D4", [1]),
        ("S leader A1, S assassin D7; N leader D4", []),
        ("S leader A1, S cub E4; N leader G4, N archer G3, N jailer F5", [1]),
        ("S leader A1, S assassin D7, S brewmaster E6; N leader D4, N assassin A3", [0, 1]),
    ],
    ids=["too far", "both step in", "from afar", "no help", "alone", "alone, too far", "the last gap", "both"],
)
def test_a_leader_is_in_danger_if_two_actions_could_take_it(pieces: str, sides: list[int]) -> None:
    assert endangered(pieces, market=[]) == sides


def test_a_character_that_has_acted_is_not_a_danger_until_the_next_turn() -> None:
    pieces = "S leader A1, S jailer D6, S protector F2; N leader D4"
    assert endangered(pieces, acted=["protector"], market=[]) == []
    assert endangered(pieces, turn="N", market=[]) == [1]


def test_a_recruit_that_could_enter_beside_a_leader_is_a_danger() -> None:
    pieces = "S leader A2; N leader E2"
    assert endangered(pieces, market=["assassin", "rider", "vizier"]) == [1]
    assert endangered(pieces, market=["archer", "rider", "vizier"]) == []


def test_a_nemesis_that_reacts_to_a_nudge_is_a_danger() -> None:
    pieces = "S leader A1, S jailer D2, S nemesis C2, S manipulator D7; N leader D4"
    without = pieces.replace("S nemesis C2, ", "")
    assert endangered(pieces, market=[]) == [1]
    assert endangered(without, market=[]) == []


def test_nobody_is_in_danger_when_the_match_is_over() -> None:
    table = put("S leader A1, S assassin D6; N leader D4", market=[])
    assert table.view()["in_danger"] == [1]
    table.does(do="resign", seat=0)
    assert table.view()["in_danger"] == []


def _wins(position: Position, side: int, left: int) -> bool:
    """Whether that side can win this turn within these actions and recruitments, by playing every sequence."""
    if position.outcome is not None:
        return side in position.outcome.winners
    if position.state.turn != side:
        return False
    ask = position.asks[0]
    if ask.seat != side:
        return all(_wins(_picked(position, ask, option), side, left) for option in ask.options)
    costs = ask.prompt in ("leaders.who-acts", "leaders.recruit")
    return any(
        _wins(_picked(position, ask, option), side, left - (costs and option.code != "end"))
        for option in ask.options
        if left or not costs or option.code == "end"
    )


def _picked(position: Position, ask: Ask, option: Option) -> Position:
    after = position.fork()
    after.pick(ask.seat, option.code)
    return after


def test_danger_agrees_with_playing_every_sequence() -> None:
    found = []
    for seed in (2012, 2013, 2040, 2050, 2065, 2014, 2027, 2033):
        rng = random.Random(seed)
        position = Position.new(GAME, {"mode": "basic", "crown_is_recruit_space": True}, 2, str(seed))
        picks = rng.randrange(10, 90)
        while position.asks and (picks > 0 or position.asks[0].prompt not in ("leaders.who-acts", "leaders.recruit")):
            ask = position.asks[0]
            position.pick(ask.seat, rng.choice(ask.options).code)
            picks -= 1
        if position.asks:
            side = position.state.turn
            found.append(_wins(position, side, 2))
            assert in_danger(position.state, 1 - side) == found[-1], seed
    assert set(found) == {True, False}
