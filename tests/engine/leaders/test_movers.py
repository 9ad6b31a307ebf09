"""Characters whose ability moves themselves: Acrobat, Rider, Royal Guard, Wanderer; and the Leader with a Vizier."""

from __future__ import annotations

import pytest

from tests.support.each import each
from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.table import put


@each("over", ["S rider", "N rider", "S leader", "N leader"])
def test_the_acrobat_jumps_over_any_adjacent_character(over: str) -> None:
    """ACR-01"""
    rest = {"S leader": "S leader D1", "N leader": "N leader G3"}
    rest.pop(over, None)
    board = ", ".join(["S acrobat C3", f"{over} C4", *rest.values()])
    assert put(board).ends("acrobat", "ability") == {"C5"}


def test_the_acrobat_does_not_jump_off_the_board() -> None:
    """ACR-01"""
    assert not put("S leader D1, S acrobat A2; N leader D7, N rider A1").outcomes("acrobat", "ability")


def test_the_acrobat_does_not_jump_over_two_in_a_row() -> None:
    """ACR-03"""
    assert not put("S leader D1, S acrobat C3; N leader D7, N rider C4, N vizier C5").outcomes("acrobat", "ability")


def test_the_acrobat_does_not_jump_over_a_gap() -> None:
    """ACR-03: C5 is two spaces away."""
    assert not put("S leader D1, S acrobat C3; N leader D7, N rider C5").outcomes("acrobat", "ability")


def test_the_second_jump_may_go_on_in_the_same_direction() -> None:
    """ACR-04"""
    table = put("S leader A1, S acrobat D1, S rider D2; N leader A4, N vizier D4")
    assert table.ends("acrobat", "ability") == {"D3", "D5"}


def test_a_double_jump_may_end_in_line_with_its_start() -> None:
    """ACR-04: over E4 to F4, then over E5 to D6; D5 is empty, and the narration must not name it."""
    table = put("S leader A1, S acrobat D4, S rider E4, S vizier E5; N leader G1").play("acrobat jump d6")
    event = table.events[0]
    assert (event["path"], event["over"]) == (["D4", "F4", "D6"], ["rider", "vizier"])


def test_a_single_jump_is_narrated_as_one() -> None:
    """ACR-01"""
    event = put("S leader A1, S acrobat D4, S rider D5; N leader G1").play("acrobat jump").events[0]
    assert (event["path"], event["over"]) == (["D4", "D6"], ["rider"])


@pytest.mark.parametrize("first", ["jump c5", "step d4"])
def test_the_acrobat_either_jumps_or_makes_a_basic_move(first: str) -> None:
    """ACR-06"""
    table = put("S leader D1, S acrobat C3; N leader D7, N rider C4, N vizier D6").play(f"acrobat {first}")
    assert "acrobat" not in table.actors


def test_the_acrobat_does_not_jump_back_to_where_it_stood() -> None:
    """ACR-07, house ruling: an action must change the position."""
    table = put("S leader D1, S acrobat C3; N leader D7, N rider C4")
    assert table.ends("acrobat", "ability") == {"C5"}


def test_the_acrobat_may_not_land_in_the_last_gap_beside_its_leader() -> None:
    """END-10"""
    board = "S leader D1, S acrobat D4, S rider C1, S vizier E1; N leader D7, N archer D3"
    assert not put(board).outcomes("acrobat", "ability")


def test_the_acrobat_may_pass_through_the_last_gap_beside_its_leader() -> None:
    """END-07: over D3 into D2, then over E2 to F2; staying on D2 would surround the Leader."""
    board = "S leader D1, S acrobat D4, S rider C1, S vizier E1, S jailer E2; N leader D7, N archer D3"
    assert put(board).ends("acrobat", "ability") == {"F2"}


def test_the_rider_rides_two_spaces_in_six_directions() -> None:
    """RID-01"""
    table = put("S leader A1, S rider D4; N leader A4")
    assert table.ends("rider", "ability") == {"D6", "F4", "F2", "D2", "B2", "B4"}


def test_the_rider_does_not_ride_off_the_board() -> None:
    """RID-01"""
    assert put("S leader A4, S rider D1; N leader G4").ends("rider", "ability") == {"D3", "B1", "F1"}


def test_the_rider_cannot_ride_onto_an_occupied_space() -> None:
    """RID-02"""
    assert "D6" not in put("S leader A1, S rider D4; N leader D6").ends("rider", "ability")


def test_the_rider_may_make_a_basic_move_instead() -> None:
    """RID-03"""
    assert len(put("S leader A1, S rider D4; N leader A4").ends("rider", "move")) == 6


def test_a_rider_beside_a_jailer_can_make_a_basic_move() -> None:
    """RID-03, JAI-01"""
    table = put("S leader A1, S rider D4; N leader A4, N jailer D5")
    assert not table.outcomes("rider", "ability")
    assert table.ends("rider", "move") == {"E4", "E3", "D3", "C3", "C4"}


def test_a_royal_guard_beside_its_leader_may_rally_to_another_space_beside_it() -> None:
    """RGD-02"""
    assert {"D3", "D2"} <= put("S leader D4, S royal_guard D5; N leader A4").ends("royal_guard", "ability")


