"""Captured and surrounded Leaders, and actions that would lose the player's own Leader."""

from __future__ import annotations

import pytest

from tests.support.each import each
from tests.support.engine.leaders.table import put


@pytest.mark.parametrize(
    ("board", "verdict"),
    [
        ("S leader D1, S rider D5, S vizier E3; N leader D4", "N captured"),
        ("S leader D1, S rider D5, S nemesis D3; N leader D4", "N captured"),
        ("S leader D1, S rider D5, S vizier E3, S jailer C4; N leader D4", "N captured"),
    ],
)
def test_two_enemies_beside_the_leader_capture_it(board: str, verdict: str) -> None:
    """END-01"""
    assert put(board).verdict == verdict


def test_allies_beside_the_leader_do_not_count() -> None:
    """END-03"""
    assert put("S leader D1, S vizier D5; N leader D4, N rider E4, N archer C3").verdict == "none"


@each(
    ("board", "verdict"),
    [
        ("S leader D1, S rider F4; N leader G4, N vizier G3, N jailer F5", "N surrounded"),
        ("S leader D1; N leader G4, N vizier G3, N jailer F5, N rider F4", "N surrounded"),
        ("S leader D1, S rider F4; N leader G4, N vizier G3", "none"),
        ("S leader D1, S rider F2; N leader G2, N vizier G1, N jailer G3, N archer F3", "N surrounded"),
        ("S leader D1, S rider F2; N leader G2, N vizier G1, N jailer G3", "none"),
        ("S leader D1, S rider D5; N leader D4, N vizier E4, N archer E3, N jailer D3, N cub C3", "none"),
    ],
)
def test_a_leader_is_surrounded_by_three_in_a_corner_four_on_an_edge_and_six_inside(board: str, verdict: str) -> None:
    """END-06"""
    assert put(board).verdict == verdict


def test_the_match_ends_at_once() -> None:
    """END-08: the Archer could still act and South would still recruit."""
    table = put("S leader A1, S rider D2, S vizier E3, S archer G1; N leader D4").play("rider step d3")
    assert (table.verdict, table.asks) == ("N captured", [])
    assert table.events[-1] == {"kind": "over", "winners": [0], "reason": "captured"}


def test_after_the_end_every_pick_is_refused() -> None:
    """END-08"""
    table = put("S leader A1, S rider D5, S vizier E3; N leader D4")
    assert table.refused("end", seat=0).code == "over"


def test_an_action_that_loses_the_players_own_leader_by_capture_is_illegal() -> None:
    """END-09"""
    table = put("S leader C5, S rider E3; N leader D4, N bruiser D6")
    assert "D5" not in table.ends("leader", "move")
    assert table.play("leader").refused("d5").rule == "leaders.self-capture"


def test_an_ability_that_loses_the_players_own_leader_by_capture_is_illegal() -> None:
    """END-09: on D2 the North Leader would be lost, but also the South Leader between it and the Bruiser."""
    board = "S leader E1, S claw_launcher D1; N leader D6, N bruiser F1"
    assert "N leader D6>D2" not in put(board).outcomes("claw_launcher", "ability")
    assert put(board.replace("F1", "G3")).play("claw-launcher drag").verdict == "N captured"


def test_the_brewmaster_may_not_move_his_leader_into_capture() -> None:
    """FAQ-02, BRW-02"""
    table = put("S leader D3, S brewmaster D2; N leader A4, N rider D5, N bruiser E4")
    assert table.ends("brewmaster", "ability") == {"C2", "C3", "E2", "E3"}


def test_a_swap_may_not_move_the_players_own_leader_into_capture() -> None:
    """FAQ-02"""
    board = "S leader D2, S illusionist D5; N leader A4, N rider D6, N bruiser {}"
    assert put(board.format("E5")).outcomes("illusionist", "ability") == set()
    assert put(board.format("G4")).outcomes("illusionist", "ability") == {"S illusionist D5>D2 + S leader D2>D5"}


