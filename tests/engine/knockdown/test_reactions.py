"""Reactions: special attacks and cards of the row, their triggers, one per attack."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.engine.knockdown.table import put

SIX = "ash_knuckle cairn_hook shin_reaper peat_elbow grave_chill witch_light"


def attacked(row: str, at: str = "f4 f5", **fields: Any) -> Any:
    """A has attacked with the first card of the row."""
    return put(at, row, **fields).play(row.split()[0].replace("_", "-"))


# ------------------------------------------------------------------ cards of the row


def test_iron_vow_takes_damage_out_of_the_pool() -> None:
    table = attacked("cairn_hook iron_vow")
    assert table.question == "B react"
    assert table.offer == {"iron-vow", "none"}
    table.play("iron-vow")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"iron_vow"}
    assert "iron_vow" not in table.row
    assert table.question == "A action"


@pytest.mark.parametrize(("card", "left"), [("moor_stomp", (1, 0)), ("reckless_knee", (0, 2)), ("parry_cut", (0, 0))])
def test_iron_vow_takes_one_of_each_at_most(card: str, left: tuple[int, int]) -> None:
    table = attacked(f"{card} iron_vow").play("iron-vow")
    if table.question == "B block":
        table.play("none")
    assert table.question == "A action"
    assert table.damage(1) == left


def test_declining_a_reaction_is_reported() -> None:
    table = attacked("cairn_hook iron_vow").play("none")
    assert "passed" in [event.kind for event in table.events]


def test_iron_vow_answers_abilities_too() -> None:
    assert attacked("witch_light iron_vow", "f4 f8").play("iron-vow").damage(1) == (0, 0)


def test_iron_vow_does_not_touch_damage_of_the_effect() -> None:
    table = attacked("sling_stone iron_vow", "f1 f6").play("iron-vow none")
    assert table.damage(1) == (0, 1)


def test_iron_vow_needs_damage_in_the_pool() -> None:
    table = attacked("mist_step iron_vow", "f4 f6")
    assert table.question == "A leap-to"
    table.play("f5")
    assert table.question == "A action"
    assert table.damage(1) == (0, 1)


def test_iron_vow_does_not_remove_the_knockout_mark() -> None:
    table = attacked("gravel_uppercut iron_vow").play("iron-vow")
    assert table.damage(1) == (0, 0)
    assert table.question == "A test"


def test_iron_vow_is_in_hand_before_the_block_is_decided() -> None:
    """It is resolved and taken first, so it can block the rest of the Strike, or count for the block."""
    table = attacked("moor_stomp iron_vow", b="ash_knuckle witch_light").play("iron-vow")
    assert table.question == "B block"
    table.play("damage")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"ash_knuckle", "witch_light"}
    assert "iron_vow" in table.discards
    table = attacked("moor_stomp iron_vow", b="thrown_hatchet witch_light").play("iron-vow damage thrown-hatchet")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"iron_vow", "witch_light"}


def test_thorn_answer_strikes_back() -> None:
    table = attacked("parry_cut thorn_answer")
    assert table.question == "B react"
    table.play("thorn-answer")
    assert table.cubes == ((0, 2), (1, 0))
    assert table.hand(1) == {"thorn_answer"}


def test_thorn_answer_needs_a_strike() -> None:
    assert attacked("thunder_palm thorn_answer").play("no").question == "A action"


def test_thorn_answer_needs_its_range() -> None:
    """Oaken Heel moves the opponent out of range."""
    assert attacked("oak_heel thorn_answer").question == "A action"
    assert attacked("wolf_shoulder thorn_answer", "f4 f6").question == "B react"


def test_slip_aside_leaps_after_any_attack() -> None:
    for card in ("parry_cut", "witch_light", "blood_tithe"):
        table = attacked(f"{card} slip_aside")
        assert table.question == "B react", card
        table.play("slip-aside")
        assert table.question == "B leap-to"
        assert table.offer == {"f3", "f5", "f6", "f7", "b4", "b5", "b6"}
        table.play("f3")
        assert table.at == "f4 f3"
        assert table.hand(1) == {"slip_aside"}


def test_last_word_after_a_passed_test() -> None:
    table = put("f4 f5", "gravel_uppercut last_word", cubes=((0, 0), (0, 4))).load(6, 6, 6)
    table.play("gravel-uppercut test")
    assert table.events_of("tested")[0]["passed"]
    assert table.question == "B react"
    assert table.offer == {"last-word", "none"}
    table.play("last-word")
    assert table.cubes == ((1, 2), (1, 2))
    assert table.hand(1) == {"last_word"}


def test_last_word_needs_a_test() -> None:
    assert attacked("gravel_uppercut last_word").play("no").question == "A action"
    assert attacked("parry_cut last_word").question == "A action"


def test_a_knocked_out_fighter_does_not_answer() -> None:
    table = put("f4 f5", "gravel_uppercut last_word slip_aside", cubes=((0, 0), (9, 9))).load(1, 1, 1)
    table.play("gravel-uppercut test")
    assert table.events_of("round-won")[0]["seat"] == 0
    assert table.state.round == 2


def test_after_a_passed_test_both_kinds_of_reactions_are_offered_and_one_is_used() -> None:
    table = put("f4 f5", "gravel_uppercut last_word slip_aside thorn_answer").load(6, 6, 6)
    table.play("gravel-uppercut test")
    assert table.offer == {"last-word", "slip-aside", "thorn-answer", "none"}
    table.play("slip-aside f6")
    assert table.question == "A action"


def test_a_miss_triggers_no_reaction() -> None:
    table = attacked("parry_cut slip_aside iron_vow", "f4 f7")
    assert table.question == "A action"


def test_an_attack_can_be_answered_with_one_reaction() -> None:
    """After one used before damage, none follows the attack; after one declined, the later one is still offered."""
    table = attacked("parry_cut iron_vow slip_aside")
    assert table.offer == {"iron-vow", "none"}
    table.play("iron-vow")
    assert table.question == "A action"
    table = attacked("parry_cut iron_vow slip_aside").play("none")
    assert table.offer == {"slip-aside", "none"}


def test_every_attack_of_a_turn_can_be_answered() -> None:
    table = attacked("parry_cut slip_aside iron_vow witch_light").play("iron-vow")
    table.play("witch-light")
    assert table.question == "B react"
    assert table.offer == {"slip-aside", "none"}


def test_a_reaction_cannot_be_answered() -> None:
    """Thorn's Answer hurts A, who could use Iron Vow or Slip Aside, but is not asked."""
    table = attacked("parry_cut thorn_answer slip_aside iron_vow").play("none thorn-answer")
    assert table.question == "A action"
    assert table.damage(0) == (0, 2)


