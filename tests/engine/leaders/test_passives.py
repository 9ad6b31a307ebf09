"""The passive characters: Archer, Assassin, Jailer, Protector."""

from __future__ import annotations

import pytest

from tests.support.each import each
from tests.support.engine.leaders.table import put


def test_the_archer_does_not_count_when_adjacent() -> None:
    """ARC-02"""
    assert put("S leader D1, S archer D5, S rider E3; N leader D4").verdict == "none"


def test_the_archer_counts_from_two_spaces_in_line_in_every_direction() -> None:
    """ARC-01"""
    for place in ("D6", "F4", "F2", "D2", "B2", "B4"):
        assert put(f"S leader A1, S archer {place}, S rider E3; N leader D4").verdict == "N captured"


def test_the_archer_does_not_count_from_three_spaces() -> None:
    """ARC-01"""
    assert put("S leader D1, S archer D7, S rider E3; N leader D4").verdict == "none"


def test_the_archer_alone_cannot_capture() -> None:
    """ARC-04"""
    assert put("S leader D1, S archer D6; N leader D4").verdict == "none"


def test_the_archer_can_complete_a_capture() -> None:
    """ARC-04"""
    assert put("S leader A1, S archer D7, S rider E3; N leader D4").play("archer d6").verdict == "N captured"


def test_the_leader_may_not_step_into_the_archers_line_beside_another_enemy() -> None:
    """ARC-01, FAQ-02"""
    assert "D4" not in put("S leader D3; N leader A4, N archer D6, N rider E4").ends("leader", "move")


def test_the_assassin_captures_alone() -> None:
    """ASN-01"""
    assert put("S leader D1, S assassin D5; N leader D4").verdict == "N captured"


def test_the_assassin_does_not_capture_from_two_spaces() -> None:
    """ASN-01"""
    assert put("S leader D1, S assassin D6, S rider E3; N leader D4").verdict == "none"


def test_the_brewmaster_may_not_move_his_leader_next_to_an_assassin() -> None:
    """ASN-02"""
    table = put("S leader D3, S brewmaster D2; N leader A4, N assassin D5")
    assert table.ends("brewmaster", "ability") == {"C2", "C3", "E2", "E3"}


def test_the_assassin_may_not_be_dragged_next_to_the_players_own_leader() -> None:
    """ASN-02"""
    table = put("S leader C1, S claw_launcher D1; N leader A4, N assassin D5")
    assert table.outcomes("claw_launcher", "ability") == {"S claw_launcher D1>D4"}


ACTIVE = [
    ("acrobat", "D3", "S vizier C3"), ("rider", "D3", ""), ("bruiser", "D3", "N rider C3"), ("royal_guard", "D3", ""),
    ("illusionist", "D3", "S vizier F3"), ("claw_launcher", "D3", "S vizier F3"), ("manipulator", "D3", "N rider F3"),
    ("wanderer", "D3", ""), ("brewmaster", "D3", "S vizier C3"),
]  # fmt: skip


@each(("who", "place", "other"), ACTIVE)
def test_the_jailer_blocks_active_abilities_beside_it_and_no_basic_moves(who: str, place: str, other: str) -> None:
    """JAI-01, JAI-04"""
    rest = f"S leader A1, S {who} {place}; N leader A4"
    board = f"{rest}, {other}" if other else rest
    assert put(f"{board}, N jailer G4").outcomes(who, "ability")
    silenced = put(f"{board}, N jailer D4")
    assert not silenced.outcomes(who, "ability")
    assert silenced.outcomes(who, "move")


def test_a_blocked_ability_is_refused_with_the_jailers_rule() -> None:
    """JAI-01"""
    table = put("S leader A1, S rider D4; N leader A4, N jailer D5").play("rider")
    assert table.refused("ride").rule == "leaders.jailer"


def test_a_jailer_passed_on_the_way_interrupts_nothing() -> None:
    """JAI-02: the Royal Guard passes a space beside the Jailer."""
    table = put("S leader D4, S royal_guard A1; N leader A4, N jailer D6")
    assert "E5" in table.ends("royal_guard", "ability")


@pytest.mark.parametrize(
    "board",
    [
        "S leader D1, S hermit D4, S cub C3; N leader A4, N jailer D5",
        "S leader D1, S archer D4; N leader A4, N jailer D5",
        "S leader D1, S protector D4; N leader A4, N jailer D5",
    ],
)
def test_a_character_without_an_active_ability_is_not_affected_by_the_jailer(board: str) -> None:
    """JAI-04, HER-07"""
    table = put(board)
    who = next(word for word in ("hermit", "archer", "protector") if word in board)
    assert len(table.ends(who, "move")) >= 4


