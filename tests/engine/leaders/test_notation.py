"""Written positions: defaults, faults, and round trips without loss."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.support.each import each
from tests.support.engine.harness import session
from tests.support.engine.leaders.table import put

HOME = "S leader D1; N leader D7"


def fault(**position: Any) -> str:
    """The error message for an impossible position."""
    answer = json.loads(session().line(json.dumps({"do": "set", "game": "leaders", "position": position})))
    assert not answer["ok"], answer
    assert answer["error"]["code"] == "impossible", answer
    return str(answer["error"]["text"])


@each(
    ("position", "named"),
    [
        ({}, "pieces"),
        ({"pieces": ""}, "S has no Leader"),
        ({"pieces": "S leader D1"}, "N has no Leader"),
        ({"pieces": "N leader D7, N rider D6"}, "S has no Leader"),
        ({"pieces": 5}, "pieces"),
        ({"pieces": None}, "pieces"),
        ({"pieces": f"{HOME}, S dragon C3"}, "dragon"),
        ({"pieces": f"{HOME}, S rider H9"}, "H9"),
        ({"pieces": f"{HOME}, S rider D8"}, "D8"),
        ({"pieces": f"{HOME}, X rider D4"}, "X"),
        ({"pieces": f"{HOME}, S rider"}, "S rider"),
        ({"pieces": f"{HOME}, rider D4"}, "rider D4"),
        ({"pieces": f"{HOME}, S rider D4 D5"}, "S rider D4 D5"),
        ({"pieces": f"{HOME}, S rider D4, S rider D5"}, "rider"),
        ({"pieces": f"{HOME}, S leader D4"}, "leader"),
        ({"pieces": f"{HOME}, S rider D4, N archer D4"}, "D4"),
        ({"pieces": f"{HOME}, S rider D7"}, "D7"),
        ({"pieces": HOME, "turn": "E"}, "E"),
        ({"pieces": HOME, "turn": ""}, "side"),
        ({"pieces": HOME, "turn": "SN"}, "SN"),
        ({"pieces": HOME, "turn": 0}, "turn"),
        ({"pieces": HOME, "phase": "lunch"}, "lunch"),
        ({"pieces": HOME, "mode": "blitz"}, "blitz"),
        ({"pieces": HOME, "acted": ["rider"]}, "rider"),
        ({"pieces": f"{HOME}, N rider D4", "acted": ["rider"]}, "rider"),
        ({"pieces": HOME, "acted": ["nobody"]}, "nobody"),
        ({"pieces": HOME, "acted": "leader"}, "acted"),
        ({"pieces": HOME, "market": ["dragon"]}, "dragon"),
        ({"pieces": HOME, "market": ["hermit"]}, "hermit"),
        ({"pieces": HOME, "market": ["rider", "rider"]}, "rider"),
        ({"pieces": f"{HOME}, S rider D4", "market": ["rider"]}, "rider"),
        ({"pieces": f"{HOME}, S cub D4", "market": ["hermit_and_cub"]}, "hermit_and_cub"),
        ({"pieces": HOME, "market": ["rider"], "deck": ["rider"]}, "rider"),
        ({"pieces": HOME, "market": ["rider"], "banished": ["rider"]}, "rider"),
        ({"pieces": HOME, "market": ["rider", "archer", "jailer", "vizier"]}, "3"),
        ({"pieces": HOME, "mode": "advanced", "deck": ["rider"]}, "deck"),
        ({"pieces": HOME, "number": -1}, "-1"),
        ({"pieces": HOME, "number": 151}, "151"),
        ({"pieces": HOME, "number": "3"}, "number"),
        ({"pieces": HOME, "recruits": 3}, "recruit"),
        ({"pieces": HOME, "recruits": -1}, "recruit"),
        ({"pieces": HOME, "phase": "recruit", "recruits": 0}, "recruit"),
        ({"pieces": HOME, "banishing": "SNS", "phase": "banish", "mode": "advanced"}, "banish"),
        ({"pieces": HOME, "banishing": "S"}, "banish"),
        ({"pieces": HOME, "phase": "banish", "mode": "advanced", "market": []}, "banish"),
        ({"pieces": f"{HOME}, S rider D4", "phase": "setup"}, "set-up"),
        ({"pieces": HOME, "seen": {"x": -1}}, "seen"),
        ({"pieces": HOME, "seen": {"x": 10**30}}, "seen"),
        ({"pieces": HOME, "seen": []}, "seen"),
        ({"pieces": HOME, "outcome": {"winners": [7], "reason": "captured"}}, "end"),
        ({"pieces": HOME, "outcome": {"winners": [0], "reason": "bored"}}, "end"),
        ({"pieces": HOME, "outcome": 5}, "outcome"),
        ({"pieces": HOME, "colour": "red"}, "colour"),
        ({"pieces": HOME, "seed": 5}, "seed"),
        ({"pieces": HOME, "rolls": -1}, "rolls"),
        ({"pieces": HOME, "rolls": 10**30}, "rolls"),
        ({"pieces": HOME, "picks": "leader"}, "icks"),
        ({"pieces": HOME, "picks": [5]}, "icks"),
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_its_reason(position: dict[str, Any], named: str) -> None:
    assert named in fault(**position)


@each("picks", [["castle"], ["leader", "d7"], ["7:leader"], ["9" * 5000 + ":leader"], ["²:leader"], [":"]])
def test_impossible_picks_are_refused(picks: list[str]) -> None:
    request = {"do": "set", "game": "leaders", "position": {"pieces": HOME, "picks": picks}}
    assert not session().answer(request)["ok"]


def test_a_refused_position_keeps_the_previous_one() -> None:
    table = put(HOME)
    before = table.position
    table.talk.answer({"do": "set", "game": "leaders", "position": {"pieces": "S leader D1"}})
    assert table.position == before


def test_missing_fields_take_their_defaults() -> None:
    position = put(HOME).position
    assert (position["turn"], position["phase"], position["mode"], position["number"]) == ("S", "action", "basic", 3)
    assert (len(position["market"]), len(position["deck"]), position["recruits"]) == (3, 13, 1)


def test_the_protocols_example_is_correct() -> None:
    table = put(
        "S leader D1, S acrobat C3; N leader D7",
        turn="S", phase="action", acted=["acrobat"], market=["rider", "archer", "vizier"], mode="basic",
    )  # fmt: skip
    assert table.actors == {"leader"}
    assert table.play("end").codes == ["rider", "archer", "vizier"]


def test_a_player_with_five_cards_in_the_recruitment_phase_passes() -> None:
    full = "S leader D1, S rider C3, S vizier B1, S archer F1, S jailer G1; N leader D7"
    assert put(full, phase="recruit").seat == 1


def test_unlisted_cards_are_face_up_in_advanced_mode() -> None:
    assert len(put(f"{HOME}, S rider D4", mode="advanced").view()["market"]) == 15


def test_the_mode_may_be_given_as_an_option() -> None:
    assert put(HOME, options={"mode": "advanced"}).view()["mode"] == "advanced"


def test_the_second_turn_has_two_recruitments_unless_said_otherwise() -> None:
    table = put(HOME, turn="N", number=2, phase="recruit", market=["rider", "archer", "jailer"]).play("rider a4")
    assert (table.prompt, table.seat) == ("recruit", 1)


def test_a_banishment_begins_with_the_first_player_unless_said_otherwise() -> None:
    table = put(HOME, mode="advanced", phase="banish", turn="N", first="N", number=0)
    assert (table.prompt, table.seat) == ("banish", 1)


def test_capitals_hyphens_and_spaces_are_tolerated() -> None:
    assert put("  S   Leader  d1 ,S royal-guard  c3;;N leader d7,").board == {
        "S leader": "D1",
        "S royal_guard": "C3",
        "N leader": "D7",
    }


def test_an_invented_position_may_have_a_character_on_both_sides() -> None:
    table = put("S leader D1, S rider C3; N leader D7, N rider C5")
    assert table.play("rider step c4").board == {"S leader": "D1", "S rider": "C4", "N leader": "D7", "N rider": "C5"}


def test_a_position_within_a_step_continues_there() -> None:
    table = put("S leader D1, S rider C3; N leader D7").play("rider ride")
    position = table.position
    assert position["picks"] == ["rider", "ride"]
    again = put(**position)
    assert (again.asks, again.position) == (table.asks, position)


def test_picks_of_a_position_may_pass_a_rest() -> None:
    table = put(HOME, picks=["leader", "d2"])
    assert table.board["S leader"] == "D2"


@each(
    ("board", "fields", "codes"),
    [
        ("S leader A1, S rider D2, S vizier E3; N leader D4", {}, "rider step d3"),
        ("S leader A1, S rider C2; N leader D2", {"phase": "recruit", "market": ["vizier"]}, "e1"),
        ("S leader D1, S archer G1; N leader D7, N rider D3, N nemesis B3", {}, "leader d2 c2"),
        ("S leader D1, S rider A1; N leader D7", {"number": 150, "turn": "N", "market": []}, "end"),
    ],
)
def test_a_finished_match_is_written_and_read_as_finished(board: str, fields: dict[str, Any], codes: str) -> None:
    table = put(board, **fields).play(codes)
    assert table.verdict != "none"
    again = put(**table.position)
    assert (again.verdict, again.asks, again.position) == (table.verdict, [], table.position)


@pytest.mark.parametrize("how", [{"do": "resign", "seat": 0}, {"do": "draw"}])
def test_a_match_ended_by_its_players_is_read_as_finished(how: dict[str, Any]) -> None:
    table = put(HOME).play("leader")
    table.does(**how)
    again = put(**table.position)
    assert (again.verdict, again.position) == (table.verdict, table.position)