def test_the_royal_guard_cannot_rally_to_its_own_space() -> None:
    """RGD-02, house ruling: an action must change the position."""
    assert "D5" not in put("S leader D4, S royal_guard D5; N leader A4").ends("royal_guard", "ability")


def test_the_royal_guard_may_rally_into_the_last_gap_if_it_was_beside_its_leader() -> None:
    """RGD-03"""
    table = put("S leader D1, S royal_guard C1, S vizier E1; N leader D7")
    assert {"D2", "D3", "C2"} <= table.ends("royal_guard", "ability")


def test_the_royal_guard_needs_no_free_path_to_its_leader() -> None:
    """RGD-01: it is enclosed in a far corner."""
    board = "S leader D1, S royal_guard A4; N leader D7, N rider A3, N vizier B4, N archer B5"
    assert "D3" in put(board).ends("royal_guard", "ability")


def test_a_rally_moves_only_the_guard() -> None:
    """RGD-04"""
    table = put("S leader D1, S royal_guard A4; N leader D7").play("royal-guard rally d3")
    assert table.board == {"S leader": "D1", "S royal_guard": "D3", "N leader": "D7"}
    assert "leader" in table.actors


def test_the_guard_may_rally_to_a_leader_that_has_acted() -> None:
    """RGD-04"""
    assert put("S leader D1, S royal_guard A4; N leader D7", acted=["leader"]).ends("royal_guard", "ability") >= {"D3"}


def test_the_wanderer_reaches_every_space_that_is_not_next_to_an_enemy() -> None:
    """WAN-01"""
    table = put("S leader D1, S wanderer A1; N leader D7, N rider D4")
    barred = oracle.around("D7") | oracle.around("D4") | {"D1", "A1", "D7", "D4"}
    assert table.ends("wanderer", "ability") == set(oracle.SPACES) - barred


def test_a_wanderer_beside_a_jailer_can_only_make_a_basic_move() -> None:
    """WAN-03"""
    table = put("S leader D1, S wanderer D4; N leader D7, N jailer D5")
    assert not table.outcomes("wanderer", "ability")
    assert table.ends("wanderer", "move") == {"E4", "E3", "D3", "C3", "C4"}


def test_the_wanderer_may_make_a_basic_move_next_to_an_enemy() -> None:
    """WAN-01: the restriction is part of the ability."""
    assert "D6" in put("S leader D1, S wanderer D5; N leader D7").ends("wanderer", "move")


def test_with_a_vizier_the_leader_goes_anywhere_within_two_steps() -> None:
    """VIZ-01"""
    within = {two for one in oracle.around("D4") for two in oracle.around(one) | {one}} - {"D4"}
    assert put("S leader D4, S vizier A1; N leader G4").ends("leader", "move") == within


def test_without_a_vizier_the_leader_goes_one_step() -> None:
    """VIZ-01"""
    assert put("S leader D4; N leader G4").ends("leader", "move") == oracle.around("D4")


def test_an_enemy_vizier_gives_no_extra_step() -> None:
    """VIZ-01"""
    assert put("S leader D4; N leader G4, N vizier A1").ends("leader", "move") == oracle.around("D4")


@each("place", ["A1", "A4", "D5", "G1"])
def test_a_vizier_helps_from_anywhere(place: str) -> None:
    """VIZ-03"""
    assert "D2" in put(f"S leader D4, S vizier {place}; N leader G4").ends("leader", "move")


def test_a_vizier_beside_a_jailer_still_helps() -> None:
    """VIZ-03, JAI-04"""
    assert "D2" in put("S leader D4, S vizier A1; N leader G4, N jailer A2").ends("leader", "move")


def test_the_extra_step_is_part_of_the_leaders_action() -> None:
    """VIZ-04, BRW-02"""
    table = put("S leader D4, S vizier A1, S brewmaster D5; N leader G4")
    moved = {moves for moves in table.outcomes("brewmaster", "ability") if "leader" in moves}
    assert moved == {f"S leader D4>{end}" for end in ("E4", "E3", "D3", "C3", "C4")}


def test_the_vizier_gives_only_the_leader_an_extra_step() -> None:
    """VIZ-04"""
    assert put("S leader D1, S vizier A1, S archer D4; N leader G4").ends("archer", "move") == oracle.around("D4")


def test_the_extra_step_is_optional() -> None:
    """VIZ-05"""
    assert put("S leader D4, S vizier A1; N leader G4").ends("leader", "move") >= oracle.around("D4")


def test_the_leader_cannot_walk_out_and_back() -> None:
    """VIZ-06, house ruling: an action must change the position."""
    assert "D4" not in put("S leader D4, S vizier A1; N leader G4").ends("leader", "move")


def test_a_path_past_danger_is_narrated_space_by_space() -> None:
    """END-07"""
    board = "S leader C3, S vizier A1; N leader G4, N rider D4, N bruiser B4"
    assert put(board).play("leader c5").events[0]["path"] == ["C3", "C4", "C5"]
