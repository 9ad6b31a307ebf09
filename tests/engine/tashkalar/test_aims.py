"""Puzzles of Tash-Kalar: the points of a turn, and the task claimed in it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.core.position import Position
from engine.learning.making.proof import prove
from engine.tashkalar.computer.aims import AIMS
from engine.tashkalar.game import GAME
from tests.support.engine.aims import measures
from tests.support.engine.tashkalar.table import Table, put


def test_two_destroyed_commons_count_before_the_end_of_the_turn() -> None:
    table = put("A e4 e6; B e5 f6", "swordmaster hypnotist")
    assert measures("points", table, "swordmaster f6") == [0, 1]


def test_points_are_not_counted_twice_at_the_end_of_the_turn() -> None:
    table = put("A e4 e6; B e5 f6", "swordmaster hypnotist")
    assert measures("points", table, "swordmaster f6 place a5") == [0, 1, 1, 1]
    assert table.points == [1, 0]


def test_a_single_common_counts_nothing() -> None:
    assert measures("points", put("A e4 e6; B f6", "swordmaster hypnotist"), "swordmaster f6 place a5")[-1] == 0


def test_a_legend_counts_a_point_at_once() -> None:
    table = put("A d4 f4 d5h f5h e5h e6", "hell_bull hypnotist")
    assert measures("points", table, "hell-bull done") == [1, 1]


def test_earlier_points_do_not_count() -> None:
    table = put("A e4 e6; B e5 f6", "swordmaster hypnotist", scores={"A": {"points": 7}})
    assert measures("points", table, "swordmaster f6")[-1] == 1


def test_a_task_counts_once_it_is_claimed() -> None:
    table = put(
        "A e4 e5 e6 d5", "hypnotist", form="high", tasks=["center_cross", "side_chain", "destruction"], actions=1
    )
    assert measures("task", table, "place f5 center-cross") == [0, 0, 2]


def test_an_unclaimed_task_does_not_count() -> None:
    table = put(
        "A e4 e5 e6 d5", "hypnotist", form="high", tasks=["center_cross", "side_chain", "destruction"], actions=1
    )
    assert measures("task", table, "place f5 none") == [0, 0, 0]


def test_tasks_claimed_before_do_not_count() -> None:
    table = put("", "hypnotist", form="high", scores={"A": {"tasks": ["isolation"]}}, actions=1)
    assert measures("task", table, "place f5") == [0, 0]


def suited(table: Table, aim: str = "points") -> dict[str, Any] | None:
    found = AIMS[aim].suits(table.state, 0)
    return None if found is None else dict(found)


def test_a_turn_in_progress_gives_no_puzzle() -> None:
    assert suited(put("A e4 e6; B e5 f6", "swordmaster", actions=1)) is None


def test_a_hand_far_from_every_pattern_gives_no_puzzle() -> None:
    assert suited(put("A a5; B e5 f6", "swordmaster knight")) is not None
    assert suited(put("A a5; B e5 f6", "knight gun_tower")) is None


def test_a_puzzle_position_can_be_read_and_holds_only_the_players_cards() -> None:
    table = put("A e4 e6; B e5 f6", hands={"A": "swordmaster knight", "B": "titan wolf_rider"})
    position = suited(table)
    assert position is not None
    there = Position.read(GAME, {}, position)
    assert there.asks[0].seat == 0
    assert there.state.board == table.state.board
    assert set(position["hands"]) == {"A"}


def test_options_left_out_of_a_proof_change_nothing() -> None:
    table = put("A e4 e6 d3; B e5 f6 d4", "swordmaster hypnotist")
    aim = AIMS["points"]
    quick = prove(table.position, 0, aim, 10**6)
    whole = prove(table.position, 0, replace(aim, matters=None), 10**6)
    assert quick is not None
    assert whole is not None
    assert quick.tried < whole.tried
    assert (quick.best, quick.picks, {tuple(sorted(one)) for one in quick.ways}) == (
        whole.best,
        whole.picks,
        {tuple(sorted(one)) for one in whole.ways},
    )
