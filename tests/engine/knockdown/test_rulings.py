"""House rulings on unclear points: each test would fail under the other reading."""

from __future__ import annotations

import re
from typing import Any

import pytest

from engine.core.game import Impossible
from engine.knockdown.arena import DISTANCE, LABEL, SPACE, START
from engine.knockdown.data.content import CANDLE, CONTENT
from engine.knockdown.game import GAME
from tests.engine.knockdown.test_rounds import both, codes, out
from tests.support.engine.knockdown.table import FIGHTERS, new, put

OPTIONS = {choice.key: choice for choice in GAME.match_options}


def test_r01_there_are_four_fighters_and_players_choose_different_ones() -> None:
    table = new()
    assert {option.code.replace("-", "_") for option in table.position.asks[0].options} == set(FIGHTERS)
    with pytest.raises(Impossible):
        put("f4 f6", fighters="mistling mistling")


def test_r02_on_a_clash_only_the_player_who_joined_later_chooses_again() -> None:
    table = both(new(), "adder-daughter", "adder-daughter")
    assert [ask.seat for ask in table.position.asks] == [1]
    assert "adder-daughter" not in table.offer


def test_r02_fighters_are_chosen_in_secret() -> None:
    table = new()
    before = table.view(1)
    table.position.pick(0, "mistling")
    assert table.view(1).seats == before.seats
    assert codes(table, 1) == [name.replace("_", "-") for name in FIGHTERS]


def test_r03_the_arena_is_two_rows_of_nine() -> None:
    assert set(LABEL) == {f"{row}{column}" for row in "fb" for column in range(1, 10)}
    assert "b4" in put("f4 f6").play("move").offer


def test_r04_diagonal_steps_do_not_exist() -> None:
    assert put("f4 b9").play("move").offer == {"f3", "f5", "b4"}
    assert DISTANCE[SPACE["f4"]][SPACE["b5"]] == 2
    assert put("f4 b5", "ash_knuckle").play("ash-knuckle").damage(1) == (0, 0)


def test_r04_figures_do_not_change_the_distance() -> None:
    """The way from f1 to b1 is one step, and around the opponent to f3 it would be longer; distance ignores that."""
    assert DISTANCE[SPACE["f1"]][SPACE["f9"]] == 8
    assert put("f4 f6", "wolf_shoulder").play("wolf-shoulder").damage(1) == (1, 0)


def test_r05_a_straight_line_is_the_same_row_or_column() -> None:
    assert put("f4 b4", "hunting_bolt").play("hunting-bolt").damage(1) == (1, 0)
    assert put("f4 f9", "hunting_bolt").play("hunting-bolt").damage(1) == (1, 0)
    assert put("f4 b5", "hunting_bolt").play("hunting-bolt").damage(1) == (0, 0)


def test_r06_fighters_start_in_opposite_corners_with_the_first_player_in_front() -> None:
    assert [LABEL[space] for space in START] == ["f1", "b9"]
    assert out().at == "b9 f1"


def test_r07_a_move_must_change_the_space() -> None:
    assert "f4" not in put("f4 f6").play("move").offer


def test_r07_a_combo_holds_at_least_one_link() -> None:
    assert "stop" not in put("f4 f6", a="wolf_shoulder witch_light ash_knuckle").play("combo").offer


def test_r07_nobody_stops_after_one_action() -> None:
    table = put("f4 f6").play("move f5")
    assert table.question == "A action"
    assert not {"stop", "end", "pass", "done"} & table.offer


def test_r08_an_attack_in_range_must_be_resolved() -> None:
    """Reckless Knee hurts its own fighter, and nobody is asked."""
    table = put("f4 f5", "reckless_knee").play("reckless-knee")
    assert table.question == "A action"
    assert table.cubes == ((0, 1), (0, 3))


def test_r09_at_the_hand_limit_the_new_card_may_be_discarded() -> None:
    table = put("f1 b9", "oak_heel", a="ash_knuckle cairn_hook shin_reaper moor_stomp parry_cut witch_light")
    assert "oak-heel" in table.play("oak-heel").offer


def test_r10_a_block_needs_two_cards_for_a_heavy_and_one_for_a_light_damage() -> None:
    """With one card left a heavy damage stays, and a light one is removed."""
    assert put("f4 f5", "parry_cut", b="oak_heel witch_light").play("parry-cut").damage(1) == (1, 0)
    assert put("f4 f5", "antler_butt", b="parry_cut witch_light").play("antler-butt damage").damage(1) == (0, 0)


