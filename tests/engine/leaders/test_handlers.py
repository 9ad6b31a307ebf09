"""Characters whose ability moves others: Bruiser, Illusionist, Claw Launcher, Manipulator, Brewmaster."""

from __future__ import annotations

from tests.support.engine.leaders import oracle
from tests.support.engine.leaders.table import put


def test_the_bruiser_pushes_straight_on_or_to_either_side() -> None:
    """BRU-01"""
    assert put("S leader D1, S bruiser D4; N leader A1, N rider D5").outcomes("bruiser", "ability") == {
        "N rider D5>D6 + S bruiser D4>D5",
        "N rider D5>C5 + S bruiser D4>D5",
        "N rider D5>E5 + S bruiser D4>D5",
    }


def test_the_bruiser_cannot_push_onto_an_occupied_space() -> None:
    """BRU-02"""
    board = "S leader D1, S bruiser D4, S archer C5; N leader A1, N rider D5, N vizier D6"
    assert put(board).outcomes("bruiser", "ability") == {"N rider D5>E5 + S bruiser D4>D5"}


def test_on_the_edge_the_bruiser_pushes_only_to_spaces_on_the_board() -> None:
    """BRU-02: from F2 it pushes a figure on G2; beyond G2 there is only G3, then the edge."""
    assert put("S leader D1, S bruiser F2; N leader A1, N rider G2").outcomes("bruiser", "ability") == {
        "N rider G2>G3 + S bruiser F2>G2",
    }


def test_the_bruiser_pushes_the_enemy_leader() -> None:
    """BRU-04"""
    assert put("S leader D1, S bruiser D4; N leader D5").outcomes("bruiser", "ability") == {
        "N leader D5>D6 + S bruiser D4>D5",
        "N leader D5>C5 + S bruiser D4>D5",
        "N leader D5>E5 + S bruiser D4>D5",
    }


def test_the_bruisers_owner_chooses_where_the_enemy_goes() -> None:
    """BRU-05"""
    table = put("S leader D1, S bruiser D4; N leader A1, N rider D5").play("bruiser push")
    assert (table.seat, table.codes) == (0, ["c5", "d6", "e5"])


def test_with_several_adjacent_enemies_the_bruiser_chooses_one() -> None:
    """BRU-05"""
    table = put("S leader D1, S bruiser D4; N leader A1, N rider D5, N vizier C3").play("bruiser push")
    assert (table.prompt, set(table.codes)) == ("target", {"d5", "c3"})


def test_the_illusionist_cannot_swap_with_a_neighbor() -> None:
    """ILL-02"""
    assert not put("S leader A2, S illusionist D4; N leader G3, N rider D5").outcomes("illusionist", "ability")


def test_the_illusionist_swaps_with_an_ally() -> None:
    """ILL-04"""
    assert put("S leader A1, S illusionist D2, S rider D5; N leader G3").outcomes("illusionist", "ability") == {
        "S illusionist D2>D5 + S rider D5>D2"
    }


def test_the_illusionist_can_swap_with_its_own_leader() -> None:
    """ILL-01, ILL-04"""
    assert put("S leader D5, S illusionist D2; N leader G3").outcomes("illusionist", "ability") == {
        "S illusionist D2>D5 + S leader D5>D2"
    }


def test_the_illusionist_cannot_swap_out_of_line() -> None:
    """ILL-01: E4 is two spaces away from D2's line."""
    assert not put("S leader A1, S illusionist D2; N leader G3, N rider E4").outcomes("illusionist", "ability")


def test_a_swap_with_the_enemy_leader_triggers_the_players_own_nemesis() -> None:
    """ILL-06"""
    table = put("S leader A1, S illusionist D2, S nemesis G1; N leader D6").play("illusionist swap")
    assert (table.prompt, table.seat) == ("nemesis", 0)


def test_a_swap_with_the_players_own_leader_triggers_the_enemy_nemesis() -> None:
    """ILL-06"""
    table = put("S leader D5, S illusionist D2; N leader A4, N nemesis G1").play("illusionist swap")
    assert (table.prompt, table.seat) == ("nemesis", 1)


def test_a_swap_with_other_characters_triggers_no_nemesis() -> None:
    """ILL-06"""
    board = "S leader A1, S illusionist D2, S rider D5; N leader A4, N nemesis G1"
    assert put(board).play("illusionist swap").prompt == "who-acts"


def test_the_claw_launcher_flies_to_an_ally_or_drags_it() -> None:
    """CLW-02"""
    assert put("S leader A2, S claw_launcher D1, S rider D5; N leader G3").outcomes("claw_launcher", "ability") == {
        "S claw_launcher D1>D4",
        "S rider D5>D2",
    }