def test_a_reaction_cannot_be_blocked() -> None:
    table = attacked("parry_cut thorn_answer", a="thrown_hatchet ash_knuckle witch_light").play("thorn-answer")
    assert table.question == "A action"
    assert table.damage(0) == (0, 2)


def test_a_reaction_card_taken_with_an_action_can_be_answered() -> None:
    """Then it is an attack like any other."""
    table = attacked("thorn_answer slip_aside")
    assert table.question == "B react"
    assert table.offer == {"slip-aside", "none"}


def test_a_taken_reaction_card_counts_for_the_hand_limit() -> None:
    table = attacked("parry_cut slip_aside", b=SIX).play("slip-aside f6")
    assert table.question == "B hand-limit"
    assert table.offer == {*(name.replace("_", "-") for name in SIX.split()), "slip-aside"}
    table.play("slip-aside")
    assert table.hand(1) == set(SIX.split())
    assert "slip_aside" in table.discards
    assert table.question == "A action"


def test_a_taken_reaction_card_leaves_a_gap_until_the_next_turn() -> None:
    table = attacked("parry_cut slip_aside").play("slip-aside f6")
    assert len(table.row) == 2
    table.play("move f3")
    assert table.question == "B action"
    assert len(table.row) == 4


def test_taking_a_reaction_card_does_not_cost_the_next_turn() -> None:
    table = attacked("parry_cut slip_aside").play("slip-aside f6")
    assert table.question == "A action"
    assert table.state.actions == 1


def test_a_card_in_hand_cannot_be_used_as_a_reaction() -> None:
    assert attacked("parry_cut", b="iron_vow slip_aside").question == "A action"


def test_an_attacking_card_cannot_react_to_itself() -> None:
    assert attacked("slip_aside").play("f3").question == "A action"


# ------------------------------------------------------------------ targets


@pytest.mark.parametrize(("card", "picks"), [("stone_breath", ""), ("beggars_prayer", "ash-knuckle"), ("iron_vow", "")])
def test_an_attack_that_only_helps_its_player_has_no_target(card: str, picks: str) -> None:
    """Slip Aside answers any attack on B, and none of these is one (knockdown.target)."""
    table = attacked(f"{card} slip_aside ash_knuckle", cubes=((0, 3), (0, 0))).play(picks)
    assert table.question == "A action"
    assert card in table.hand(0)


def test_distilling_an_elixir_has_no_target() -> None:
    table = put("f4 f5", "slip_aside", fighters="brother_alembic mistling", a="parry_cut thrown_hatchet")
    assert table.play("combo distil bile").seat == 0


def test_in_rules_version_1_every_attack_in_range_has_a_target() -> None:
    """Matches that began with version 1 keep this rule."""
    assert attacked("stone_breath slip_aside", rules=1).question == "B react"
    assert attacked("stone_breath slip_aside", rules=2).question == "A action"


