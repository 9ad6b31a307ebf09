"""Summoning: images, ranks, the summoning square, the choice of an image, shortage of pieces."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.position import Position
from engine.core.text import say
from engine.registry import game_for
from engine.tashkalar.game import GAME
from engine.tashkalar.view import TashkalarView
from tests.support.each import each
from tests.support.engine.tashkalar.table import pieces, put

BOMBS = ["f6 f7", "f6 g6", "f4 f3", "f4 g4", "d6 d7", "d6 c6", "d4 d3", "d4 c4"]
SIXTEEN = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1"
"""Fourteen distant squares; with a pattern of two pieces these are all sixteen pieces of a duel."""


@each("own", BOMBS)
def test_a_pattern_may_be_rotated_and_mirrored(own: str) -> None:
    table = put(f"A {own}", "bomb hypnotist").play("bomb")
    assert "e5" in table.offer
    assert len(table.offer) == 4


def test_other_shapes_do_not_match() -> None:
    for own in ("f6 f8", "f6 e7", "e6 e7", "d5 f5"):
        assert "e5" not in put(f"A {own} i5 i6", "bomb hypnotist").play("bomb").offer


@each(
    ("board", "possible"),
    [
        ("A d2h f2h e3 e4h", True),
        ("A d2l f2l e3h e4h", True),
        ("A d2h f2h e3h e4", False),
        ("A d2 f2h e3 e4h", False),
        ("A d2h f2h e4h; B e3", False),
    ],
)
def test_pieces_need_at_least_the_ranks_of_the_pattern(board: str, possible: bool) -> None:
    table = put(board, "legends.fire_dragon hypnotist")
    assert ("fire-dragon" in table.offer) == possible


@each(
    ("card", "pattern", "there", "possible"),
    [
        ("swordmaster", "A e4 e6", "B e5", True),
        ("swordmaster", "A e4 e6", "B e5h", False),
        ("swordmaster", "A e4 e6 e5", "B i5", True),
        ("swordmaster", "A e4 e6 e5h", "B i5", False),
        ("champion", "A d5 d6 e6 e7", "B e5h", True),
        ("champion", "A d5 d6 e6 e7", "B e5l", False),
        ("legends.titan", "A e6h e7h d8 e8 f8", "B e5l", True),
        ("legends.titan", "A e6h e7h d8 e8 f8 e5l", "B i5", True),
    ],
)
def test_a_higher_rank_on_the_summoning_square_prevents_the_summons(
    card: str, pattern: str, there: str, possible: bool
) -> None:
    table = put(f"{pattern}; {there}", f"{card} hypnotist")
    assert ("e5" in table.summons(card)) == possible


def test_a_piece_on_the_summoning_square_is_destroyed() -> None:
    table = put("A d5 d6 e6 e7; B e5h", "champion hypnotist").play("champion e5")
    assert table.board == pieces("A d5 d6 e6 e7 e5h")
    assert table.destroyed == "B 0 1 0"


def test_summoning_onto_your_own_piece_scores_nothing() -> None:
    table = put("A d5 d6 e6 e7 e5; B i5", "champion hypnotist").play("champion e5")
    assert table.board == pieces("A d5 d6 e6 e7 e5h; B i5")
    assert table.destroyed == ""


@each(
    ("board", "possible"),
    [
        ("A e5 d5 c6", True),
        ("A e5h d5 c6", True),
        ("A e5l d5 c6", False),
        ("A d5 c6", False),
        ("A d5 c6; B e5", False),
    ],
)
def test_a_piece_printed_on_the_summoning_square_is_required(board: str, possible: bool) -> None:
    """The piece must be at least a common, and not above the heroic Cannon."""
    assert ("cannon" in put(board, "cannon hypnotist").offer) == possible


@pytest.mark.parametrize(("own", "possible"), [("e5", False), ("e5h", True), ("e5l", True)])
def test_the_angel_needs_an_upgraded_piece_on_its_square(own: str, possible: bool) -> None:
    table = put(f"A {own} d4 f4 c5 g5 e6", "legends.angel_of_death hypnotist")
    assert ("angel-of-death" in table.offer) == possible


def test_the_summoning_square_must_be_in_the_arena() -> None:
    """One of the two squares beside a line of three at the edge is outside."""
    assert put("A d1 e1 f1", "summoner hypnotist").play("summoner").board["e2"] == "Ah"
    assert put("A a3 a4 a5", "summoner hypnotist").play("summoner").board["b4"] == "Ah"


def test_images_with_different_marks_are_a_choice() -> None:
    board = "A e3 d4 c5 g3 h4 i5; B e5h g5"
    table = put(board, "assassin hypnotist").play("assassin f6")
    assert table.prompt == "image"
    assert table.codes == ["e3+d4+c5", "g3+h4+i5"]
    table.play("g3+h4+i5")
    assert table.destroyed == "B 1 0 0"
    assert "e5" in table.board


def test_images_with_different_arrows_are_a_choice() -> None:
    board = "A e5 d5 c6 e6 f7; B b5 e8"
    table = put(board, "cannon hypnotist").play("cannon e5")
    assert table.prompt == "image"
    table.play("d5+c6")
    assert "s" in table.offer
    assert "w" not in table.offer
    table = put(board, "cannon hypnotist").play("cannon e5 e6+f7")
    assert "w" in table.offer
    assert "s" not in table.offer


def test_images_with_different_pieces_for_the_effect_are_a_choice() -> None:
    table = put("A c5 d5 f5 g5", "clan_guardian eagle_lord").play("clan-guardian e5")
    assert table.prompt == "image"
    assert len(table.codes) == 2
    table.play("d5+f5+g5")
    assert table.offer == {"d5", "f5", "g5", "done"}


def test_both_lines_of_the_summoner_can_be_chosen() -> None:
    table = put("A d4 e4 f4 d6 e6 f6", "summoner hypnotist").play("summoner e5")
    assert table.prompt == "image"
    table.play("d4+e4+f4")
    assert table.offer == {"c5", "d5", "f5", "g5", "c7", "e7", "g7", "done"}


def test_images_without_a_difference_are_not_asked_about() -> None:
    table = put("A e6 e7 e4 e3 d5 c5", "sapling dryad").play("sapling e5")
    assert table.prompt == "action"
    table = put("A d4 f4 d6 f6 b5", "wild_eagle warlord").play("wild-eagle e5")
    assert table.prompt == "leap-to"


def test_a_refusal_names_the_square_that_lacks_a_piece() -> None:
    table = put("A e4 e6 a3 a5", "swordmaster hypnotist").play("swordmaster")
    assert table.offer == {"e5", "a4"}
    refused = table.refused("e7")
    assert (refused.code, refused.rule) == ("illegal", "tashkalar.pattern")
    assert "e8" in say(refused.text)
    assert "e6" not in say(refused.text)


def test_a_refusal_names_the_missing_rank() -> None:
    table = put("A d2h f2h e3 e4", "legends.fire_dragon hypnotist")
    refused = table.refused("fire-dragon")
    assert refused.rule == "tashkalar.pattern"
    assert "e4" in say(refused.text)
    assert "heroic" in say(refused.text)
    assert "d2" not in say(refused.text)


def test_a_refusal_names_the_higher_rank() -> None:
    refused = put("A e4 e6; B e5h", "swordmaster hypnotist").refused("swordmaster")
    assert refused.rule == "tashkalar.summoning-square"
    assert "e5" in say(refused.text)


def test_a_card_that_is_not_in_hand_is_refused() -> None:
    assert put("A e4 e6", "hypnotist bomb").refused("swordmaster").rule == "tashkalar.summoning"


# Shortage


def test_under_shortage_the_players_piece_on_the_summoning_square_becomes_the_being() -> None:
    board = f"A e4 e6 {SIXTEEN[3:]} e5"
    table = put(board, "swordmaster hypnotist").play("swordmaster e5")
    assert table.prompt == "action"
    assert table.board == pieces(board)
    assert not table.events_of("destroyed")


def test_under_shortage_the_piece_is_flipped_if_needed() -> None:
    board = f"A d5 d6 e6 e7 {SIXTEEN[9:]}"
    table = put(f"{board} e5", "champion hypnotist").play("champion e5")
    assert table.board == pieces(f"{board} e5h")


def test_under_shortage_another_own_piece_is_picked_up() -> None:
    """It is not one of the pattern; a heroic piece is possible; picking up does not count as destroying."""
    board = f"A e4 e6 {SIXTEEN.replace('a3', 'a3h')}; B e5 d4"
    table = put(board, "swordmaster hypnotist").play("swordmaster e5")
    assert table.prompt == "pick-up"
    assert table.offer == set(SIXTEEN.split())
    table.play("a3")
    assert "a3" not in table.board
    assert table.board["e5"] == "A"
    assert table.destroyed == "B 1 0 0"
    table.play("d4")
    assert table.board["e5"] == "Ah"


def test_under_shortage_a_legend_is_picked_up_for_a_legend() -> None:
    board = "A e6h e7h d8 e8 f8 a3l i3l c1l"
    table = put(board, "legends.titan hypnotist").play("titan e5")
    assert (table.prompt, table.offer) == ("pick-up", {"a3", "i3", "c1"})
    table.play("i3")
    assert table.board == pieces("A e7h d8 e8 f8 a3l c1l e5l")


def test_a_legend_on_the_summoning_square_is_used_again() -> None:
    board = "A e6h e7h d8 e8 f8 a3l i3l e5l"
    table = put(board, "legends.titan hypnotist").play("titan e5")
    assert table.prompt == "action"
    assert table.board == pieces("A e7h d8 e8 f8 a3l i3l e5l")


def test_a_common_on_the_summoning_square_does_not_help_a_legend() -> None:
    """A legend is picked up elsewhere, and the common is destroyed."""
    table = put("A e6h e7h d8 e8 f8 a3l i3l c1l e5", "legends.titan hypnotist").play("titan e5 a3")
    assert table.board == pieces("A e7h d8 e8 f8 i3l c1l e5l")


def test_without_a_spare_piece_a_being_cannot_be_summoned() -> None:
    table = put("A d4 d6l e6l f6l; B i5", "legends.bone_catapult hypnotist")
    assert "bone-catapult" not in table.offer
    assert table.refused("bone-catapult").rule == "tashkalar.shortage"
    table = put("A d4 d6l e6l f6h; B i5", "legends.bone_catapult hypnotist")
    assert "bone-catapult" in table.offer


def test_under_shortage_only_images_with_a_spare_piece_can_be_chosen() -> None:
    """The line of legends would need all three; with the other line one of them can be picked up."""
    table = put("A d4h e4h f4h d6l e6l f6l", "legends.bone_catapult hypnotist").play("bone-catapult e5")
    assert table.prompt == "image"
    assert {frozenset(code.split("+")) for code in table.codes} == {
        frozenset({"d4", "e4", "f4", "d6"}),
        frozenset({"d4", "e4", "f4", "f6"}),
    }
    table.play("d4+e4+f4+d6")
    assert (table.prompt, table.offer) == ("pick-up", {"e6", "f6"})


def test_without_shortage_no_piece_is_picked_up() -> None:
    """With one piece left, the piece on the summoning square is destroyed and replaced."""
    board = f"A e4 e6 {SIXTEEN[6:]} e5"
    table = put(board, "swordmaster hypnotist").play("swordmaster e5")
    assert table.board == pieces(board)
    assert [one["at"] for one in table.events_of("destroyed")] == ["e5"]


def test_placing_with_an_empty_supply_picks_up_a_piece_first() -> None:
    board = f"A e4 e6h {SIXTEEN}"
    table = put(f"{board} d9l", "hypnotist bomb").play("place")
    assert table.prompt == "pick-up"
    assert table.offer == {"e4", "e6", *SIXTEEN.split()}
    table.play("e6")
    assert table.prompt == "place-on"
    assert "e6" in table.offer
    table.play("e5")
    assert table.board == pieces(f"A e4 e5 {SIXTEEN} d9l")
    assert table.destroyed == ""


def test_with_pieces_in_the_supply_nothing_is_picked_up() -> None:
    table = put(f"A e4 {SIXTEEN}", "hypnotist bomb").play("place")
    assert table.prompt == "place-on"


@each(("form", "seats", "stock"), [("high", 2, 17), ("duel", 2, 16), ("melee", 3, 15), ("melee", 4, 14)])
def test_score_markers_are_not_part_of_the_supply(form: str, seats: int, stock: int) -> None:
    squares = ["a3", "a4", "a5", "a6", "a7", "i3", "i4", "i5", "i6", "i7", "c1", "d1", "e1", "f1", "g1", "e5", "e9"]
    full = put(f"A {' '.join(squares[:stock])}", "hypnotist bomb", form=form, seats=seats).play("place")
    assert full.prompt == "pick-up"
    free = put(f"A {' '.join(squares[: stock - 1])}", "hypnotist bomb", form=form, seats=seats).play("place")
    assert free.prompt == "place-on"


# Borrowed pieces in a melee


def test_the_cost_of_improvising_is_shown_and_confirmed() -> None:
    """The borrowed piece, its color, and that it is possible once; declining leads back to the choice of an action."""
    table = put("A e4; B e6", "swordmaster hypnotist bomb", form="melee")
    before = table.position.write()
    table.play("swordmaster e5")
    assert (table.prompt, table.codes) == ("improvise", ["b", "done"])
    text = GAME.prompt(table.position.asks[0])
    assert str(text).startswith("Swordmaster on e5 borrows an enemy piece. That spends your only improvised summoning")
    assert [str(option.label) for option in table.position.asks[0].options] == [
        "Improvise against Green", "Choose another action",
    ]  # fmt: skip
    table.play("done")
    assert (table.prompt, table.actions) == ("action", 2)
    assert table.position.write() == before


def test_an_image_names_the_borrowed_piece() -> None:
    table = put("A d4 d6; B f4; C f6 i5", "clan_axeman eagle_lord", form="melee").play("clan-axeman e5")
    labels = {option.code: str(option.label) for option in table.position.asks[0].options}
    assert labels["f4+d6"] == "with f4, d6, borrowing the common piece on f4 (Green)"


def test_in_rules_version_1_improvising_is_not_confirmed() -> None:
    written = put("A e4; B e6", "swordmaster bomb", form="melee").position.write()
    position = Position.read(game_for("tashkalar", 1), {"form": "melee"}, written)
    position.pick(0, "swordmaster")
    assert position.asks[0].prompt == "tashkalar.action"
    assert position.state.improvised[0] == [False, True, False]


def test_an_enemy_piece_can_be_borrowed_once_per_color() -> None:
    table = put("A e4; B e6", "swordmaster hypnotist bomb", form="melee").play("swordmaster e5 b")
    assert table.board == pieces("A e4 e5; B e6")
    assert table.state.improvised[0] == [False, True, False]
    again = put("A e4; B e6", "swordmaster hypnotist", form="melee", improvised={"A": ["B"]})
    assert "swordmaster" not in again.offer
    other = put("A e4; C e6", "swordmaster hypnotist", form="melee", improvised={"A": ["B"]})
    assert "swordmaster" in other.offer


def test_a_borrowed_piece_counts_with_its_own_rank() -> None:
    ranks = {"B e4": False, "B e4h": True, "B e4l": True}
    for there, possible in ranks.items():
        table = put(f"A d2h f2h e3; {there}", "legends.fire_dragon hypnotist", form="melee")
        assert ("fire-dragon" in table.offer) == possible


def test_only_one_piece_is_borrowed() -> None:
    assert "swordmaster" not in put("A i5; B e4 e6", "swordmaster hypnotist", form="melee").offer
    assert "swordmaster" not in put("A i5; B e4; C e6", "swordmaster hypnotist", form="melee").offer


@each(
    ("board", "fields", "rule", "words"),
    [
        ("A i5; B e4 e6", {"form": "melee"}, "improvised", "would need 2 enemy pieces; at most 1 may stand in"),
        ("A i5; B e4; C e6", {"form": "melee"}, "improvised", "would need 2 enemy pieces; at most 1 may stand in"),
        ("A e4; B e6", {"form": "melee", "improvised": {"A": ["B"]}}, "improvised", "is used up"),
        ("A i5; B e4 e6", {"borrow": True}, "war-summoner", "would need 2 enemy pieces; at most 1 may stand in"),
        ("A i5; B e4 e6", {}, "pattern", "needs your pieces on"),
        ("A e4; B e5", {"form": "melee"}, "pattern", "needs your pieces on"),
    ],
)
def test_a_refusal_names_the_rule_about_borrowed_pieces(
    board: str, fields: dict[str, Any], rule: str, words: str
) -> None:
    refused = put(board, "swordmaster hypnotist", **fields).refused("swordmaster")
    assert refused.rule == f"tashkalar.{rule}"
    assert words in str(refused.text)


def test_improvising_is_not_possible_in_a_duel() -> None:
    assert "swordmaster" not in put("A e4; B e6", "swordmaster hypnotist").offer


def test_a_borrowed_piece_counts_as_an_enemy_for_the_effect() -> None:
    """The Troll destroys the common that was borrowed to summon it."""
    table = put("A d6 e6 e7; B f7 d5", "mountain_troll eagle_lord", form="melee").play("mountain-troll e5 b")
    assert table.destroyed == "B 1 0 0"
    table = put("A d6 e7 f7; B e6 d5", "mountain_troll eagle_lord", form="melee").play("mountain-troll e5 b")
    assert table.destroyed == "B 2 0 0"
    assert table.actions == 2


def test_a_borrowed_piece_counts_as_a_used_piece() -> None:
    table = put("A c5 d5; B f5", "clan_guardian eagle_lord", form="melee").play("clan-guardian e5 b f5")
    assert table.board == pieces("A c5 d5 e5h; B f5h")
    table = put("A d4 f4 d6; B f6 i5", "master_of_intrigue bomb", form="melee")
    table.play("master-of-intrigue e5 b f6 f7 done")
    assert table.board == pieces("A d4 f4 d6 e5h; B f7 i5")


def test_the_borrowed_piece_may_stand_on_the_summoning_square() -> None:
    """It is destroyed like an enemy, even if it is heroic."""
    table = put("A d5 c6; B e5h", "cannon hypnotist", form="melee").play("cannon e5 b")
    assert table.board == pieces("A d5 c6 e5h")
    assert table.destroyed == "B 0 1 0"
    assert table.state.improvised[0][1]


def test_a_borrowed_piece_on_the_summoning_square_must_not_outrank_the_being() -> None:
    assert "cannon" not in put("A d5 c6; B e5l", "cannon hypnotist", form="melee").offer


def test_the_color_to_borrow_from_is_chosen() -> None:
    """Each of two images contains one of the player's pieces: the chosen image determines the color."""
    for code, improvised in (("f4+d6 b", [False, True, False]), ("d4+f6 c", [False, False, True])):
        table = put("A d4 d6; B f4; C f6 i5", "clan_axeman eagle_lord", form="melee").play("clan-axeman e5")
        assert (table.prompt, len(table.codes)) == ("image", 2)
        assert table.play(code).state.improvised[0] == improvised


