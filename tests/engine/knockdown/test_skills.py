"""The twelve skills: effect, frequency and limits. A face-down skill has no effect."""

from __future__ import annotations

from typing import Any

import pytest

from engine.knockdown.data.content import SKILLS
from tests.engine.knockdown.test_specials import PAYS
from tests.support.each import each
from tests.support.engine.knockdown.table import put

ORDER = (
    "long_reach wick_keeper deep_pockets loose_form merciless follow_through "
    "light_feet crow_eye thick_hide last_stand running_start ward_sense"
)


def test_the_skills_are_in_the_order_of_their_initiative() -> None:
    assert [(one.id, one.initiative) for one in SKILLS] == [(name, n + 1) for n, name in enumerate(ORDER.split())]


# ------------------------------------------------------------------ Long Reach


def reaching(at: str = "f4 f6", row: str = "", **fields: Any) -> Any:
    return put(at, row, skills=("long_reach", ""), **fields)


def test_long_reach_brings_a_strike_of_range_1_to_distance_2() -> None:
    table = reaching(row="moor_stomp").play("moor-stomp")
    assert table.question == "A long-reach"
    table.play("yes")
    assert table.damage(1) == (2, 0)


def test_long_reach_is_optional() -> None:
    """If it is declined, the card is taken without an attack, and the skill can be used for the second card."""
    table = reaching(row="moor_stomp ash_knuckle").play("moor-stomp no")
    assert table.damage(1) == (0, 0)
    assert "moor_stomp" in table.hand(0)
    table.play("ash-knuckle yes")
    assert table.damage(1) == (0, 2)


def test_long_reach_works_once_a_turn() -> None:
    table = reaching(row="moor_stomp ash_knuckle").play("moor-stomp yes ash-knuckle")
    assert table.damage(1) == (2, 0)
    assert "ash_knuckle" in table.hand(0)


def test_long_reach_works_again_in_the_next_turn() -> None:
    table = reaching(row="moor_stomp ash_knuckle", actions=1).play("moor-stomp yes move f7 move f6")
    assert table.question == "A action"
    table.play("ash-knuckle yes")
    assert table.damage(1) == (2, 2)


@pytest.mark.parametrize(
    ("card", "at"), [("moor_stomp", "f4 f7"), ("thunder_palm", "f4 f6"), ("staff_thrust", "f4 f7")]
)
def test_long_reach_is_only_for_strikes_of_range_1_at_distance_2(card: str, at: str) -> None:
    table = reaching(at, card).play(card.replace("_", "-"))
    assert table.question == "A action"
    assert table.damage(1) == (0, 0)


def test_long_reach_is_not_used_up_at_distance_1() -> None:
    table = reaching("f4 f5", "antler_butt ash_knuckle").play("antler-butt")
    assert table.at == "f4 f6"
    table.play("ash-knuckle yes")
    assert table.damage(1) == (0, 3)


def test_long_reach_works_for_a_special_attack_and_is_then_used_up() -> None:
    table = reaching(fighters="adder_daughter mistling", a=PAYS["venom_fang"], row="moor_stomp")
    table.play("combo venom-fang")
    assert table.damage(1) == (1, 1)
    table.play("moor-stomp")
    assert not table.events_of("attacked")
    assert table.damage(1)[0] == 1


def test_without_long_reach_nothing_is_asked() -> None:
    table = put("f4 f6", "moor_stomp").play("moor-stomp")
    assert table.question == "A action"
    assert table.damage(1) == (0, 0)


def test_a_skill_that_lies_face_down_does_nothing() -> None:
    table = put("f4 f6", "moor_stomp", skills_down={"A": ["long_reach"], "B": ["ward_sense"]}).play("moor-stomp")
    assert table.question == "A action"


# ------------------------------------------------------------------ Wick-Keeper


@pytest.mark.parametrize(("skill", "light"), [("wick_keeper", 0), ("last_stand", 1)])
def test_wick_keeper_is_not_hurt_by_the_dark(skill: str, light: int) -> None:
    table = put("f1 f6", candles=2, skills=(skill, ""), actions=1).play("move f2")
    assert table.question == "B action"
    assert table.damage(0) == (0, light)


def test_wick_keeper_still_counts_as_standing_in_a_dark_column() -> None:
    table = put("f4 f9", "snuffed_wick", candles=1, skills=("", "wick_keeper")).play("snuffed-wick")
    assert table.damage(1) == (1, 1)


# ------------------------------------------------------------------ Deep Pockets

SIX = "ash_knuckle cairn_hook shin_reaper moor_stomp parry_cut witch_light"