def cut(block: str, hand: str) -> Any:
    """Block Cairn Hook, which deals one of each, with Parry and Cut and this many other cards."""
    table = put("f4 f5", "cairn_hook", b=f"parry_cut {hand}", options={"block": block})
    return table.play("cairn-hook")


def test_r10_each_card_of_a_block_counts_once() -> None:
    assert cut("budget", "witch_light moor_stomp").play("damage").offer == {"h1-l0", "h0-l1"}


def test_r10_the_option_both_counts_each_card_twice() -> None:
    assert OPTIONS["block"].default == "budget"
    assert cut("both", "witch_light moor_stomp").play("damage").damage(1) == (0, 0)
    assert cut("both", "witch_light").play("damage").damage(1) == (1, 0)


def test_r10_the_option_both_asks_no_needless_question() -> None:
    assert cut("both", "").question == "A action"


def test_r11_blocking_damage_and_effect_takes_one_card_each() -> None:
    """With two block cards and one other, only the other card counts, which removes one light damage."""
    table = put("f4 f5", "reckless_knee", b="parry_cut oak_heel witch_light").play("reckless-knee both parry-cut")
    assert table.cubes == ((0, 0), (0, 2))
    assert table.hand(1) == {"witch_light"}


def test_r12_canceling_the_effect_cancels_the_attackers_part_too() -> None:
    table = put("f4 f6", "wolf_shoulder", b="parry_cut").play("wolf-shoulder effect")
    assert table.at == "f4 f6"
    table = put("f4 f5", "reckless_knee", b="parry_cut").play("reckless-knee effect")
    assert table.damage(0) == (0, 0)


def test_r12_canceling_the_effect_cancels_healing() -> None:
    table = put("f4 f6", "blood_tithe", b="parry_cut", skills=("", "ward_sense"), cubes=((0, 3), (0, 0)))
    assert table.play("blood-tithe effect").damage(0) == (0, 3)


def test_r13_a_blocked_attack_may_still_test() -> None:
    table = put(
        "f4 f5", a="ash_knuckle moor_stomp cairn_hook peat_elbow", b="parry_cut oak_heel witch_light shin_reaper"
    ).play("combo doom both parry-cut")
    assert table.damage(1) == (0, 0)
    assert table.question == "A test"


def test_r13_heavy_and_light_damage_count_one_each_for_a_test() -> None:
    """Ten damage with that of Bell-Ringer: a roll of ten passes, whatever the colors."""
    for cubes in ((9, 0), (0, 9), (4, 5)):
        table = put("f4 f5", "bell_ringer", cubes=((0, 0), cubes)).load(4, 4, 2).play("bell-ringer test")
        assert table.events_of("tested")[0]["total"] == 10
        assert table.events_of("tested")[0]["passed"]


def relieved(relief: str, cubes: tuple[int, int] = (5, 4)) -> Any:
    """B, with one more light damage, has passed a test."""
    table = put("f4 f5", "bell_ringer", cubes=((0, 0), cubes), options={"relief": relief})
    return table.load(6, 6, 6).play("bell-ringer test")


@pytest.mark.parametrize(("relief", "left"), [("light", (5, 3)), ("heavy", (3, 5)), ("each", (3, 3))])
def test_r14_an_option_sets_what_a_passed_test_discards(relief: str, left: tuple[int, int]) -> None:
    """Half, rounded down, of five heavy and five light damage."""
    assert OPTIONS["relief"].default == "light"
    assert relieved(relief).damage(1) == left


def test_r14_with_the_option_all_the_fighters_player_chooses_the_damage() -> None:
    table = relieved("all", (1, 4))
    assert table.question == "B relief"
    assert table.offer == {"h1-l2", "h0-l3"}
    table.play("h1-l2")
    assert table.damage(1) == (0, 3)


def test_r14_with_the_option_all_the_half_is_rounded_down() -> None:
    table = relieved("all", (8, 0))
    assert table.offer == {"h4-l0", "h3-l1"}


@pytest.mark.parametrize(("menhir", "hurt"), [("light", (0, 1)), ("heavy", (1, 0))])
def test_r15_an_option_sets_the_damage_of_the_dark(menhir: str, hurt: tuple[int, int]) -> None:
    assert OPTIONS["menhir"].default == "light"
    table = put("f2 b5", candles=1, actions=1, options={"menhir": menhir}).play("move f1")
    assert table.cubes == (hurt, (0, 0))


