"""Knockdown puzzles: the most damage in a turn, and a knockout that no roll can avert."""

from __future__ import annotations

import pytest

from engine.core.decisions import Interrupted
from engine.core.position import Position
from engine.knockdown.computer.aims import AIMS
from engine.knockdown.data.content import CARDS
from engine.knockdown.game import GAME
from engine.learning.making.proof import prove
from tests.support.engine.aims import measures
from tests.support.engine.knockdown.table import put


def test_heavy_and_light_damage_count_alike() -> None:
    assert measures("damage", put("f4 f5", "cairn_hook reckless_knee"), "cairn-hook reckless-knee") == [2, 5]


def test_earlier_damage_and_own_damage_do_not_count() -> None:
    table = put("f4 f5", "reckless_knee", cubes=((2, 2), (3, 3)))
    assert measures("damage", table, "reckless-knee") == [3]


def test_damage_from_the_dark_after_the_turn_does_not_count() -> None:
    table = put("f1 f2", "cairn_hook ash_knuckle", candles=3)
    assert measures("damage", table, "cairn-hook ash-knuckle") == [2, 4]


def test_a_test_at_nineteen_is_a_certain_knockout() -> None:
    assert measures("knockout", put("f4 f5", "gravel_uppercut", cubes=((0, 0), (9, 9))), "gravel-uppercut") == [1]


def test_a_test_at_eighteen_damage_is_not_a_certain_knockout() -> None:
    assert measures("knockout", put("f4 f5", "gravel_uppercut", cubes=((0, 0), (9, 8))), "gravel-uppercut no") == [0, 0]


def test_nineteen_damage_without_a_test_is_not_a_knockout() -> None:
    assert measures("knockout", put("f4 f5", "cairn_hook", cubes=((0, 0), (9, 9))), "cairn-hook") == [0]


def test_skills_change_the_damage_that_no_roll_reaches() -> None:
    merciless = put("f4 f5", "gravel_uppercut", cubes=((0, 0), (9, 8)), skills=("merciless", ""))
    assert measures("knockout", merciless, "gravel-uppercut") == [1]
    last_stand = put("f4 f5", "gravel_uppercut", cubes=((0, 0), (9, 9)), skills=("", "last_stand"))
    assert measures("knockout", last_stand, "gravel-uppercut") == [0]


def test_a_puzzle_position_leaves_the_opponent_no_reaction() -> None:
    table = put(
        "f4 f5",
        "thorn_answer slip_aside cairn_hook ash_knuckle",
        a="moor_stomp sickle_sweep oak_heel",
        b="parry_cut iron_vow",
    )
    for aim in AIMS.values():
        position = aim.suits(table.state, 0)
        assert position is not None
        there = Position.read(GAME, {}, position)
        assert there.asks[0].seat == 0
        assert there.state.seats[1].hand == []
        assert len(there.state.row) == 4
        assert all(CARDS[card].trigger is None for card in there.state.row)
        assert prove(there, 0, aim, 10**5) is not None


def test_a_turn_that_asks_the_opponent_is_not_proven() -> None:
    table = put("f4 f5", "ash_knuckle", b="parry_cut oak_heel")
    with pytest.raises(Interrupted):
        prove(table.position, 0, AIMS["damage"], 10**5)


def test_the_next_turn_does_not_interrupt_a_proof() -> None:
    table = put("f1 b9", "ash_knuckle cairn_hook moor_stomp oak_heel")
    proof = prove(table.position, 0, AIMS["damage"], 10**5)
    assert proof is not None
    assert proof.best == 0


def test_automatic_replies_do_not_affect_a_proof() -> None:
    table = put("f4 f5", "cairn_hook reckless_knee")
    proof = prove(table.position, 0, AIMS["damage"], 10**5)
    assert proof is not None
    assert all("guard" not in way for way in proof.ways)
    assert (proof.best, proof.picks) == (5, 2)