def test_deep_pockets_allows_eight_cards_in_hand() -> None:
    table = put("f1 f9", "wolf_shoulder", a=SIX, skills=("deep_pockets", "")).play("wolf-shoulder")
    assert table.question == "A action"
    assert len(table.hand(0)) == 7
    table = put("f1 f9", "wolf_shoulder", a=f"{SIX} oak_heel antler_butt", skills=("deep_pockets", ""))
    table.play("wolf-shoulder")
    assert table.question == "A hand-limit"
    assert len(table.offer) == 9


def test_deep_pockets_takes_the_top_card_before_the_candles_are_shuffled_in() -> None:
    table = put(phase="begin", skills=("deep_pockets", ""), deck="moor_stomp ash_knuckle", actions=0)
    assert table.hand(0) == {"moor_stomp"}
    assert table.hand(1) == set()
    assert len(table.state.deck) == 1 + 4


# ------------------------------------------------------------------ Loose Form


def test_loose_form_counts_a_dash_as_any_symbol() -> None:
    hand = "wolf_shoulder ash_knuckle"
    assert "copper_fist" not in put("f4 f5", fighters="brother_alembic mistling", a=hand).view(0).payable
    table = put("f4 f5", fighters="brother_alembic mistling", a=hand, skills=("loose_form", ""))
    table.play("combo copper-fist")
    assert table.damage(1) == (2, 0)
    assert table.hand(0) == set()


def test_loose_form_counts_only_one_dash() -> None:
    table = put("f4 f5", fighters="brother_alembic mistling", a="wolf_shoulder sling_stone", skills=("loose_form", ""))
    assert "copper_fist" not in table.view(0).payable
    assert "distil" in table.view(0).payable


def test_loose_form_pays_for_a_reaction_too() -> None:
    table = put(
        "f4 f5", "moor_stomp", fighters="mistling barrow_warden", b="wolf_shoulder", skills=("", "loose_form")
    ).play("moor-stomp")
    assert table.question == "B react"
    table.play("stone-skin")
    assert table.damage(1) == (1, 0)


def test_loose_form_is_not_for_blocks() -> None:
    table = put("f4 f5", "moor_stomp", b="wolf_shoulder ash_knuckle witch_light", skills=("", "loose_form"))
    table.play("moor-stomp")
    assert table.question == "A action"
    assert table.damage(1) == (2, 0)


# ------------------------------------------------------------------ Merciless, Last Stand


@each(
    ("skills", "sum_", "passed"),
    [
        (("", ""), 11, True),
        (("", ""), 10, False),
        (("merciless", ""), 11, False),
        (("merciless", ""), 12, True),
        (("", "last_stand"), 10, True),
        (("", "last_stand"), 9, False),
        (("merciless", "last_stand"), 11, True),
        (("merciless", "last_stand"), 10, False),
        (("last_stand", "merciless"), 11, True),
        (("last_stand", "merciless"), 10, False),
    ],
)
def test_skills_change_the_roll(skills: tuple[str, str], sum_: int, passed: bool) -> None:
    """B has 11 damage when the test is rolled."""
    table = put("f4 f5", "bell_ringer", cubes=((0, 0), (5, 5)), skills=skills)
    table.load(4, sum_ - 6, 2).play("bell-ringer test")
    assert table.events_of("tested")[0]["passed"] == passed


# ------------------------------------------------------------------ Follow-Through


def following(**fields: Any) -> Any:
    return put("f4 f6", skills=("follow_through", ""), cubes=((1, 2), (0, 0)), **fields)


def test_follow_through_heals_or_steps_after_a_combo() -> None:
    table = following(a=PAYS["curse"]).play("combo curse")
    assert table.question == "A follow-through"
    assert table.offer == {"heal", "step"}
    table.play("heal")
    assert table.damage(0) == (1, 1)
    assert table.state.actions == 1
    table = following(a=PAYS["curse"]).play("combo curse step")
    assert table.offer == {"f3", "f5", "b4"}
    table.play("f5")
    assert table.at == "f5 f6"
    assert table.damage(0) == (1, 2)


def test_follow_through_works_once_after_a_combo_of_two_attacks() -> None:
    table = following(a=f"{PAYS['curse']} parry_cut grave_chill").play("combo curse")
    table.play("ash-knuckle+witch-light shared-burden")
    if table.prompt == "transfer":
        table.play("no")
    assert table.question == "A follow-through"
    table.play("heal")
    assert table.question == "A action"


def test_follow_through_needs_a_special_attack() -> None:
    table = following(a="wolf_shoulder").play("combo dash wolf-shoulder f5")
    assert table.question == "A action"


