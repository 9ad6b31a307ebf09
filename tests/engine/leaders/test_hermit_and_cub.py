"""Hermit & Cub: one card with two figures, which act one directly after the other."""

from __future__ import annotations

import pytest

from tests.support.each import each
from tests.support.engine.leaders.table import put

BOARD = "S leader D1, S hermit C3, S cub E3, S rider A1; N leader D7"


@each("acts", ["hermit c4", "cub e4", "hermit c4 cub e4", "cub e4 hermit c4"])
def test_hermit_and_cub_may_move_in_any_order_or_not_at_all(acts: str) -> None:
    """HER-02"""
    table = put(BOARD).play(acts)
    assert ("C4" in table.board.values()) == ("hermit" in acts)
    assert ("E4" in table.board.values()) == ("cub" in acts)


def test_hermit_and_cub_move_one_space_each() -> None:
    """HER-02"""
    table = put(BOARD)
    assert table.ends("hermit", "move") == {"C4", "D4", "D3", "C2", "B2", "B3"}
    assert table.ends("cub", "move") == {"E4", "F3", "F2", "E2", "D3", "D4"}


@pytest.mark.parametrize(("first", "other"), [("hermit c4", "cub"), ("cub e4", "hermit")])
def test_when_another_character_acts_in_between_the_second_of_the_two_cannot_act(first: str, other: str) -> None:
    """HER-03"""
    table = put(BOARD).play(f"{first} rider step a2")
    assert table.actors == {"leader"}
    assert table.refused(other).rule == "leaders.pair"


def test_a_written_position_keeps_the_order_of_those_who_have_acted() -> None:
    """HER-03: the Rider acted between Hermit and Cub, or before them."""
    assert put(BOARD, acted=["hermit", "rider"]).actors == {"leader"}
    assert put(BOARD, acted=["rider", "hermit"]).actors == {"leader", "cub"}
    assert put(BOARD, acted=["hermit", "cub", "rider"]).actors == {"leader"}


def test_a_position_written_between_hermit_and_cub_says_so() -> None:
    """HER-03: whichever of the two came to the side first."""
    for acts in ("rider step a2 hermit c4", "leader d2 cub e4", "hermit c4"):
        table = put(BOARD).play(acts)
        assert put(**table.position).actors == table.actors


def test_other_characters_may_act_before_and_after_both() -> None:
    """HER-03"""
    table = put(BOARD).play("rider step a2 hermit c4")
    assert "cub" in table.actors
    table.play("cub e4")
    assert table.actors == {"leader"}


def test_an_earlier_action_of_another_does_not_separate_the_two() -> None:
    """HER-03: the Leader acted first, then the Hermit; the Cub follows directly."""
    assert "cub" in put(BOARD).play("leader d2 hermit c4").actors


def test_a_nemesis_reaction_in_between_does_not_separate_the_two() -> None:
    """HER-03: the reaction is not an action."""
    board = "S leader D1, S hermit C3, S cub E3; N leader G4, N nemesis A4"
    assert put(board).play("leader d2 a2").actors == {"hermit", "cub"}


def test_in_the_next_turn_both_may_act_again() -> None:
    """HER-03"""
    table = put(
        "S leader D1, S hermit C3, S cub E3, S rider A1, S vizier G1, S jailer B1; N leader D7", market=["archer"]
    )
    table.play("hermit c4 rider step a2 end end")
    while table.seat == 1:
        table.pick(table.codes[0])
    assert {"hermit", "cub"} <= table.actors


def test_the_cub_does_not_count_for_a_capture() -> None:
    """HER-04"""
    assert put("S leader D1, S cub D5, S rider E3; N leader D4").verdict == "none"


def test_the_cub_blocks_a_line() -> None:
    """HER-06: the Leader behind it cannot be reached."""
    assert put("S leader A2, S illusionist D1, S cub D3; N leader D6").outcomes("illusionist", "ability") == {
        "S cub D3>D1 + S illusionist D1>D3"
    }


def test_a_jailer_beside_the_hermit_does_not_affect_their_moves() -> None:
    """HER-07"""
    assert {"hermit", "cub"} <= put("S leader D1, S hermit C3, S cub C2; N leader D7, N jailer C4").actors
