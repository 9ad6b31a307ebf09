"""Interactions of several rules."""

from __future__ import annotations

from tests.support.engine.leaders.table import put


def test_a_viziers_extra_step_takes_the_leader_out_of_danger() -> None:
    """NEM-07, VIZ-01: the Nemesis reacts once, to the end of the walk, with two steps and not four."""
    board = "S leader D2, S vizier A1; N leader D7, N rider F2, N nemesis D6"
    table = put(board).play("leader c1")
    assert table.codes and not {"c2", "d2", "d1", "b1"} & set(table.codes)


def test_a_swap_may_bring_the_players_own_leader_within_reach_of_the_nemesis() -> None:
    """ILL-06, FAQ-03: the swap is legal, and the match is lost at once."""
    board = "S leader D1, S illusionist D5; N leader A4, N rider D6, N nemesis F3"
    table = put(board).play("illusionist swap d1")
    assert table.verdict == "none"
    assert table.play("e4").verdict == "S captured"


def test_a_swap_of_the_enemy_leader_lets_the_players_nemesis_capture() -> None:
    """ILL-06, NEM-11"""
    board = "S leader A1, S illusionist D2, S rider C1, S nemesis G1; N leader D6"
    table = put(board).play("illusionist swap e1")
    assert table.verdict == "N captured"


def test_a_jailer_stops_the_acrobat_at_the_start_but_not_halfway() -> None:
    """ACR-05, JAI-01, JAI-02"""
    board = "S leader D1, S acrobat C3; N leader A1, N rider C4, N vizier D6, N jailer {}"
    assert put(board.format("B5")).ends("acrobat", "ability") == {"C5", "E6"}
    assert not put(board.format("B3")).outcomes("acrobat", "ability")


def test_the_acrobats_second_jump_may_go_over_the_jailer() -> None:
    """ACR-04, JAI-02"""
    board = "S leader D1, S acrobat C3; N leader A1, N rider C4, N jailer D6"
    assert put(board).ends("acrobat", "ability") == {"C5", "E6"}


def test_a_claw_launcher_beside_a_jailer_neither_flies_nor_drags() -> None:
    """JAI-01, CLW-01"""
    assert not put("S leader A2, S claw_launcher D1; N leader G3, N rider D5, N jailer C1").outcomes(
        "claw_launcher", "ability"
    )


def test_the_claw_launcher_may_fly_to_a_protected_character() -> None:
    """JAI-02, CLW-05: it becomes adjacent to the Jailer by flying, which does not interrupt the ability."""
    board = "S leader A2, S claw_launcher D1; N leader G3, N jailer D5, N protector D6"
    assert put(board).outcomes("claw_launcher", "ability") == {"S claw_launcher D1>D4"}


def test_the_own_protector_does_not_stop_dragging_an_ally() -> None:
    """PRO-05, CLW-02"""
    board = "S leader A2, S claw_launcher D1, S rider D5, S protector D6; N leader G3"
    assert "S rider D5>D2" in put(board).outcomes("claw_launcher", "ability")


def test_an_enemy_protector_does_not_protect_the_players_own_characters() -> None:
    """PRO-02, PRO-05: the North Protector does not stop South from moving the South Rider beside it."""
    board = "S leader A2, S claw_launcher D1, S rider D5; N leader G3, N protector D6"
    assert "S rider D5>D2" in put(board).outcomes("claw_launcher", "ability")


def test_a_protected_leader_is_neither_swapped_nor_dragged_nor_pushed_but_can_be_captured() -> None:
    """PRO-02, PRO-08"""
    shield = "N leader D5, N protector D6"
    assert not put(f"S leader A2, S illusionist D1; {shield}").outcomes("illusionist", "ability")
    assert put(f"S leader A2, S claw_launcher D1; {shield}").ends("claw_launcher", "ability") == {"D4"}
    assert not put(f"S leader A2, S bruiser D4; {shield}").outcomes("bruiser", "ability")
    assert put(f"S leader A2, S rider D4, S bruiser C3; {shield}").play("bruiser c4").verdict == "N captured"


def test_the_brewmaster_may_bring_the_leader_next_to_one_danger_but_not_to_two() -> None:
    """BRW-02, FAQ-02"""
    board = "S leader D3, S brewmaster D2; N leader A4, N rider D5{}"
    assert "D4" in put(board.format("")).ends("brewmaster", "ability")
    assert "D4" not in put(board.format(", N bruiser E4")).ends("brewmaster", "ability")


def test_the_brewmaster_may_bring_the_leader_within_the_reach_of_the_nemesis() -> None:
    """BRW-02, FAQ-03"""
    table = put("S leader D3, S brewmaster D2; N leader A4, N rider D5, N nemesis F4").play("brewmaster treat d4")
    assert table.play("e4").verdict == "S captured"


def test_the_royal_guard_may_pass_through_the_last_gap_but_not_stay() -> None:
    """RGD-03, END-07, END-10"""
    table = put("S leader D1, S rider C1, S vizier E1, S royal_guard A4; N leader D7").play("royal-guard rally")
    assert set(table.codes) == {"c2", "d3", "e2"}
    assert table.refused("d2").rule == "leaders.self-capture"


def test_the_bruiser_may_not_push_an_enemy_into_the_last_gap_beside_his_leader() -> None:
    """BRU-01, END-10: of C1, D2 and B1 the first is occupied and the second is the gap."""
    board = "S leader D1, S bruiser C3, S vizier E1, S archer C1; N leader A4, N rider C2"
    assert put(board).outcomes("bruiser", "ability") == {"N rider C2>B1 + S bruiser C3>C2"}


def test_the_illusionist_beside_its_leader_may_change_places_with_an_enemy() -> None:
    """ILL-01, END-10: the enemy takes its space in the full ring, which stays full; a swap that would fill the ring is
    refused.
    """
    ring = "S leader D1, S illusionist D2, S vizier E1; N leader A4, N rider D5"
    assert put(ring).outcomes("illusionist", "ability") == {"N rider D5>D2 + S illusionist D2>D5"}


def test_a_silenced_character_is_still_moved_and_still_captures() -> None:
    """JAI-06, JAI-01"""
    board = "S leader A1, S rider D4, S brewmaster D3, S vizier F2; N leader E4, N jailer C4"
    assert put(board).verdict == "none"
    assert put(board).play("brewmaster treat e3").verdict == "none"
    assert put(board).play("vizier f3").verdict == "N captured"


def test_the_wanderer_keeps_away_from_a_protector_like_from_any_enemy() -> None:
    """WAN-01"""
    assert "D3" not in put("S leader D1, S wanderer A1; N leader D7, N protector D4").ends("wanderer", "ability")


def test_a_character_moved_away_from_the_jailer_uses_its_ability_in_the_same_turn() -> None:
    """JAI-05, BRW-03"""
    table = put("S leader A1, S rider D4, S brewmaster D3; N leader A4, N jailer D5")
    table.play("brewmaster treat e3 rider ride g1")
    assert table.board["S rider"] == "G1"