def test_r15_the_dark_hurts_only_at_the_end_of_the_players_own_turn() -> None:
    table = put("f5 b9", candles=1, actions=1).play("move f4")
    assert table.question == "B action"
    assert table.damage(1) == (0, 0)
    table.play("move b8 move b9")
    assert table.damage(1) == (0, 1)


def test_r16_the_mistling_hands_over_one_light_damage() -> None:
    table = put("f4 b9", a="parry_cut witch_light", cubes=((3, 3), (0, 0)), curse={"B": 1})
    assert table.play("combo shared-burden yes").cubes == ((3, 2), (1, 1))


def test_r16_thick_hide_does_not_ignore_what_is_handed_over() -> None:
    hand, cubes = "parry_cut witch_light", ((3, 3), (0, 0))
    table = put("f4 b9", a=hand, cubes=cubes, skills=("", "thick_hide"), curse={"B": 1})
    assert table.play("combo shared-burden yes").cubes == ((3, 2), (1, 1))


def test_r17_reactions_are_paid_on_the_opponents_turn_and_not_in_a_combo() -> None:
    hand = "parry_cut"
    assert "combo" not in put("f4 f5", fighters="adder_daughter mistling", a=hand).offer
    table = put("f4 f5", "moor_stomp", fighters="mistling adder_daughter", b=hand).play("moor-stomp shed-skin f6")
    assert table.hand(1) == set()
    assert table.question == "A action"


def test_r18_a_reaction_card_works_from_the_row_and_not_from_the_hand() -> None:
    assert put("f4 f5", "moor_stomp slip_aside").play("moor-stomp").question == "B react"
    assert put("f4 f5", "moor_stomp", b="slip_aside").play("moor-stomp").question == "A action"


def test_r18_a_reaction_card_is_taken_with_an_action_like_any_other() -> None:
    table = put("f4 f5", "thorn_answer").play("thorn-answer")
    assert table.damage(1) == (0, 1)
    assert table.hand(0) == {"thorn_answer"}


def test_r19_both_symbols_of_a_card_pay_for_one_thing_only() -> None:
    assert put("f4 f5", a="stone_breath").play("combo shared-burden").damage(1) == (1, 0)
    table = put("f4 f6", a="lunging_heel parry_cut", fighters="barrow_warden mistling")
    table.play("combo dash lunging-heel f5")
    assert table.question == "A action", "the card that paid for the Dash is gone"


def test_r20_a_special_attack_works_once_per_combo_and_again_in_the_next() -> None:
    hand = "witch_light grave_chill ash_knuckle cairn_hook"
    table = put("f4 f9", a=hand).play("combo curse ash-knuckle+witch-light")
    assert table.question == "A action"
    assert table.play("combo curse").damage(1) == (0, 2)


def test_r21_later_rounds_have_no_opening_pick() -> None:
    assert OPTIONS["later_pick"].default is False
    table = out()
    assert table.question == "B action"
    assert table.hand(0) == table.hand(1) == set()


def test_r21_an_option_adds_an_opening_pick_to_later_rounds() -> None:
    table = out(options={"later_pick": True})
    assert table.question == "B pick"
    order = []
    while table.prompt == "pick":
        order.append(table.seat)
        table.play(sorted(table.offer)[0])
    assert order == [1, 0, 0]
    assert (len(table.hand(0)), len(table.hand(1))) == (2, 2)
    assert len(table.row) == 4
    assert len(table.state.deck) == 28 + 4


def test_r22_candles_are_shuffled_in_again_every_round() -> None:
    table = out(candles=4)
    assert table.state.candles == 0
    assert table.state.deck.count(CANDLE) == 4


def test_r22_tokens_return_to_their_start_every_round() -> None:
    table = out(curse={"B": 1}, elixirs={"B": ["bile"]})
    assert table.state.seats[1].curse == 0
    assert table.state.seats[1].elixirs == ["quicksilver"]


def test_r23_an_empty_deck_with_a_full_row_allows_another_turn() -> None:
    table = put("f5 b9", "parry_cut", deck="oak_heel", actions=1).play("parry-cut")
    assert table.question == "B action"
    assert table.state.deck == []
    assert table.state.round == 1


def test_r24_the_third_tiebreaker_is_the_player_whose_turn_was_starting() -> None:
    """It is not the first player of the round."""
    for first in "AB":
        table = put("f5 b9", "parry_cut", deck="", actions=1, first=first).play("parry-cut")
        assert table.events_of("round-won")[0]["seat"] == 1


