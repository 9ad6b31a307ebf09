"""Positions in writing: their shape, what fills the gaps, what cannot be; and refusals by their rule."""

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


def read(**changed: Any) -> Position:
    return Position.read(GAME, {}, {**SHAPE, **changed})


def test_the_shape_of_the_protocol() -> None:
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


def test_what_is_not_said_takes_the_natural_default() -> None:
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
        {"phase": "dancing"},
        {"phase": "draft"},
        {"phase": "face-up"},
        {"curse": {"B": 2}},
        {"poison": {"B": 3}},
        {"elixirs": {"A": ["bile", "bile"]}},
        {"elixirs": {"A": ["tea"]}},
        {"round": 4},
        {"nonsense": 1},
    ],
    ids=str,
)
def test_what_cannot_be_is_named(changed: dict[str, Any]) -> None:
    with pytest.raises(Impossible) as caught:
        read(**changed)
    assert say(caught.value.text)


def test_a_turn_that_is_about_to_begin_has_both_actions() -> None:
    """Nothing said about them: they are completed, and the turn ends after two."""
    shape = {key: value for key, value in SHAPE.items() if key != "actions"}
    table = Table(Position.read(GAME, {}, {**shape, "phase": "refill", "row": ["witch_light"]}))
    assert table.state.actions == 2
    assert len(table.row) == 4
    table.play("move b4 move")
    assert table.asked == "A move-to"
    assert table.play("f4").asked == "B action"


def test_a_turn_that_is_about_to_begin_with_one_action_is_refused_by_its_fault() -> None:
    with pytest.raises(Impossible, match="Before the row is refilled"):
        read(phase="refill", actions=1)


def test_a_row_that_was_emptied_in_the_turn_can_be_written_and_read() -> None:
    """Every card of the row can be snatched in one combo; an action is left."""
    table = put(
        "f4 f6",
        "slip_aside iron_vow",
        fill=False,
        a="witch_light ash_knuckle parry_cut grave_chill",
    ).play("combo curse ash-knuckle+witch-light iron-vow shared-burden slip-aside f6")
    assert table.row == set()
    assert table.asked == "A action"
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


def test_a_word_without_meaning_is_refused_as_such() -> None:
    assert put("f4 f7").refused("banana").code == "unknown"


def test_the_other_player_is_refused() -> None:
    assert put("f4 f7").refused("move", seat=1).code == "not-your-turn"


def test_every_question_has_a_rule_for_its_refusals() -> None:
    """A space, a card and a word are refused at questions of every kind with a rule that exists."""
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
