"""The beings of the Sylvan deck."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.tashkalar.table import SQUARES, Case, check, pieces, put

FULL = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1"
"""Eleven distant squares."""

CASES = [
    # Sapling
    Case("sylvan.sapling", "grows at once", "A e6 e7", "e5", "A e6 e7 e5h"),
    Case("sylvan.sapling", "grows at the edge, on a fallen enemy", "A e2 e3; B e1", "e1", "A e2 e3 e1h", "B 1 0 0"),
    # Kiskin Farseeders
    Case("sylvan.kiskin_farseeders", "sows next to any own piece", "A f5 d6 a3", "e5 b4", "A f5 d6 a3 e5 b4"),
    Case("sylvan.kiskin_farseeders", "only there", "A f5h d6; B e4 g5", "e5",
         offer="d4 f4 g4 d5 f6 e6 g6 c5 c6 c7 d7 e7 done"),
    Case("sylvan.kiskin_farseeders", "may not", "A f5 d6", "e5 done", "A f5 d6 e5"),
    Case("sylvan.kiskin_farseeders", "nothing in stock", f"A f5 d6 b5 b6 {FULL}", "e5", f"A f5 d6 b5 b6 e5 {FULL}"),
    # Charging Buck
    Case("sylvan.charging_buck", "leaps twice, two squares each", "A d6 e6 d7; B c3 e1", "e5 c3 e1", "A d6 e6 d7 e1",
         "B 2 0 0"),
    Case("sylvan.charging_buck", "the ring at distance two", "A d6 e6 d7 g6h; B c3 e3h e4 g4l", "e5",
         offer="c3 d3 f3 g3 c4 c5 g5 c6 c7 d7 e7 f7 g7 done"),
    Case("sylvan.charging_buck", "once, onto an own common", "A d6 e6 d7", "e5 d7 done", "A d6 e6 d7"),
    Case("sylvan.charging_buck", "stays", "A d6 e6 d7", "e5 done", "A d6 e6 d7 e5"),
    # Forest Wardens
    Case("sylvan.forest_wardens", "both halves", "A c5 f5; B a3 a4 a5 a6 i5h", "e5 a4", "A c5 f5 e5; B a3 a5 a6",
         "B 1 1 0"),
    Case("sylvan.forest_wardens", "must, of those commons", "A c5 f5; B a3 a4 a5 a6 i5l", "e5", offer="a3 a4 a5 a6"),
    Case("sylvan.forest_wardens", "it counts itself among the commons", "A c5 f5; B a3 a4 a5", "e5",
         "A c5 f5 e5; B a3 a4 a5"),
    Case("sylvan.forest_wardens", "a legend counts as upgraded but is safe", "A c5 f5h; B i5l i6l", "e5",
         "A c5 f5h e5; B i5l i6l"),
    Case("sylvan.forest_wardens", "more upgraded pieces: a heroic", "A c5 f5h; B i5l i6h", "e5", "A c5 f5h e5; B i5l",
         "B 0 1 0"),
    Case("sylvan.forest_wardens", "as many are not more", "A c5h f5h; B i5h i6h", "e5", "A c5h f5h e5; B i5h i6h"),
    # Naiad
    Case("sylvan.naiad", "two neighbours flow", "A c6 d6 e6", "e5 d6 d5 e6 e7", "A c6 d5 e7 e5"),
    Case("sylvan.naiad", "only neighbours from the start, each once", "A c6 d6 e6; B e4", "e5 d6 d5",
         offer="e6 done"),
    Case("sylvan.naiad", "who is next to it", "A c6 d6 e6; B e4", "e5", offer="d6 e6 done"),
    Case("sylvan.naiad", "lower ranks only", "A c6 d6h e6; B d7 c7h c5l", "e5 d6", offer="d5 c6 e5 e6 d7 e7 done?"),
    Case("sylvan.naiad", "a neighbour takes the other", "A c6 d6h e6", "e5 d6 e6", "A c6 e6h e5"),
    Case("sylvan.naiad", "nobody", "A c6 d6 e6", "e5 done", "A c6 d6 e6 e5"),
    # Dryad
    Case("sylvan.dryad", "a heroic becomes an own common", "A e5 d4 e6; B f4h", "e5 f4", "A e5h d4 e6 f4", "B 0 1 0"),
    Case("sylvan.dryad", "no legends, only next to it", "A e5 d4 e6; B f4l f5 g5", "e5", offer="f5 done"),
    Case("sylvan.dryad", "may leave it", "A e5 d4 e6; B f5", "e5 done", "A e5h d4 e6; B f5"),
    Case("sylvan.dryad", "nothing in stock", f"A e5 d4 e6 b5 b6 {FULL}; B f5", "e5",
         f"A e5h d4 e6 b5 b6 {FULL}; B f5"),
    # Centaur Spearman
    Case("sylvan.centaur_spearman", "throws where it runs", "A e6 f6 g6 g7; B e2 e1", "e5 e4",
         "A e6 f6 g6 g7 e4h; B e1", "B 1 0 0"),
    Case("sylvan.centaur_spearman", "a legend shields", "A e6 f6 g6 g7; B e2l e1", "e5 e4",
         "A e6 f6 g6 g7 e4h; B e2l e1"),
    Case("sylvan.centaur_spearman", "tramples and throws at an own piece", "A e6 f6 g6 g7 b5h; B d5h", "e5 d5",
         "A e6 f6 g6 g7 d5h", "B 0 1 0"),
    Case("sylvan.centaur_spearman", "nobody in the way", "A e6 f6 g6 g7; B e1", "e5 d5", "A e6 f6 g6 g7 d5h; B e1"),
    Case("sylvan.centaur_spearman", "stays and throws nothing", "A e6 f6 g6 g7; B e2", "e5 done",
         "A e6 f6 g6 g7 e5h; B e2"),
    Case("sylvan.centaur_spearman", "at the edge", "A e2 f2 g2 g3; B c1h", "e1 d1", "A e2 f2 g2 g3 d1h", "B 0 1 0"),
    # Centaur Chieftain
    Case("sylvan.centaur_chieftain", "the others follow", "A c4 d5 e6 f7; B e4h d4 d3", "e5 e4 d5 d4 c4",
         "A c3 d3 e6 f7 e4h", "B 2 1 0"),
    Case("sylvan.centaur_chieftain", "only others, only that way, onto no higher rank",
         "A c4 d5 e6 f7 c1; B c3h", "e5 e4", offer="d5 e6 f7 done"),
    Case("sylvan.centaur_chieftain", "stays: nobody goes", "A c4 d5 e6 f7", "e5 done", "A c4 d5 e6 f7 e5h"),
    Case("sylvan.centaur_chieftain", "one follows", "A c4 d5 e6 f7", "e5 f5 d5 done", "A c4 e5 e6 f7 f5h"),
    # Unicorn
    Case("sylvan.unicorn", "an action", "A d5 c6 d6 c7; B e4", "e5 action", "A d5 c6 d6 c7 e5h; B e4", actions=2),
    Case("sylvan.unicorn", "or a combat move", "A d5 c6 d6 c7; B e4h", "e5 e4", "A d5 c6 d6 c7 e4h", "B 0 1 0"),
    Case("sylvan.unicorn", "what it can do", "A d5 c6 d6 c7; B e4l d4h", "e5",
         offer="d4 f4 d5 f5 d6 e6 f6 action done"),
    Case("sylvan.unicorn", "or neither", "A d5 c6 d6 c7", "e5 done", "A d5 c6 d6 c7 e5h"),
    # Sylvan Queen
    Case("sylvan.sylvan_queen", "a heroic changes sides as it is", "A e6 g6 f7 f8; B d4h", "e5 d4",
         "A e6 g6 f7 f8 e5h d4h", "B 0 1 0"),
    Case("sylvan.sylvan_queen", "diagonally, no legends", "A e6 g6 f7 f8; B d4 f4l d6h e4", "e5", offer="d4 d6 done"),
    Case("sylvan.sylvan_queen", "may leave it", "A e6 g6 f7 f8; B d4", "e5 done", "A e6 g6 f7 f8 e5h; B d4"),
    Case("sylvan.sylvan_queen", "nothing in stock", f"A e6 g6 f7 f8 {FULL}; B d4", "e5",
         f"A e6 g6 f7 f8 e5h {FULL}; B d4"),
    # Sylvan Princess
    Case("sylvan.sylvan_princess", "a common changes sides", "A e6 f7 e8; B f4", "e5 f4",
         "A e6 f7 e8 e5h f4", "B 1 0 0"),
    Case("sylvan.sylvan_princess", "commons, diagonally", "A e6 f7 e8; B d4 f4h f6l e4", "e5", offer="d4 done"),
    Case("sylvan.sylvan_princess", "may leave it", "A e6 f7 e8; B d4", "e5 done", "A e6 f7 e8 e5h; B d4"),
    Case("sylvan.sylvan_princess", "nothing in stock", f"A e6 f7 e8 b5 {FULL}; B d4", "e5",
         f"A e6 f7 e8 b5 e5h {FULL}; B d4"),
    # Woodland Druid
    Case("sylvan.woodland_druid", "one of each colour", "A d4 f4 e6; B a5 b5 c5h", "e5 f4 b5",
         "A d4 f4h e6 e5h; B a5 b5h c5h"),
    Case("sylvan.woodland_druid", "must, the own first", "A d4 f4h e6; B a5 b5", "e5", offer="d4 e6"),
    Case("sylvan.woodland_druid", "must, the others then", "A d4 f4h e6; B a5 b5 c5l", "e5 d4", offer="a5 b5"),
    Case("sylvan.woodland_druid", "as far as possible", "A d4h f4h e6h; B a5h", "e5", "A d4h f4h e6h e5h; B a5h"),
    Case("sylvan.woodland_druid", "three colours", "A d4 f4h e6h; B a5; C i5 i6", "e5 i6",
         "A d4h f4h e6h e5h; B a5h; C i5 i6h", form="melee"),
    # Forest Ancient
    Case("sylvan.forest_ancient", "two sown, two reaped", "A e4 d5 f5 d6", "e5 c3 g7 c3 g7", "A e4 d5 f5 d6 e5h",
         "B 2 0 0"),
    Case("sylvan.forest_ancient", "others are reaped", "A e4 d5 f5 d6; B b2 h8 a5", "e5 c3 g7 b2 h8",
         "A e4 d5 f5 d6 e5h; B c3 g7 a5", "B 2 0 0"),
    Case("sylvan.forest_ancient", "sown within two", "A e4 d5 f5 d6; B e3", "e5",
         offer="c3 d3 f3 g3 c4 d4 f4 g4 c5 g5 c6 e6 f6 g6 c7 d7 e7 f7 g7"),
    Case("sylvan.forest_ancient", "reaped within three, commons of that colour", "A e4 d5 f5 d6; B b2 h5 i5 e2h",
         "e5 c3 g7", offer="c3 g7 b2 h5"),
    Case("sylvan.forest_ancient", "one enemy piece in stock",
         "A e4 d5 f5 d6; B a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1h g1h", "e5 c3",
         "A e4 d5 f5 d6 e5h; B a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1h g1h", "B 1 0 0"),
    Case("sylvan.forest_ancient", "no enemy piece in stock",
         "A e4 d5 f5 d6; B a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 e3", "e5",
         "A e4 d5 f5 d6 e5h; B a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 e3"),
    # Kiskin Leafsplitter
    Case("sylvan.kiskin_leafsplitter", "two in one line, a legend among them", "A e4 d5 f5 e6; B c3l b2 h8", "e5 nw nw",
         "A e4 d5 f5 e6 e5h; B h8", "B 1 0 1"),
    Case("sylvan.kiskin_leafsplitter", "one each way, own too", "A e4 d5 f5 e6 g7; B c3", "e5 nw se",
         "A e4 d5 f5 e6 e5h", "B 1 0 0"),
    Case("sylvan.kiskin_leafsplitter", "at most one to a shot", "A e4 d5 f5 e6; B d4 c3 b2", "e5 nw nw",
         "A e4 d5 f5 e6 e5h; B b2", "B 2 0 0"),
    Case("sylvan.kiskin_leafsplitter", "where there is somebody", "A e4 d5 f5 e6; B c3 h2 e2", "e5",
         offer="nw ne done"),
    Case("sylvan.kiskin_leafsplitter", "once", "A e4 d5 f5 e6; B c3 b2", "e5 nw done",
         "A e4 d5 f5 e6 e5h; B b2", "B 1 0 0"),
    Case("sylvan.kiskin_leafsplitter", "nobody", "A e4 d5 f5 e6; B e2", "e5", "A e4 d5 f5 e6 e5h; B e2"),
    # Kiskin Boughrunner
    Case("sylvan.kiskin_boughrunner", "never alone", "A d6 e6 f6 e7; B d5h", "e5", offer="d5 f5 d6 e6 f6 done"),
    Case("sylvan.kiskin_boughrunner", "three moves along its friends", "A d6 e6 f6 e7; B d5h c6h", "e5 d5 c6 d7",
         "A d6 e6 f6 e7 d7h", "B 0 2 0"),
    Case("sylvan.kiskin_boughrunner", "a friend far away will do", "A d6 e6 f6 e7 d3", "e5 e4 done",
         "A d6 e6 f6 e7 d3 e4h"),
    Case("sylvan.kiskin_boughrunner", "stays", "A d6 e6 f6 e7", "e5 done", "A d6 e6 f6 e7 e5h"),
    # Tree Shepherd
    Case("sylvan.tree_shepherd", "a common is raised", "A d5 f5 e6 f6", "e5 f6", "A d5 f5 e6 f6h e5h"),
    Case("sylvan.tree_shepherd", "itself fights", "A d5 f5 e6 f6; B e4h", "e5 e5 e4", "A d5 f5 e6 f6 e4h", "B 0 1 0"),
    Case("sylvan.tree_shepherd", "a legend strides over a heroic", "A d5 f5 e6 f6 i5l; B i6h", "e5 i5 i6",
         "A d5 f5 e6 f6 e5h i6l", "B 0 1 0"),
    Case("sylvan.tree_shepherd", "a legend not over a legend", "A d5 f5 e6 f6 i5l; B i6l h4h", "e5 i5",
         offer="h4 i4 h5 h6 done"),
    Case("sylvan.tree_shepherd", "must choose somebody", "A d5 f5 e6h f6 i5l", "e5", offer="d5 f5 e6 f6 e5 i5"),
    Case("sylvan.tree_shepherd", "who need not go", "A d5 f5 e6h f6", "e5 e6 done", "A d5 f5 e6h f6 e5h"),
]  # fmt: skip


@each("case", CASES, ids=lambda case: case.name)
def test_sylvan_beings_work_as_printed(case: Case) -> None:
    check(case)


def test_farseeders_may_place_next_to_any_own_piece() -> None:
    table = put("A f5 d6 a3h", "kiskin_farseeders dryad").play("kiskin-farseeders e5")
    near = {at for at in SQUARES for own in ("f5", "d6", "e5", "a3") if _distance(at, own) == 1}
    assert table.offer == near - {"f5", "d6", "e5"} | {"done"}


def _distance(one: str, other: str) -> int:
    return max(abs(ord(one[0]) - ord(other[0])), abs(int(one[1]) - int(other[1])))


SPIRIT = "A c5 c6 e6"


def test_the_kiskin_spirit_puts_a_discarded_card_on_top_and_draws_one_more() -> None:
    table = put(SPIRIT, "kiskin_spirit", discards={"A": ["sylvan.dryad", "sylvan.unicorn"]})
    table.play("kiskin-spirit e5")
    assert table.prompt == "take-card"
    assert table.codes == ["dryad", "unicorn", "done"]
    table.play("dryad")
    before = table.state.piles[0][:]
    assert table.state.more_cards == 1
    assert len(table.hand(0)) == 0
    table.play("place a5")
    assert "sylvan.dryad" in table.hand(0)
    assert len([one for one in table.hand(0) if one.startswith("sylvan.")]) == 4
    assert table.state.piles[0] == before[4:]


def test_the_kiskin_spirit_may_skip_its_card_and_then_draws_no_extra_card() -> None:
    table = put(SPIRIT, "kiskin_spirit", discards={"A": ["sylvan.dryad"]}).play("kiskin-spirit e5 done place a5")
    assert "sylvan.dryad" not in table.hand(0)
    assert len([one for one in table.hand(0) if one.startswith("sylvan.")]) == 3


def test_without_discarded_cards_the_kiskin_spirit_draws_one_more() -> None:
    """Its own card is not in the pile yet."""
    table = put(SPIRIT, "kiskin_spirit").play("kiskin-spirit e5 place a5")
    assert len([one for one in table.hand(0) if one.startswith("sylvan.")]) == 4


def test_a_card_discarded_in_this_turn_can_be_taken_back() -> None:
    table = put("A c5 c6 e6 e7", "kiskin_spirit sapling dryad").play("discard dryad done kiskin-spirit e5")
    assert table.codes == ["dryad", "done"]


def test_the_forest_mystic_brings_a_card_and_a_legend() -> None:
    table = put("A e4 d5 f6", "forest_mystic", flare="flare_01").play("forest-mystic e5 place a5")
    hand = table.hand(0)
    assert len([one for one in hand if one.startswith("sylvan.")]) == 4
    assert len([one for one in hand if one.startswith("legends.")]) == 3
    assert "flare_01" in hand
    assert len(hand) == 8


def test_what_is_too_many_in_hand_stays_but_is_not_refilled() -> None:
    """One Mystic brings more cards than the limit, followed by a turn without playing a card."""
    table = put("A e4 d5 f6; B a3", "forest_mystic").play("forest-mystic e5 place a5")
    hand = table.hand(0)
    table.play("place i5 place i6 place c1 place c2")
    assert table.hand(0) == hand


def test_the_wardens_may_destroy_pieces_of_different_opponents() -> None:
    table = put("A c5 f5; B a3 a4 a5 a6; C i5h i6h", "forest_wardens dryad", form="melee")
    table.play("forest-wardens e5 a3 i6")
    assert table.board == pieces("A c5 f5 e5; B a4 a5 a6; C i5h")
    assert table.destroyed == "B 1 0 0; C 0 1 0"


def test_the_ancient_chooses_colors_and_destroys_the_same_ones() -> None:
    table = put("A e4 d5 f5 d6; B b2; C h8 h7", "forest_ancient dryad", form="melee").play("forest-ancient e5")
    assert table.prompt == "which-colour"
    assert table.codes == ["b", "c"]
    table.play("b c3 c g7")
    assert table.offer == {"b2", "c3", "g7", "h8", "h7"}
    table.play("b2")
    assert table.offer == {"g7", "h8", "h7"}
    table.play("h8")
    assert table.destroyed == "B 1 0 0; C 1 0 0"
    assert table.board == pieces("A e4 d5 f5 d6 e5h; B c3; C g7 h7")


def test_the_ancient_places_only_colors_in_the_supply() -> None:
    full = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1"
    table = put(f"A e4 d5 f5 d6; B {full}; C h8", "forest_ancient dryad", form="melee").play("forest-ancient e5 c3 g7")
    assert table.offer == {"c3", "g7", "h8"}
    table.play("c3 h8")
    assert table.destroyed == "C 2 0 0"


def test_the_druid_upgrades_in_the_order_of_colors() -> None:
    table = put("A d4 f4 e6; B a5 b5; C i5 i6", "woodland_druid dryad", form="melee").play("woodland-druid e5 d4")
    assert table.offer == {"a5", "b5"}
    table.play("a5")
    assert table.offer == {"i5", "i6"}
    table.play("i5")
    assert table.board == pieces("A d4h f4 e6 e5h; B a5h b5; C i5h i6")


def test_a_card_put_back_on_the_deck_may_start_the_end() -> None:
    """The Spirit puts a card on an empty deck and then draws it as the last card."""
    table = put(
        SPIRIT, "kiskin_spirit unicorn naiad sapling", actions=1, piles={"A": []}, discards={"A": ["sylvan.dryad"]}
    )
    table.play("kiskin-spirit e5 dryad")
    assert "sylvan.dryad" in table.hand(0)
    assert table.state.closing == 2
