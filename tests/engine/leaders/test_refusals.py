"""A code that is not offered is refused with the rule that forbids it."""

from __future__ import annotations

import pytest

from tests.support.each import each
from tests.support.engine.leaders.table import put

Case = tuple[str, str, str, str]
"""A board, the earlier picks, the code, the rule."""

CASES: list[Case] = [
    ("S leader D1, S nemesis D4; N leader D7", "", "nemesis", "leaders.nemesis"),
    ("S leader D1; N leader D7, N rider D4", "", "rider", "leaders.own-characters"),
    ("S leader D1; N leader D7", "", "acrobat", "leaders.own-characters"),
    (
        "S leader G1, S rider A1, S vizier A2, S archer B2, S jailer B1; N leader D7",
        "",
        "rider",
        "leaders.no-room-to-act",
    ),
    ("S leader D1, S rider A1; N leader D7, N cub A2, N hermit B1, N jailer B2", "", "rider", "leaders.jailer"),
    (
        "S leader D1, S archer G4; N leader A4, N assassin C2, N rider E2, N vizier F1",
        "",
        "leader",
        "leaders.self-capture",
    ),
    ("S leader D1, S rider D4; N leader D7", "rider", "jump", "leaders.ability"),
    ("S leader D1, S rider D4; N leader A4, N jailer D5", "rider", "ride", "leaders.jailer"),
    ("S leader D1, S acrobat D4; N leader A4", "acrobat", "jump", "leaders.no-target"),
    ("S leader D1, S archer D4; N leader A4", "archer", "d6", "leaders.step"),
    ("S leader D1, S archer D4; N leader A4, N rider D5", "archer", "d5", "leaders.occupied"),
    ("S leader D1, S vizier A1; N leader A4", "leader", "d4", "leaders.vizier"),
    ("S leader D1, S vizier A1, S rider D2, S archer C1; N leader A4", "leader", "d4", "leaders.vizier"),
    ("S leader D1, S rider D4; N leader A4", "rider ride", "d5", "leaders.rider"),
    ("S leader D1, S acrobat D4, S rider D5, S vizier C4; N leader A4", "acrobat jump", "d2", "leaders.acrobat"),
    ("S leader D1, S royal_guard A4; N leader D7", "royal-guard rally", "g4", "leaders.royal-guard"),
    ("S leader D1, S wanderer A4; N leader D7", "wanderer roam", "d6", "leaders.wanderer"),
    (
        "S leader D1, S rider C1, S vizier E1, S royal_guard A4; N leader D7",
        "royal-guard rally",
        "d2",
        "leaders.self-capture",
    ),
    ("S leader D1, S bruiser D4; N leader A1, N rider D5, N vizier C3", "bruiser push", "d7", "leaders.bruiser"),
    ("S leader D1, S bruiser D4; N leader A1, N rider D5, N vizier C3", "bruiser push d5", "d4", "leaders.occupied"),
    ("S leader D1, S bruiser D4; N leader A1, N rider D5, N vizier C3", "bruiser push d5", "d3", "leaders.bruiser"),
    (
        "S leader D3, S bruiser E5; N leader A4, N rider E4, N archer F4, N vizier C3",
        "bruiser push f4",
        "e3",
        "leaders.bruiser",
    ),
    (
        "S leader E2, S bruiser E5; N leader A4, N rider E4, N archer F4, N vizier D2",
        "bruiser push e4",
        "e3",
        "leaders.self-capture",
    ),
    (
        "S leader A2, S illusionist D1, S rider D5, S vizier F1; N leader A4",
        "illusionist swap",
        "d7",
        "leaders.illusionist",
    ),
    ("S leader A2, S claw_launcher D1, S rider D5; N leader G1", "claw-launcher hook", "d3", "leaders.claw-launcher"),
    (
        "S leader A2, S manipulator D1, S archer F1; N leader D5, N rider B1",
        "manipulator nudge",
        "f1",
        "leaders.manipulator",
    ),
    ("S leader A2, S manipulator D1; N leader D5", "manipulator nudge", "d7", "leaders.manipulator"),
    (
        "S leader A1, S brewmaster D4, S rider D5, S vizier C3; N leader G3",
        "brewmaster treat",
        "a1",
        "leaders.brewmaster",
    ),
    ("S leader D1, S rider A1; N leader D7, N nemesis D4", "leader c1", "d4", "leaders.reaction"),
    ("S leader D2, S vizier A1; N leader D7", "leader", "d2", "leaders.vizier"),
    ("S leader D1, S acrobat D4, S rider D5, S archer C4; N leader A4", "acrobat jump", "d4", "leaders.acrobat"),
    ("S leader D1, S manipulator D3; N leader A4, N rider D6", "manipulator nudge", "d6", "leaders.manipulator"),
    ("S leader D1, S rider D4; N leader D7", "rider ride", "step", "leaders.one-action"),
    ("S leader D1, S rider D4; N leader D7", "rider step", "ride", "leaders.one-action"),
    ("S leader D1, S bruiser D4; N leader A1, N rider D5, N vizier C3", "bruiser push", "step", "leaders.one-action"),
    (
        "S leader D1, S archer C1, S vizier E1, S acrobat D3; N leader D7, N rider D4, N bruiser E3, N wanderer E2, "
        "N hermit C2, N cub C3",
        "acrobat",
        "step",
        "leaders.self-capture",
    ),
    ("S leader D1, S rider A1; N leader D7, N nemesis D4", "leader c1", "a1", "leaders.occupied"),
    ("S leader D1, S rider A1; N leader D7, N nemesis D4", "leader c1", "g4", "leaders.reaction"),
]


@each(("board", "codes", "code", "rule"), CASES)
def test_a_refusal_names_its_rule(board: str, codes: str, code: str, rule: str) -> None:
    refusal = put(board).play(codes).refused(code)
    assert (refusal.code, refusal.rule) == ("illegal", rule)
    assert refusal.text.endswith(".")


def test_an_unknown_word_is_answered_with_the_possible_ones() -> None:
    refusal = put("S leader D1; N leader D7").refused("castle")
    assert (refusal.code, refusal.rule) == ("unknown", "")
    assert "castle" in refusal.text and "leader, end" in refusal.text


def test_a_refusal_shortens_a_very_long_word() -> None:
    assert len(put("S leader D1; N leader D7").refused("x" * 4000).text) < 200


def test_a_seat_that_is_not_asked_is_told_so() -> None:
    assert put("S leader D1; N leader D7").refused("leader", seat=1).code == "not-your-turn"


def test_an_unknown_seat_is_told_that_it_is_not_asked() -> None:
    assert put("S leader D1; N leader D7").refused("leader", seat=7).code == "not-your-turn"


@pytest.mark.parametrize("code", ["D2", " d2 ", "d2"])
def test_capitals_and_spaces_around_a_code_are_ignored(code: str) -> None:
    table = put("S leader D1; N leader D7").play("leader")
    assert table.pick(code).board["S leader"] == "D2"


def test_a_refused_code_changes_nothing() -> None:
    table = put("S leader D1, S rider D4; N leader D7").play("rider ride")
    before = (table.position, table.does(do="asks"), table.view())
    table.refused("d5")
    assert (table.position, table.does(do="asks"), table.view()) == before