def test_a_pattern_of_own_pieces_borrows_nothing() -> None:
    table = put("A e4 e6; B d5 f5", "swordmaster hypnotist", form="melee").play("swordmaster e5")
    assert table.state.improvised[0] == [False, False, False]


@pytest.mark.parametrize("spent", ["b", "c"])
def test_the_war_summoner_and_improvising_together_lend_two_pieces(spent: str) -> None:
    table = put("A i5; B e4; C e6", "swordmaster hypnotist", form="melee", borrow=True).play("swordmaster e5")
    assert (table.prompt, table.codes) == ("improvise", ["b", "c", "done"])
    table.play(spent)
    assert table.state.improvised[0] == [False, spent == "b", spent == "c"]
    assert not table.state.borrow
    assert table.board == pieces("A i5 e5; B e4; C e6")


def test_the_war_summoner_alone_lends_one_piece_even_in_a_duel() -> None:
    assert "swordmaster" in put("A e4; B e6", "swordmaster hypnotist", borrow=True).offer
    assert "swordmaster" not in put("A i5; B e4 e6", "swordmaster hypnotist", borrow=True).offer


def test_the_war_summoners_permission_is_used_before_improvising() -> None:
    """With one enemy piece to borrow, the improvised summoning stays unused."""
    table = put("A e4; B e6", "swordmaster hypnotist", form="melee", borrow=True).play("swordmaster e5")
    assert table.state.improvised[0] == [False, False, False]
    assert not table.state.borrow