def test_the_claw_launcher_flies_to_its_own_leader_or_drags_it() -> None:
    """CLW-03"""
    assert put("S leader D5, S claw_launcher D1; N leader G3").outcomes("claw_launcher", "ability") == {
        "S claw_launcher D1>D4",
        "S leader D5>D2",
    }


def test_a_neighbor_is_not_a_target_of_the_claw() -> None:
    """CLW-04"""
    assert not put("S leader A2, S claw_launcher D4; N leader G3, N rider D5").outcomes("claw_launcher", "ability")


def test_the_claw_does_not_reach_past_a_neighbor() -> None:
    """CLW-04: the Vizier behind the adjacent Rider cannot be reached."""
    board = "S leader A2, S claw_launcher D4; N leader G3, N rider D5, N vizier D7"
    assert not put(board).outcomes("claw_launcher", "ability")


def test_the_claw_takes_the_nearest_in_line() -> None:
    """CLW-01"""
    board = "S leader A2, S claw_launcher D1; N leader G3, N rider D4, N vizier D7"
    assert put(board).outcomes("claw_launcher", "ability") == {"S claw_launcher D1>D3", "N rider D4>D2"}


def test_the_claw_launcher_chooses_one_of_several_lines() -> None:
    """CLW-01"""
    board = "S leader A2, S claw_launcher D4; N leader G3, N rider D7, N vizier G4"
    assert put(board).outcomes("claw_launcher", "ability") == {
        "S claw_launcher D4>D6",
        "N rider D7>D5",
        "S claw_launcher D4>F4",
        "N vizier G4>E4",
    }


def test_the_manipulator_moves_an_enemy_in_any_direction() -> None:
    """MAN-01"""
    table = put("S leader A1, S manipulator D1; N leader G3, N rider D5")
    assert table.outcomes("manipulator", "ability") == {f"N rider D5>{end}" for end in oracle.around("D5")}


def test_the_manipulator_does_not_see_past_an_ally() -> None:
    """MAN-01"""
    assert not put("S leader A1, S manipulator D1, S vizier D3; N leader G3, N rider D5").outcomes(
        "manipulator", "ability"
    )


def test_the_manipulator_moves_the_enemy_leader() -> None:
    """MAN-03"""
    table = put("S leader A1, S manipulator D1; N leader D5")
    assert table.outcomes("manipulator", "ability") == {f"N leader D5>{end}" for end in oracle.around("D5")}


def test_the_manipulator_does_not_move_herself() -> None:
    """MAN-04"""
    table = put("S leader A1, S manipulator D1; N leader G3, N rider D5").play("manipulator nudge d6")
    assert table.board == {"S leader": "A1", "S manipulator": "D1", "N leader": "G3", "N rider": "D6"}


def test_a_character_moved_by_an_enemy_can_act_on_its_own_turn() -> None:
    """MAN-04: being moved does not use up an action."""
    table = put("S leader A1, S manipulator D1; N leader G3, N rider D5", market=["archer"])
    table.play("manipulator nudge d6 end b1")
    assert "rider" in table.actors


def test_the_brewmaster_moves_his_own_leader_one_space() -> None:
    """BRW-02"""
    table = put("S leader D5, S brewmaster D4; N leader A1")
    assert table.ends("brewmaster", "ability") == {"D6", "E5", "E4", "C4", "C5"}


def test_the_brewmaster_can_move_an_ally_that_has_acted() -> None:
    """BRW-03"""
    board = "S leader A1, S brewmaster D4, S rider C5; N leader G3"
    table = put(board).play("rider step d5 brewmaster treat d6")
    assert (table.board["S rider"], table.actors) == ("D6", {"leader"})


def test_an_ally_moved_by_the_brewmaster_can_still_act() -> None:
    """BRW-03"""
    board = "S leader A1, S brewmaster D4, S rider D5; N leader G3"
    table = put(board).play("brewmaster treat d6 rider step d7")
    assert table.board["S rider"] == "D7"


def test_the_brewmaster_moves_his_own_nemesis_without_consequences() -> None:
    """BRW-04"""
    table = put("S leader A1, S brewmaster D4, S nemesis D5; N leader G3").play("brewmaster treat d6")
    assert (table.board["S nemesis"], table.prompt) == ("D6", "who-acts")


def test_the_brewmaster_moves_his_own_cub() -> None:
    """BRW-04"""
    table = put("S leader A1, S brewmaster D4, S cub D5; N leader G3").play("brewmaster treat d6")
    assert table.board["S cub"] == "D6"
    assert "cub" in table.actors
