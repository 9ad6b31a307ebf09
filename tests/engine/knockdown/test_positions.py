"""Written positions: their form, defaults and faults; and refusals with their rule."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.game import Impossible
from engine.core.position import Position
from engine.core.text import say
from engine.knockdown.arena import LABEL
from engine.knockdown.game import GAME
from tests.support.each import each
from tests.support.engine.knockdown.table import NAMES, Table, put
from tests.support.engine.matches import on_the_wire, reread

SHAPE: dict[str, Any] = {
    "fighters": {"A": "mistling", "B": "adder_daughter"},
    "at": {"A": "F4", "B": "F6"},
    "hands": {"A": ["ash_knuckle"]},
    "row": ["wolf_shoulder", "witch_light", "bell_ringer", "slip_aside"],
    "damage": {"A": [1, 2]},
    "skills": {"A": ["thick_hide"]},
    "candles": 2,
    "turn": "A",
    "actions": 2,
}
DEALT = {"A": ["long_reach", "wick_keeper", "deep_pockets"], "B": ["loose_form", "merciless", "crow_eye"]}
HUGE = 1 << 70
ALEMBIC = {"fighters": {"A": "brother_alembic", "B": "adder_daughter"}}


def read(**changed: Any) -> Position:
    return Position.read(GAME, {}, {**SHAPE, **changed})


def test_positions_have_the_documented_form() -> None:
    position = read()
    view = GAME.view(position.state, None, position.asks)
    one, two = view.seats
    assert (one.fighter, one.at, one.heavy, one.light, one.hand) == ("mistling", "f4", 1, 2, ("ash_knuckle",))
    assert (two.fighter, two.at, two.cards) == ("adder_daughter", "f6", 0)
    assert one.skills == ("thick_hide",)
    assert [card.id for card in view.row] == SHAPE["row"]
    assert view.candles == 2
    assert view.deck == 36 - 1 - 4 + 2
    assert view.to_move == (0,)


def test_missing_fields_take_their_defaults() -> None:
    position = Position.read(GAME, {}, {"fighters": {"A": "mistling", "B": "barrow_warden"}})
    view = GAME.view(position.state, None, position.asks)
    assert [one.at for one in view.seats] == ["f1", "b9"]
    assert [card.id for card in view.row] == list(NAMES[:4])
    assert view.deck == 32 + 4
    assert view.actions == 2


@each(
    "changed",
    [
        {"fighters": {"A": "mistling", "B": "mistling"}},
        {"fighters": {"A": "goblin"}},
        {"fighters": {"C": "mistling"}},
        {"at": {"A": "F4", "B": "F4"}},
        {"at": {"A": "G4"}},
        {"at": {"A": "F10"}},
        {"hands": {"A": ["ash_knuckle", "ash_knuckle"]}},
        {"hands": {"A": ["wolf_shoulder"]}},
        {"hands": {"A": ["no_such_card"]}},
        {"hands": {"A": list(NAMES[:7])}},
        {"row": list(NAMES[:5])},
        {"row": ["candle"]},
        {"deck": ["candle"] * 5},
        {"deck": ["candle"] * 3},
        {"deck": ["witch_light"]},
        {"damage": {"A": [-1, 0]}},
        {"damage": {"A": [1]}},
        {"skills": {"A": ["thick_hide"], "B": ["thick_hide"]}},
        {"skills": {"A": ["no_such_skill"]}},
        {"candles": 5},
        {"turn": "C"},
        {"actions": 0},
        {"actions": 3},
        {"phase": "refill", "actions": 0},
        {"phase": "refill", "actions": 1},
        {"phase": "refill", "actions": 3},
        {"phase": "begin", "actions": 3},
        {"phase": "begin", "candles": 1},
        {"phase": "begin", "candles": 0, "deck": []},
        {"phase": "begin", "candles": 0, "deck": ["moor_stomp", "candle"]},
        {"phase": "pick", "candles": 0},
        {"phase": "pick", "candles": 0, "hands": {}, "deck": list(NAMES[:4])},
        {"phase": "pick", "candles": 0, "hands": {}, "row": ["wolf_shoulder"]},
        {"phase": "dancing"},
        {"phase": "fighters"},
        {"phase": "fighters", "fighters": {}},
        {"phase": "draft"},
        {"phase": "face-up"},
        {"curse": {"B": 2}},
        {"poison": {"B": 3}},
        {"elixirs": {"A": ["bile", "bile"]}},
        {"elixirs": {"A": ["tea"]}},
        {"round": 4},
        {"round": 2},
        {"round": 3},
        {"round": 3, "victories": {"A": 1}},
        {"round": 1, "victories": {"A": 1, "B": 1}},
        {"victories": {"A": 2}},
        {"victories": {"A": 2, "B": 1}},
        {"victories": {"A": 2, "B": 2}, "outcome": {"winners": [0], "reason": "cards", "scores": [2, 2]}},
        {"skills": {"A": ["thick_hide", "last_stand", "merciless"]}},
        {"skills": {"A": ["thick_hide", "last_stand"]}, "skills_down": {"A": ["merciless"]}},
        {"phase": "draft", "draft": DEALT, "skills": {"A": ["ward_sense"]}},
        {"phase": "draft", "draft": DEALT, "skills": {}, "skills_down": {"A": ["ward_sense"]}},
        {"damage": {"A": [0, 1000]}},
        {"damage": {"A": [1000, 0]}},
        {"elixirs": {"A": ["bile"]}},
        {"curse": {"A": 1}},
        {"poison": {"B": 1}},
        {"fighters": {"A": "mistling", "B": "barrow_warden"}, "poison": {"A": 1}},
        {"fighters": {"A": "adder_daughter", "B": "barrow_warden"}, "curse": {"B": 1}},
        {"idle": 6},
        {"idle": 7, "phase": "round"},
        {"bile": 1},
        {**ALEMBIC, "bile": 1, "turn": "B"},
        {**ALEMBIC, "bile": 1, "phase": "refill"},
        {**ALEMBIC, "bile": 2},
        {**ALEMBIC, "bile": 3, "actions": 1},
        {**ALEMBIC, "bile": 1, "elixirs": {"A": ["bile"]}},
        {"nonsense": 1},
    ],
    ids=str,
)
def test_an_impossible_position_is_refused_with_its_reason(changed: dict[str, Any]) -> None:
    with pytest.raises(Impossible) as caught:
        read(**changed)
    assert say(caught.value.text)


@each(
    "changed",
    [
        {"dice": []},
        {"dice": [1]},
        {"dice": [1, 2]},
        {"dice": [1, 2, 3, 4]},
        {"dice": [1, 2, 7]},
        {"dice": [0, 1, 2]},
        {"seat": 2},
        {"seat": -1},
        {"total": HUGE},
        {"total": -1},
        {"bonus": HUGE},
        {"bonus": 2},
        {"bonus": -2},
        {"nonsense": 1},
    ],
    ids=str,
)
def test_an_impossible_roll_is_refused(changed: dict[str, Any]) -> None:
    roll = {"seat": 0, "dice": [6, 1, 2], "bonus": 1, "total": 10, "passed": True}
    assert read(last_roll=roll).state.last_roll.dice == [6, 1, 2]
    with pytest.raises(Impossible):
        read(last_roll={**roll, **changed})


@each(
    ("victories", "outcome"),
    [
        ({}, {"winners": [0], "reason": "resigned", "scores": [HUGE]}),
        ({}, {"winners": [0], "reason": "resigned", "scores": [2, 0]}),
        ({}, {"winners": [0], "reason": "knock-out", "scores": [0, 0]}),
        ({"A": 1}, {"winners": [0], "reason": "knock-out", "scores": [1, 0]}),
        ({"A": 2}, {"winners": [1], "reason": "knock-out", "scores": [2, 0]}),
        ({"A": 2}, {"winners": [0, 1], "reason": "knock-out", "scores": [2, 0]}),
        ({"A": 2}, {"winners": [], "reason": "cards", "scores": [2, 0]}),
        ({"A": 2}, {"winners": [0], "reason": "stalled", "scores": [2, 1]}),
        ({"A": 2}, {"winners": [0], "reason": "stalled", "scores": [2]}),
        ({"A": 2}, {"winners": [1], "reason": "timeout"}),
    ],
    ids=str,
)
def test_an_impossible_end_is_refused(victories: dict[str, int], outcome: dict[str, Any]) -> None:
    with pytest.raises(Impossible):
        read(victories=victories, outcome=outcome)


@each(
    ("victories", "outcome"),
    [
        ({}, {"winners": [0], "reason": "resigned"}),
        ({"B": 1}, {"winners": [0], "reason": "timeout"}),
        ({"A": 1, "B": 1}, {"winners": [], "reason": "agreed"}),
        ({"A": 2}, {"winners": [0], "reason": "knock-out", "scores": [2, 0]}),
        ({"A": 1, "B": 2}, {"winners": [1], "reason": "stalled", "scores": [1, 2]}),
    ],
    ids=str,
)
def test_a_finished_match_can_be_written_and_read(victories: dict[str, int], outcome: dict[str, Any]) -> None:
    position = read(victories=victories, outcome=outcome, idle=6, actions=0)
    assert on_the_wire(reread(position)) == on_the_wire(position)


@each(("victories", "number"), [({}, 1), ({"A": 1}, 2), ({"B": 1}, 2), ({"A": 1, "B": 1}, 3)])
def test_a_missing_round_follows_from_the_victories(victories: dict[str, int], number: int) -> None:
    assert read(victories=victories).state.round == number


def test_the_most_bile_of_a_turn_is_accepted() -> None:
    """One was there when the turn began, and every Combo brings another."""
    assert read(**ALEMBIC, bile=1).state.bile == 1
    assert read(**ALEMBIC, bile=2, actions=1).state.bile == 2
    assert read(**ALEMBIC, bile=1, actions=1, elixirs={"A": ["bile"]}).state.bile == 1
    assert read(**ALEMBIC, bile=3, phase="round", actions=0).state.bile == 3


def test_a_puzzle_position_may_have_both_skills_in_any_round() -> None:
    both = ["thick_hide", "last_stand"]
    assert len(read(skills={"A": both, "B": ["merciless"]}).state.seats[0].skills) == 2


def test_a_turn_about_to_begin_has_both_actions() -> None:
    """Without a number of actions the position gets both, and the turn ends after two."""
    shape = {key: value for key, value in SHAPE.items() if key != "actions"}
    table = Table(Position.read(GAME, {}, {**shape, "phase": "refill", "row": ["witch_light"]}))
    assert table.state.actions == 2
    assert len(table.row) == 4
    table.play("move b4 move")
    assert table.question == "A move-to"
    assert table.play("f4").question == "B action"


def test_a_turn_about_to_begin_with_one_action_is_refused() -> None:
    with pytest.raises(Impossible, match="Before the Attack Row is refilled"):
        read(phase="refill", actions=1)


def test_an_emptied_row_can_be_written_and_read() -> None:
    """One Combo can take every card of the row, and an action may be left."""
    table = put(
        "f4 f6",
        "slip_aside iron_vow",
        fill=False,
        a="witch_light ash_knuckle parry_cut grave_chill",
    ).play("combo curse ash-knuckle+witch-light iron-vow shared-burden slip-aside f6")
    assert table.row == set()
    assert table.question == "A action"
    assert table.offer >= {"move"}
    assert on_the_wire(reread(table.position)) == on_the_wire(table.position)


@each(
    ("picks", "code", "rule"),
    [
        ("", "doom", "range"),
        ("", "stop", "combo"),
        ("", "dash", "dash"),
        ("", "moor-stomp", "attack"),
        ("", "bile", "elixirs"),
        ("", "shed-skin", "special"),
        ("", "curse", "combo"),
        ("", "pass", "actions"),
        ("move", "f6", "move"),
        ("move", "f4", "move"),
        ("move", "b5", "move"),
    ],
)
def test_a_refusal_names_its_rule(picks: str, code: str, rule: str) -> None:
    table = put("f4 f7", "ash_knuckle").play(picks)
    refusal = table.refused(code)
    assert refusal.code == "illegal"
    assert refusal.rule == f"knockdown.{rule}"
    assert say(GAME.rules[refusal.rule])


@each(
    ("picks", "code", "rule"),
    [
        ("", "shared-burden", "paying"),
        ("", "shed-skin", "special"),
        ("curse shin-reaper+grave-chill", "curse", "special"),
        ("curse shin-reaper+grave-chill", "doom", "paying"),
        ("curse grave-chill+witch-light", "curse", "paying"),
    ],
)
def test_a_refusal_within_a_combo_names_its_rule(picks: str, code: str, rule: str) -> None:
    hand = "grave_chill shin_reaper witch_light ash_knuckle wolf_shoulder"
    table = put("f4 f6", a=hand).play(f"combo {picks}")
    assert table.question == "A combo"
    assert table.refused(code).rule == f"knockdown.{rule}"


def test_an_unknown_word_is_refused_as_such() -> None:
    assert put("f4 f7").refused("banana").code == "unknown"


def test_picks_of_a_seat_that_is_not_asked_are_refused() -> None:
    assert put("f4 f7").refused("move", seat=1).code == "not-your-turn"


def test_every_question_has_a_rule_for_refusals() -> None:
    """At questions of every kind, a space, a card and a word are refused with a rule that exists."""
    cases: tuple[tuple[str, dict[str, Any]], ...] = (
        ("move", {}),
        ("mist-step", {}),
        ("beggars-prayer", {}),
        ("combo", {"a": "wolf_shoulder witch_light ash_knuckle parry_cut"}),
        ("guard", {}),
        ("sickle-sweep", {"b": "parry_cut witch_light moor_stomp"}),
    )
    for picks, fields in cases:
        table = put("f4 f6", "mist_step beggars_prayer sickle_sweep", **fields).play(picks)
        for code in (*LABEL[:3], "moor-stomp", "yes", "h9-l9", "mistling"):
            if code not in table.offer:
                assert table.refused(code).rule in GAME.rules


COMBO_HAND = "grave_chill shin_reaper witch_light ash_knuckle wolf_shoulder"


def test_a_combo_rests_between_links_and_continues_equally_after_reading() -> None:
    table = put("f4 f6", a=COMBO_HAND).play("combo curse shin-reaper+grave-chill")
    assert (table.question, table.position.picks) == ("A combo", [])
    assert table.position.write()["combo"] == ["curse"]
    again = reread(table.position)
    assert on_the_wire(again) == on_the_wire(table.position)
    assert [one.code for one in again.asks[0].options] == [one.code for one in table.position.asks[0].options]
    assert "curse" not in table.offer
    again.pick(0, "stop")
    assert "combo" not in again.write()
    assert again.asks[0].prompt == "knockdown.action"


def test_a_combo_in_the_last_action_rests_with_no_action_left() -> None:
    table = put("f4 f6", a=COMBO_HAND, actions=1).play("combo curse shin-reaper+grave-chill")
    assert (table.question, table.state.actions) == ("A combo", 0)
    assert on_the_wire(reread(table.position)) == on_the_wire(table.position)


def test_a_match_resigned_within_a_combo_can_be_written_and_read() -> None:
    table = put("f4 f6", a=COMBO_HAND, actions=1).play("combo curse shin-reaper+grave-chill")
    table.position.resign(1)
    assert on_the_wire(reread(table.position)) == on_the_wire(table.position)


@each(
    ("changed", "named"),
    [
        ({"combo": []}, "phase turn"),
        ({"combo": [], "phase": "refill"}, "phase refill"),
        ({"combo": [], "phase": "fighters", "fighters": {}}, "phase fighters"),
        ({"combo": ["curse", "curse"], "actions": 1}, "each once"),
        ({"combo": ["doom", "oak_heel"], "actions": 1}, "the fighter's own"),
        ({"combo": ["shed_skin"], "actions": 1}, "the fighter's own"),
        ({"combo": ["curse"], "actions": 1, "hands": {}}, "go on"),
        ({"combo": "curse", "actions": 1}, "combo"),
    ],
)
def test_an_impossible_combo_is_refused_with_its_reason(changed: dict[str, Any], named: str) -> None:
    with pytest.raises(Impossible, match=named):
        read(**changed)