def test_under_shortage_a_borrowed_piece_is_not_picked_up() -> None:
    own = SIXTEEN
    table = put(f"A e4 {own}; B e6", "swordmaster hypnotist", form="melee").play("swordmaster e5 b")
    assert table.prompt == "pick-up"
    assert table.offer == set(own.split())


def test_under_shortage_a_borrowed_piece_on_the_summoning_square_is_destroyed() -> None:
    """It is destroyed, and one of the player's pieces is picked up elsewhere."""
    own = SIXTEEN[3:]
    table = put(f"A d5 c6 {own}; B e5h", "cannon hypnotist", form="melee").play("cannon e5 b")
    assert (table.prompt, table.offer) == ("pick-up", set(own.split()))
    table.play("i3")
    assert table.destroyed == "B 0 1 0"
    assert table.board["e5"] == "Ah"
    assert "i3" not in table.board


def test_the_view_shows_the_pieces_that_patterns_on_a_square_use() -> None:
    position = put("A d4 d5 d6 a3", "unicorn sapling").position
    (sapling,) = _view(position).summons
    assert sapling.card == "sylvan.sapling"
    assert dict(zip(sapling.squares, sapling.uses, strict=True)) == {
        "d3": ("d4", "d5"),
        "d4": ("d5", "d6"),
        "d6": ("d4", "d5"),
        "d7": ("d5", "d6"),
    }


def test_the_view_shows_the_square_of_the_being_whose_effect_asks() -> None:
    table = put("A d6 e6 f6 d7 a3", "wolf_rider eagle_lord")
    assert _view(table.position).being == ""
    acting = _view(table.play("wolf-rider").position)
    assert (acting.being, acting.pattern) == ("d5", ("d6", "e6", "f6", "d7"))
    done = _view(table.play("done").position)
    assert (done.being, done.pattern) == ("", ())


def test_the_view_shows_no_pattern_if_several_are_possible() -> None:
    table = put("A d4 f6 d6 f4; B e4", "clan_axeman wolf_rider").play("clan-axeman")
    assert _view(table.position).being == "e5"
    assert _view(table.position).pattern == ()


def _view(position: Position) -> TashkalarView:
    return GAME.view(position.state, 0, position.asks)