def test_r25_back_moves_along_the_row() -> None:
    assert put("f4 b5", "staff_thrust").play("staff-thrust").at == "f4 b6"


def test_r25_in_the_same_column_the_attacker_picks_the_side() -> None:
    table = put("f4 b4", "oak_heel").play("oak-heel")
    assert table.question == "A side"
    assert table.offer == {"left", "right"}


def test_r25_pull_and_forward_go_as_far_as_possible() -> None:
    """Nobody is asked."""
    assert put("f4 f8", "bog_grasp").play("bog-grasp").at == "f4 f6"
    assert put("f4 f6", "wolf_shoulder").play("wolf-shoulder").at == "f5 f6"


def test_r25_a_leap_passes_through_the_opponent() -> None:
    assert "f6" in put("f4 f5", "slip_aside").play("slip-aside").offer


def test_r25_a_leap_may_be_shorter() -> None:
    assert {"f3", "f4"} <= put("f4 f6", "slip_aside").play("slip-aside").offer


def test_r26_six_turns_without_a_card_leaving_the_row_end_the_round() -> None:
    assert CONTENT.stall_turns == 6
    assert put("f4 f6", idle=4, actions=1).play("move f3").question == "B action"
    assert put("f4 f6", idle=5, actions=1).play("move f3").events_of("round-won")


def test_r27_a_special_attack_out_of_range_cannot_be_paid_for() -> None:
    table = put("f4 f7", a="gravel_uppercut thunder_palm parry_cut")
    assert "doom" in table.view(0).payable
    table.play("combo")
    assert "doom" not in table.offer


def test_r28_hands_are_open_unless_hidden() -> None:
    assert OPTIONS["hands"].default == "open"
    table = put("f4 f6", b="ash_knuckle")
    assert table.view(0).seats[1].hand == ("ash_knuckle",)
    table = put("f4 f6", b="ash_knuckle", options={"hands": "hidden"})
    assert table.view(0).seats[1].hand == ()
    assert table.view(None).seats[1].hand == ()
    assert table.view(0).seats[1].cards == 1
    assert table.view(1).seats[1].hand == ("ash_knuckle",)


def test_r29_the_loser_turns_up_the_second_skill() -> None:
    table = out(skills=("thick_hide", "last_stand"), skills_down={"A": ["light_feet"], "B": ["merciless"]})
    assert table.skills(0) == ["thick_hide"]
    assert table.skills(1) == ["last_stand", "merciless"]


def test_r29_the_loser_begins() -> None:
    assert out(first="A").seat == 1
    assert out(first="B").seat == 1


def test_r30_a_test_rolls_three_ordinary_dice() -> None:
    faces = set()
    for number in range(40):
        table = put("f4 f5", "bell_ringer", seed=f"dice {number}").play("bell-ringer test")
        dice = table.events_of("tested")[0]["dice"]
        assert len(dice) == 3
        faces |= set(dice)
    assert faces == {1, 2, 3, 4, 5, 6}


def test_r30_a_roll_equal_to_the_damage_passes() -> None:
    table = put("f4 f5", "bell_ringer", cubes=((0, 0), (9, 8))).load(6, 6, 6).play("bell-ringer test")
    assert table.events_of("tested")[0]["passed"]
    table = put("f4 f5", "bell_ringer", cubes=((0, 0), (9, 9))).load(6, 6, 6).play("bell-ringer test")
    assert not table.events_of("tested")[0]["passed"]


def test_r31_the_curse_alone_does_nothing_and_there_is_one_token() -> None:
    table = put("f4 f9", curse={"B": 1}, actions=1).play("move f3 move f8 move f9")
    assert table.cubes == ((0, 0), (0, 0))
    table = put("f4 f9", a="witch_light ash_knuckle", curse={"B": 1}).play("combo curse")
    assert table.state.seats[1].curse == 1


def test_r31_doom_needs_no_curse_for_its_test() -> None:
    table = put("f4 f5", a="gravel_uppercut thunder_palm").play("combo doom")
    assert table.question == "A test"


def test_r32_the_knockdown_test_uses_dice_not_the_tower() -> None:
    """The tested player is not asked; the dice are rolled at once."""
    table = put("f4 f5", "bell_ringer", cubes=((0, 0), (3, 3))).play("bell-ringer test")
    assert table.events_of("tested")
    assert table.seat == 0 or table.state.round == 2


def test_every_ruling_has_a_test() -> None:
    tested = {int(match[1]) for name in globals() if (match := re.match(r"test_r(\d\d)_", name))}
    assert tested == set(range(1, 33))