def test_an_attack_that_can_hurt_has_a_target_even_if_it_does_not_hurt() -> None:
    """Step through Mist ends elsewhere; a Strike is blocked completely."""
    assert attacked("mist_step slip_aside", "f4 f9").play("f3").question == "B react"
    blocked = attacked("parry_cut slip_aside", b="thrown_hatchet witch_light moor_stomp").play("damage")
    assert blocked.damage(1) == (0, 0)
    assert blocked.question == "B react"


# ------------------------------------------------------------------ Stone Skin


def warden(card: str, hand: str, at: str = "f4 f5", **fields: Any) -> Any:
    return attacked(card, at, fighters="mistling barrow_warden", b=hand, **fields)


def test_stone_skin_is_paid_with_a_block_card() -> None:
    table = warden("cairn_hook", "parry_cut witch_light")
    assert table.question == "B react"
    assert table.offer == {"stone-skin", "none"}
    table.play("stone-skin")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"witch_light"}
    assert "parry_cut" in table.discards


@pytest.mark.parametrize(
    ("card", "left"), [("moor_stomp", (1, 0)), ("reckless_knee", (0, 2)), ("thunder_palm", (0, 0))]
)
def test_stone_skin_takes_one_of_each_at_most(card: str, left: tuple[int, int]) -> None:
    table = warden(card, "parry_cut").play("stone-skin")
    assert table.damage(1) == left


def test_stone_skin_cannot_be_paid() -> None:
    assert warden("cairn_hook", "witch_light moor_stomp").question == "A action"


def test_stone_skin_does_not_answer_attacks_without_damage() -> None:
    assert warden("mist_step", "parry_cut", "f4 f7").prompt == "leap-to"


def test_stone_skin_and_a_block_take_two_cards() -> None:
    table = warden("moor_stomp", "parry_cut thrown_hatchet witch_light ash_knuckle")
    table.play("stone-skin")
    assert table.question == "B pay"
    assert table.offer == {"parry-cut", "thrown-hatchet"}
    table.play("parry-cut")
    assert table.question == "B block"
    table.play("damage")
    assert table.damage(1) == (0, 0)
    assert table.hand(1) == {"witch_light", "ash_knuckle"}


def test_stone_skin_and_iron_vow_cannot_both_be_used() -> None:
    table = warden("moor_stomp iron_vow", "parry_cut")
    assert table.offer == {"stone-skin", "iron-vow", "none"}
    table.play("iron-vow")
    assert table.question == "A action"
    assert table.damage(1) == (1, 0)
    assert table.hand(1) == {"parry_cut", "iron_vow"}


def test_stone_skin_can_answer_every_attack_of_a_combo() -> None:
    table = put(
        "f4 f5",
        fighters="adder_daughter barrow_warden",
        a="ash_knuckle wolf_shoulder moor_stomp fishhook_line",
        b="parry_cut thrown_hatchet",
    ).play("combo venom-fang")
    table.play("ash-knuckle+wolf-shoulder stone-skin parry-cut none")
    assert table.question == "A combo"
    table.play("coil")
    assert table.question == "B react"


def test_reactions_cannot_be_used_in_a_combo() -> None:
    table = put("f4 f5", fighters="barrow_warden mistling", a="parry_cut thrown_hatchet shin_reaper")
    assert table.view(0).payable
    table.play("combo")
    assert "stone-skin" not in table.offer


# ------------------------------------------------------------------ Shed Skin


def adder(card: str, hand: str, at: str = "f4 f5", **fields: Any) -> Any:
    return attacked(card, at, fighters="mistling adder_daughter", b=hand, **fields)


def test_shed_skin_leaps_and_heals() -> None:
    table = adder("cairn_hook", "parry_cut")
    assert table.question == "B react"
    table.play("shed-skin")
    assert table.question == "B leap-to"
    table.play("f7")
    assert table.at == "f4 f7"
    assert table.damage(1) == (1, 0)
    assert table.hand(1) == set()


def test_shed_skin_can_be_used_with_nothing_to_heal() -> None:
    table = adder("moor_stomp", "parry_cut").play("shed-skin f5")
    assert table.at == "f4 f5"
    assert table.damage(1) == (2, 0)


def test_shed_skin_answers_strikes_only() -> None:
    assert adder("witch_light", "parry_cut").question == "A action"


def test_shed_skin_after_a_block_needs_a_second_card() -> None:
    table = adder("ash_knuckle", "parry_cut witch_light").play("damage")
    assert table.question == "A action"
    table = adder("ash_knuckle", "parry_cut thrown_hatchet witch_light").play("damage parry-cut")
    assert table.question == "B react"


def test_shed_skin_comes_after_the_discard_of_a_passed_test() -> None:
    table = put("f4 f5", "bell_ringer", fighters="mistling adder_daughter", b="parry_cut", cubes=((0, 0), (0, 5)))
    table.load(6, 6, 6).play("bell-ringer test")
    assert table.damage(1) == (0, 3)
    table.play("shed-skin f6")
    assert table.damage(1) == (0, 2)