def test_the_assassin_beside_a_jailer_still_captures() -> None:
    """JAI-04"""
    assert put("S leader D1, S assassin D5; N leader D4, N jailer D6").verdict == "N captured"


def test_the_protector_beside_a_jailer_still_shields() -> None:
    """JAI-04"""
    board = "S leader A1, S manipulator D1, S jailer D7; N leader G3, N rider D5, N protector D6"
    assert not put(board).outcomes("manipulator", "ability")


def test_moving_the_jailer_away_allows_abilities_at_once() -> None:
    """JAI-05"""
    table = put("S leader A1, S rider D4, S manipulator E1; N leader A4, N jailer E4")
    assert not table.outcomes("rider", "ability")
    table.play("manipulator nudge f4")
    assert table.outcomes("rider", "ability")


def test_stepping_away_from_the_jailer_uses_up_the_action() -> None:
    """JAI-05"""
    table = put("S leader A1, S rider D4; N leader A4, N jailer D5").play("rider d3")
    assert "rider" not in table.actors


def test_being_moved_away_from_the_jailer_allows_the_ability() -> None:
    """JAI-05, JAI-06"""
    table = put("S leader A1, S rider D4, S brewmaster D3; N leader A4, N jailer D5")
    assert not table.outcomes("rider", "ability")
    table.play("brewmaster treat e3")
    assert table.outcomes("rider", "ability")


def test_an_enemy_ability_cannot_move_the_protector() -> None:
    """PRO-01"""
    assert not put("S leader A1, S manipulator D1; N leader G3, N protector D5").outcomes("manipulator", "ability")


def test_an_enemy_ability_cannot_swap_with_or_drag_the_protector() -> None:
    """PRO-01"""
    assert not put("S leader A2, S illusionist D1; N leader G3, N protector D5").outcomes("illusionist", "ability")
    assert put("S leader A2, S claw_launcher D1; N leader G3, N protector D5").outcomes("claw_launcher", "ability") == {
        "S claw_launcher D1>D4"
    }


def test_the_bruiser_cannot_push_a_protected_character() -> None:
    """PRO-04"""
    table = put("S leader A1, S bruiser D4; N leader G3, N rider D5, N protector D6")
    assert not table.outcomes("bruiser", "ability")


def test_the_bruiser_cannot_push_the_protector() -> None:
    """PRO-04"""
    assert not put("S leader A1, S bruiser D4; N leader G3, N protector D5").outcomes("bruiser", "ability")


def test_a_protected_target_is_refused_with_the_protectors_rule() -> None:
    """PRO-02"""
    board = "S leader A1, S manipulator D2; N leader F5, N rider D5, N protector D6, N archer G2, N vizier A2"
    table = put(board).play("manipulator nudge")
    assert set(table.codes) == {"g2", "a2"}
    assert table.refused("d5").rule == "leaders.protector"


def test_a_character_that_leaves_the_protector_loses_the_protection_at_once() -> None:
    """PRO-06: the Leader's step makes the Nemesis leave her Protector."""
    table = put("S leader G1, S manipulator D1; N leader A4, N nemesis D5, N protector D6")
    assert not table.outcomes("manipulator", "ability")
    table.play("leader g2 d3")
    assert table.ends("manipulator", "ability") == {"D4", "E3", "E2", "D2", "C2", "C3"}


def test_the_protector_does_not_affect_basic_moves_of_allies() -> None:
    """PRO-07"""
    assert put("S leader A1, S rider D5, S protector D6; N leader G3").ends("rider", "move") == {
        "E5", "E4", "D4", "C4", "C5",
    }  # fmt: skip


def test_the_protector_does_not_affect_its_own_nemesis() -> None:
    """PRO-07"""
    table = put("S leader D1; N leader G4, N nemesis B4, N protector B3").play("leader d2")
    assert (table.prompt, table.seat) == ("nemesis", 1)


def test_a_protected_character_can_be_jumped_over() -> None:
    """PRO-08"""
    assert put("S leader A1, S acrobat D4; N leader G3, N protector D5").ends("acrobat", "ability") == {"D6"}


def test_a_protected_character_blocks_lines() -> None:
    """PRO-08: the Vizier behind it cannot be reached."""
    board = "S leader A2, S illusionist D1; N leader G3, N protector D4, N vizier D6"
    assert not put(board).outcomes("illusionist", "ability")


def test_a_protected_leader_can_be_captured() -> None:
    """PRO-08"""
    assert put("S leader A1, S rider C3, S vizier E3; N leader D4, N protector D5").verdict == "N captured"