def test_a_drag_may_not_move_the_players_own_leader_into_capture() -> None:
    """FAQ-02"""
    table = put("S leader D1, S claw_launcher D5; N leader A4, N rider C4, N bruiser E4")
    assert table.outcomes("claw_launcher", "ability") == {"S claw_launcher D5>D2"}


def test_a_second_enemy_may_not_be_dragged_beside_the_players_own_leader() -> None:
    """FAQ-02"""
    table = put("S leader C1, S claw_launcher D1; N leader A4, N bruiser C2, N rider D5")
    assert table.outcomes("claw_launcher", "ability") == {"S claw_launcher D1>D4"}


def test_a_second_enemy_may_not_be_pushed_beside_the_players_own_leader() -> None:
    """FAQ-02"""
    table = put("S leader D3, S bruiser E5; N leader A4, N rider E4, N vizier C3")
    assert table.outcomes("bruiser", "ability") == {"N rider E4>F3 + S bruiser E5>E4"}


def test_a_single_enemy_may_be_moved_beside_the_players_own_leader() -> None:
    """FAQ-02"""
    assert {"D4", "E4"} <= put("S leader E3, S manipulator D1; N leader A4, N rider D5").ends("manipulator", "ability")


def test_an_enemy_may_not_fill_the_last_gap_beside_the_players_own_leader() -> None:
    """FAQ-02, END-10"""
    table = put("S leader D1, S vizier C1, S archer E1, S manipulator D6; N leader A4, N rider D3")
    assert table.ends("manipulator", "ability") == {"C2", "C3", "D4", "E2", "E3"}


def test_a_character_may_take_the_last_gap_if_it_leaves_another_space_beside_the_leader() -> None:
    """END-10: the space that it leaves is the new gap."""
    assert "D2" in put("S leader D1, S rider C1, S vizier E1; N leader D7").ends("rider", "move")


def test_the_leader_may_step_into_the_last_gap_beside_it() -> None:
    """END-10"""
    assert put("S leader D1, S rider C1, S archer E1; N leader D7").ends("leader", "move") == {"D2"}


def test_pushing_the_enemy_leader_between_two_enemies_wins() -> None:
    """END-11: the Bruiser that takes its place is one of them."""
    assert put("S leader A1, S bruiser D3, S rider D6; N leader D4").play("bruiser push d5").verdict == "N captured"


def test_swapping_the_enemy_leader_between_two_enemies_wins() -> None:
    """END-11"""
    board = "S leader A1, S illusionist D2, S rider C1, S vizier E1; N leader D5"
    assert put(board).play("illusionist swap").verdict == "N captured"


def test_dragging_the_enemy_leader_between_two_enemies_wins() -> None:
    """END-11: the Claw Launcher beside it is one of them."""
    board = "S leader A1, S claw_launcher D1, S rider C1; N leader D5"
    assert put(board).play("claw-launcher drag").verdict == "N captured"


def test_pushing_the_enemy_leader_among_its_own_characters_surrounds_it() -> None:
    """END-11"""
    board = "S leader D1, S bruiser G2; N leader G3, N archer F5, N vizier F4"
    assert put(board).play("bruiser push").verdict == "N surrounded"


def test_stepping_into_the_last_gap_beside_the_enemy_leader_surrounds_it() -> None:
    """END-05"""
    board = "S leader D1, S rider E4; N leader G4, N archer G3, N vizier F5"
    assert put(board).play("rider step f4").verdict == "N surrounded"


def test_the_end_is_checked_after_an_action_and_not_during_it() -> None:
    """END-07: the Acrobat only passes the first landing beside the Leader, although the Rider is beside it, too."""
    board = "S leader A1, S acrobat D2, S rider E4, S vizier D3, S archer C4; N leader D5"
    table = put(board)
    assert "B4" in table.ends("acrobat", "ability")
    assert table.play("acrobat jump b4").verdict == "none"