def test_follow_through_does_not_follow_an_attack_card() -> None:
    assert following(row="sickle_sweep").play("sickle-sweep").question == "A action"


# ------------------------------------------------------------------ Light Feet


def test_light_feet_move_up_to_two_spaces() -> None:
    table = put("f4 f6", fighters="barrow_warden mistling", skills=("light_feet", "")).play("move")
    assert table.offer == {"f2", "f3", "f5", "b3", "b4", "b5"}


def test_light_feet_do_not_pass_through_the_opponent() -> None:
    table = put("f4 f5", fighters="barrow_warden mistling", skills=("light_feet", "")).play("move")
    assert table.offer == {"f2", "f3", "b3", "b4", "b5"}


def test_light_feet_work_for_the_move_action_only() -> None:
    table = put("f4 f6", a="wolf_shoulder", skills=("light_feet", "")).play("combo dash wolf-shoulder")
    assert table.offer == {"f3", "f5", "b4"}


def test_light_feet_let_the_mistling_walk_around_the_opponent() -> None:
    table = put("f4 f5", skills=("light_feet", "")).play("move")
    assert table.offer == {"f2", "f3", "b3", "b4", "b5", "f6"}


# ------------------------------------------------------------------ Crow's Eye


def crow(deck: str | None, row: str = "moor_stomp ash_knuckle cairn_hook witch_light") -> Any:
    """B's turn begins, and B has Crow's Eye."""
    return put("f4 f6", row, skills=("", "crow_eye"), deck=deck, actions=1).play("move f3")


def test_crow_eye_replaces_a_card_of_the_row() -> None:
    table = crow("parry_cut oak_heel")
    assert table.question == "B crow-eye"
    assert table.offer == {"moor-stomp", "ash-knuckle", "cairn-hook", "witch-light", "keep"}
    table.play("moor-stomp")
    assert table.question == "B action"
    assert table.row == {"parry_cut", "ash_knuckle", "cairn_hook", "witch_light"}
    assert "moor_stomp" in table.discards
    assert "moor_stomp" not in table.hand(1)


def test_crow_eye_may_keep_the_row() -> None:
    table = crow("parry_cut oak_heel").play("keep")
    assert table.row == {"moor_stomp", "ash_knuckle", "cairn_hook", "witch_light"}
    assert len(table.state.deck) == 2


def test_crow_eye_needs_a_card_in_the_deck() -> None:
    table = crow("")
    assert table.question == "B action"


def test_crow_eye_draws_past_a_candle() -> None:
    table = crow("candle parry_cut").play("moor-stomp")
    assert table.state.candles == 1
    assert "parry_cut" in table.row


def test_crow_eye_with_only_a_candle_left() -> None:
    """The row was filled before, so this turn is played; the next one cannot begin."""
    table = crow("candle").play("moor-stomp")
    assert table.state.candles == 1
    assert table.question == "B action"
    assert len(table.row) == 3


def test_crow_eye_works_after_the_poison() -> None:
    table = put("f4 f6", fighters="adder_daughter mistling", skills=("", "crow_eye"), poison={"B": 1}, actions=1).play(
        "move f3"
    )
    assert table.question == "B crow-eye"
    assert table.damage(1) == (0, 1)


def test_crow_eye_works_on_the_players_own_turn_only() -> None:
    assert put("f4 f6", skills=("crow_eye", ""), actions=1).play("move f3").question == "B action"


# ------------------------------------------------------------------ Thick Hide


def hide(at: str, row: str, **fields: Any) -> Any:
    return put(at, row, skills=("", "thick_hide"), **fields)


@each(
    ("at", "card", "after"),
    [
        ("f4 f8", "witch_light", (0, 0)),
        ("f4 f5", "last_word", (0, 0)),
        ("f4 f5", "thorn_answer", (0, 0)),
        ("f4 f5", "ash_knuckle", (0, 2)),
        ("f4 f8", "sling_stone", (0, 2)),
    ],
)
def test_thick_hide_ignores_a_light_of_an_ability_or_a_reaction(at: str, card: str, after: tuple[int, int]) -> None:
    assert hide(at, card).play(card.replace("_", "-")).damage(1) == after


def test_thick_hide_works_once_a_turn() -> None:
    table = hide("f4 f6", "witch_light grave_chill").play("witch-light grave-chill")
    assert table.damage(1) == (0, 1)


def test_thick_hide_works_in_every_turn() -> None:
    table = hide("f4 f6", "witch_light grave_chill", actions=1).play("witch-light move f7 move f6 grave-chill")
    assert table.damage(1) == (0, 0)


def test_thick_hide_leaves_heavy_damage() -> None:
    assert hide("f4 f9", "snuffed_wick", candles=1).play("snuffed-wick").damage(1) == (1, 0)


def test_thick_hide_ignores_damage_of_an_effect() -> None:
    assert hide("f4 f6", "mist_step").play("mist-step f5").damage(1) == (0, 0)


def test_thick_hide_does_not_help_against_the_dark_or_poison() -> None:
    table = put(
        "f1 f6", fighters="mistling adder_daughter", skills=("thick_hide", ""), candles=1, actions=1, poison={"A": 1}
    ).play("move b1 move f7 move f6")
    assert table.question == "A action"
    assert table.damage(0) == (0, 2)


def test_thick_hide_works_against_a_reaction_on_the_players_own_turn() -> None:
    table = put("f4 f5", "parry_cut thorn_answer", skills=("thick_hide", "")).play("parry-cut thorn-answer")
    assert table.damage(0) == (0, 1)


# ------------------------------------------------------------------ Running Start


def running(at: str, row: str, **fields: Any) -> Any:
    return put(at, row, skills=("running_start", ""), **fields)


def test_running_start_adds_a_light_after_a_move() -> None:
    assert running("f3 f5", "moor_stomp").play("move f4 moor-stomp").damage(1) == (2, 1)


def test_running_start_needs_a_change_of_space() -> None:
    assert running("f4 f5", "moor_stomp").play("moor-stomp").damage(1) == (2, 0)


def test_running_start_works_once_a_turn() -> None:
    table = running("f4 f6", "wolf_shoulder parry_cut", moved=True).play("wolf-shoulder parry-cut")
    assert table.damage(1) == (2, 1)


def test_running_start_counts_any_change_of_space() -> None:
    """The Forward of the first attack is enough for the second."""
    table = running("f4 f6", "wolf_shoulder parry_cut").play("wolf-shoulder parry-cut")
    assert table.damage(1) == (2, 1)


def test_running_start_works_for_strikes_only() -> None:
    assert running("f3 f5", "thunder_palm").play("move f4 thunder-palm no").damage(1) == (1, 0)


def test_running_start_adds_to_the_damage_pool() -> None:
    """A block can reduce it."""
    table = running("f3 f5", "ash_knuckle", b="parry_cut witch_light oak_heel chain_lash").play("move f4 ash-knuckle")
    table.play("damage parry-cut")
    assert table.damage(1) == (0, 0)


def test_running_start_works_for_a_special_attack_after_a_dash() -> None:
    table = put(
        "f3 f5",
        fighters="barrow_warden mistling",
        skills=("running_start", ""),
        a="wolf_shoulder moor_stomp parry_cut",
    ).play("combo dash wolf-shoulder f4 slab-drop")
    assert table.damage(1) == (1, 2)


def test_running_start_ends_with_the_turn() -> None:
    table = running("f3 f5", "moor_stomp ash_knuckle", actions=1).play("move f4 move f6 move f5 moor-stomp")
    assert table.damage(1) == (2, 0)


# ------------------------------------------------------------------ Ward Sense


def test_ward_sense_blocks_abilities() -> None:
    table = put("f4 f8", "witch_light", b="parry_cut ash_knuckle", skills=("", "ward_sense")).play("witch-light")
    assert table.question == "B block"
    table.play("damage")
    assert table.damage(1) == (0, 0)


def test_without_ward_sense_abilities_cannot_be_blocked() -> None:
    table = put("f4 f8", "witch_light", b="parry_cut ash_knuckle").play("witch-light")
    assert table.question == "A action"
    assert table.damage(1) == (0, 1)


def test_ward_sense_cancels_the_effect_of_an_ability() -> None:
    table = put("f4 f6", "barrow_howl", b="parry_cut", skills=("", "ward_sense")).play("barrow-howl effect")
    assert table.at == "f4 f6"
    assert table.damage(1) == (0, 1)


def test_ward_sense_does_not_block_reactions() -> None:
    table = put("f4 f5", "thorn_answer", b="parry_cut ash_knuckle", skills=("", "ward_sense")).play("thorn-answer")
    assert table.question == "A action"
    assert table.damage(1) == (0, 1)


def test_ward_sense_counts_two_more_cards_for_a_block() -> None:
    """The block card is the only card: two cards are counted anyway."""
    table = put("f4 f5", "moor_stomp", b="parry_cut", skills=("", "ward_sense")).play("moor-stomp damage")
    assert table.damage(1) == (1, 0)
    without = put("f4 f5", "moor_stomp", b="parry_cut").play("moor-stomp")
    assert without.question == "A action"
    assert without.damage(1) == (2, 0)
