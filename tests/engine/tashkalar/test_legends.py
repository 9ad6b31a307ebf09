"""The legends."""

from __future__ import annotations

from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Case, check, pieces, put, summon

CASES = [
    # Fire Dragon
    Case("legends.fire_dragon", "burns friend and foe, past legends", "A d2h f2h e3 e4h c7; B e6 e7h f6l g7 e8 h8",
         "e5 s", "A d2h f2h e3 e4h e5l; B f6l e8 h8", "B 2 1 0"),
    Case("legends.fire_dragon", "beside an arrow also where there is none", "A d2h f2h e3 e4h f4; B g3h g5 h5 g7",
         "e5 e", "A d2h f2h e3 e4h e5l; B h5", "B 2 1 0"),
    Case("legends.fire_dragon", "must, along an arrow", "A d2h f2h e3 e4h", "e5", offer="e se s sw w"),
    Case("legends.fire_dragon", "arrows into the arena only", "A d6h f6h e7 e8h; B d9 c9", "e9", offer="e w"),
    Case("legends.fire_dragon", "may have to burn its own", "A d6h f6h e7 e8h d8 f8", "e9 w",
         "A d6h f6h e7 e8h f8 e9l"),
    # Hell Bull
    Case("legends.hell_bull", "runs over everything", "A e5 d4 f4 d5h f5h e6; B e3 e2h", "e5 e2",
         "A d4 f4 d5h f5h e6 e2l", "B 1 1 0"),
    Case("legends.hell_bull", "over its own", "A e5 d4 f4 d5h f5h e6", "e5 h5", "A d4 f4 d5h e6 h5l"),
    Case("legends.hell_bull", "a legend ends the run", "A e5 d4 f4 d5h f5h e6; B e3l e2", "e5",
         offer="e4 e3 f4 g3 h2 f5 g5 h5 i5 f6 g7 h8 e6 e7 e8 e9 d6 c7 b8 d5 c5 b5 a5 d4 c3 b2 done"),
    Case("legends.hell_bull", "takes a legend", "A e5 d4 f4 d5h f5h e6; B e3l e2", "e5 e3",
         "A d4 f4 d5h f5h e6 e3l; B e2", "B 0 0 1"),
    Case("legends.hell_bull", "stands", "A e5 d4 f4 d5h f5h e6; B e3", "e5 done", "A d4 f4 d5h f5h e6 e5l; B e3"),
    # Angel of Death
    Case("legends.angel_of_death", "a common dies a heroic", "A e5h d4 f4 c5 g5 e6; B i5", "e5 i5",
         "A d4 f4 c5 g5 e6 i5l", "B 0 1 0"),
    Case("legends.angel_of_death", "a heroic dies a legend", "A e5h d4 f4 c5 g5 e6; B i5h", "e5 i5",
         "A d4 f4 c5 g5 e6 i5l", "B 0 0 1"),
    Case("legends.angel_of_death", "a heroic whose side has no legendary piece left",
         "A e5h d4 f4 c5 g5 e6; B i5h i3l i4l i6l", "e5 i5", "A d4 f4 c5 g5 e6 i5l; B i3l i4l i6l", "B 0 1 0"),
    Case("legends.angel_of_death", "a legend", "A e5h d4 f4 c5 g5 e6; B i5l", "e5 i5", "A d4 f4 c5 g5 e6 i5l",
         "B 0 0 1"),
    Case("legends.angel_of_death", "one of its own", "A e5h d4 f4 c5 g5 e6", "e5 e6", "A d4 f4 c5 g5 e6l"),
    Case("legends.angel_of_death", "any piece but itself", "A e5h d4 f4 c5 g5 e6; B i5l a3", "e5",
         offer="d4 f4 c5 g5 e6 i5 a3 done"),
    Case("legends.angel_of_death", "nobody", "A e5h d4 f4 c5 g5 e6; B i5", "e5 done", "A e5l d4 f4 c5 g5 e6; B i5"),
    # The Eldest Tree
    Case("legends.the_eldest_tree", "destroys, raises and places", "A f4h c5 g5 d6h d5; B e4h f6l", "e5 e4 d5 f5",
         "A f4h c5 g5 d6h d5h e5l f5; B f6l", "B 0 1 0"),
    Case("legends.the_eldest_tree", "three different squares", "A f4h c5 g5 d6h d5; B e4h", "e5 f5 done",
         "A f4h c5 g5 d6h d5 e5l f5; B e4h"),
    Case("legends.the_eldest_tree", "does nothing", "A f4h c5 g5 d6h; B e4h", "e5 done", "A f4h c5 g5 d6h e5l; B e4h"),
    # Bone Catapult
    Case("legends.bone_catapult", "hits a legend and the commons around it", "A d4 d6h e6h f6h; B e2l d1 e1 f2h",
         "e5 e2", "A d4 d6h e6h f6h e5l; B f2h", "B 2 0 1"),
    Case("legends.bone_catapult", "past others, own commons too", "A d4 d6h e6h f6h e4 d3; B e2 f3", "e5 e2",
         "A d4 d6h e6h f6h e4 e5l", "B 2 0 0"),
    Case("legends.bone_catapult", "along its arrows", "A d4 d6h e6h f6h; B e1 e3 h2h b5l i5 g7 b8 c3 e8", "e5",
         offer="e1 e3 h2 b5 i5 done"),
    Case("legends.bone_catapult", "the mirrored one shoots north-west", "A f4 d6h e6h f6h; B c3 h2", "e5",
         offer="c3 done"),
    Case("legends.bone_catapult", "holds", "A d4 d6h e6h f6h; B e2", "e5 done", "A d4 d6h e6h f6h e5l; B e2"),
    Case("legends.bone_catapult", "nobody", "A d4 d6h e6h f6h; B g7", "e5", "A d4 d6h e6h f6h e5l; B g7"),
    # Fire Elemental
    Case("legends.fire_elemental", "near", "A d6h f6 c7h e7 g7; B e4h d4 f5l c3 e3h g5", "e5 near",
         "A d6h f6 c7h e7 g7 e5l; B f5l c3 e3h g5", "B 1 1 0"),
    Case("legends.fire_elemental", "far", "A d6h f6 c7h e7 g7; B e4h d4 f5l c3 e3h g5 e2", "e5 far",
         "A d6h f6 c7h e7 g7 e5l; B e4h f5l e3h e2", "B 3 0 0"),
    Case("legends.fire_elemental", "must choose", "A d6h f6 c7h e7 g7; B e4h d4", "e5", offer="near far"),
    # Leviathan
    Case("legends.leviathan", "lowers three", "A d6h e6h b7h c7; B e4h f4l g4h", "f5 f4 e4 g4",
         "A d6h e6h b7h c7 f5l; B e4 f4h g4"),
    Case("legends.leviathan", "destroys four commons", "A d6h e6h b7h c7; B a3 a4 a5 a6 a7", "f5 a3 a4 a5 a6",
         "A d6h e6h b7h c7 f5l; B a7", "B 4 0 0"),
    Case("legends.leviathan", "only what is connected and of the same sort", "A d6h e6h b7h c7; B e4h f4 i5h i6",
         "f5 e4", offer="f5 done"),
    Case("legends.leviathan", "colours mixed, itself too", "A d6h e6h b7h c7; B e4h", "f5 e4 f5 e6",
         "A d6h e6 b7h c7 f5h; B e4"),
    Case("legends.leviathan", "own commons die uncounted", "A d6h e6h b7h c7; B b6 a6", "f5 c7 b6 done",
         "A d6h e6h b7h f5l; B a6", "B 1 0 0"),
    Case("legends.leviathan", "nothing", "A d6h e6h b7h c7; B a3", "f5 done", "A d6h e6h b7h c7 f5l; B a3"),
    # Two-Headed Dragon
    Case("legends.two_headed_dragon", "a heroic rises, a neighbour dies", "A f4h e5h d6h f6 g7; B e6h", "d4 e5 e6",
         "A f4h e5l d6h f6 g7 d4l", "B 0 1 0"),
    Case("legends.two_headed_dragon", "next to the raised one, heroics of any colour",
         "A f4h e5h d6h f6 g7; B e7h g6 f5l", "d4 f6", offer="e5 e7 done"),
    Case("legends.two_headed_dragon", "pieces of the pattern", "A f4h e5h d6h f6 g7 a3; B e6h", "d4",
         offer="f4 e5 d6 f6 g7 done"),
    Case("legends.two_headed_dragon", "no legendary piece left", "A f4h e5h d6h f6 g7l a3l", "d4", offer="f6 done"),
    Case("legends.two_headed_dragon", "raises only", "A f4h e5h d6h f6 g7; B h8h", "d4 g7 done",
         "A f4h e5h d6h f6 g7h d4l; B h8h"),
    Case("legends.two_headed_dragon", "does nothing", "A f4h e5h d6h f6 g7; B e6h", "d4 done",
         "A f4h e5h d6h f6 g7 d4l; B e6h"),
    # Earth Elemental
    Case("legends.earth_elemental", "all three", "A e3 d4 e4 c5h f5h; B c2h", "d3 c2 d4 c3",
         "A e3 d4h e4 c5h f5h c3l", "B 0 1 0"),
    Case("legends.earth_elemental", "non-legends on or next to red", "A e3 d4 e4 c5h f5h; B c2h d2 d1l a3", "d3",
         offer="d4 e4 f5 c2 d2 e3"),
    Case("legends.earth_elemental", "commons on or next to green", "A e3 d4 e4 c5h f5h; B c3 a4 a7 f8h", "d3 e4",
         offer="d4 c3 a4"),
    Case("legends.earth_elemental", "onto a red square with a legend", "A e3h d4h e4h c5h f5h; B d2l", "d3 e4 d2",
         "A e3h d4h c5h f5h d2l", "B 0 0 1"),
    Case("legends.earth_elemental", "only onto coloured squares", "A e3h d4h e4h c5h f5h", "d3 e4",
         offer="c3 d2 done"),
    Case("legends.earth_elemental", "stays", "A e3h d4h e4h c5h f5h", "d3 e4 done", "A e3h d4h c5h f5h d3l"),
    # Time Elemental
    Case("legends.time_elemental", "nothing now", "A d6h f6h e7h d8 f8; B e4", "e5", "A d6h f6h e7h d8 f8 e5l; B e4"),
    # Storm Elemental
    Case("legends.storm_elemental", "a heroic rages and is gone", "A e5 d3h d4h f4h; B e2h e1", "e5 heroic e3 e1",
         "A d3h d4h f4h e5l", "B 1 1 0"),
    Case("legends.storm_elemental", "a common up to five", "A e5 d3h d4h f4h; B c6 d6 e6 f6", "e5 common b6 g6",
         "A d3h d4h f4h e5l", "B 4 0 0"),
    Case("legends.storm_elemental", "a legend one step", "A e5 d3h d4h f4h; B h6l", "e5 legendary h5 h6",
         "A d3h d4h f4h e5l", "B 0 0 1"),
    Case("legends.storm_elemental", "stays where it is and is gone", "A e5 d3h d4h f4h", "e5 common h8 done",
         "A d3h d4h f4h e5l"),
    Case("legends.storm_elemental", "nothing", "A e5 d3h d4h f4h", "e5 done", "A d3h d4h f4h e5l"),
    Case("legends.storm_elemental", "ranks in stock", "A e5 d3h d4h f4h a3l a4l", "e5", offer="common heroic done"),
    Case("legends.storm_elemental", "how far a heroic goes", "A e5 d3h d4h f4h; B h7l h4", "e5 heroic h6",
         offer="h5 h4 h3 i5 i6 i7 g7 f8 e9 g6 f6 e6 g5 f4 e3 done"),
    # Titan
    Case("legends.titan", "crushes what is around, uncounted", "A e6h e7h d8 e8 f8; B e4l d4 f4l f5h", "e5",
         "A e7h d8 e8 f8 e5l; B f4l"),
    Case("legends.titan", "what it stands on counts", "A e6h e7h d8 e8 f8; B e5l d4h", "e5", "A e7h d8 e8 f8 e5l",
         "B 0 0 1"),
    Case("legends.titan", "own legends orthogonally fall, diagonally stand", "A e6h e7h d8 e8 f8 d5l d6l", "e5",
         "A e7h d8 e8 f8 e5l d6l"),
]  # fmt: skip


@each("case", CASES, ids=lambda case: case.name)
def test_legends_work_as_printed(case: Case) -> None:
    check(case)


@each("case", {case.card: case for case in CASES}.values(), ids=lambda case: case.card)
def test_a_legend_is_worth_a_point_at_once_in_a_duel(case: Case) -> None:
    assert summon(case).points == [1, 0]


def test_the_eldest_tree_affects_each_square_once_and_spares_legends() -> None:
    table = put("A f4h c5 g5 d6h d5; B e4h f6l", "legends.the_eldest_tree hypnotist").play("the-eldest-tree e5")
    assert {"e4", "d5", "d4", "f5", "e6", "done"} <= table.offer
    table.play("d5")
    assert "d5" not in table.offer
    table.play("d4")
    assert {"e4", "f5", "e6", "done"} <= table.offer
    assert not {"d4", "d5"} & table.offer


def test_the_eldest_tree_places_nothing_without_pieces_in_the_supply() -> None:
    full = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1"
    table = put(f"A f4h c5 g5 d6h {full}; B e4", "legends.the_eldest_tree hypnotist").play("the-eldest-tree e5")
    assert "e4" in table.offer
    assert not {"e6", "f5", "d4"} & table.offer


def test_a_legend_is_downgraded_only_with_a_free_piece_of_its_color() -> None:
    full = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1 g9"
    table = put(f"A d6h e6h b7h c7; B f4l e4h {full[3:]}", "legends.leviathan hypnotist")
    table.play("leviathan f5 e4 f4 done")
    assert table.board["f4"] == "Bl"
    assert table.board["e4"] == "B"
    table = put(f"A d6h e6h b7h c7; B f4l {full[3:]}", "legends.leviathan hypnotist").play("leviathan f5 f4 done")
    assert table.board["f4"] == "Bh"


def test_with_one_free_piece_the_first_of_two_legends_is_downgraded() -> None:
    """House ruling: in board order."""
    full = "a3 a4 a5 a6 a7 i3 i4 i5 i6 i7 c1 d1 e1 f1 g1"
    for order in ("f4 f3 done", "f3 f4 done"):
        table = put(f"A d6h e6h b7h c7; B f4l f3l {full}", "legends.leviathan hypnotist").play(f"leviathan f5 {order}")
        assert (table.board["f3"], table.board["f4"]) == ("Bh", "Bl")


def test_the_angel_can_replace_your_own_legend() -> None:
    table = put("A e5l d4 f4 c5 g5 e6; B i5", "legends.angel_of_death hypnotist").play("angel-of-death e5 done")
    assert table.board == pieces("A e5l d4 f4 c5 g5 e6; B i5")
    assert table.destroyed == ""


@each(
    ("board", "hand", "flare", "codes", "kinds"),
    [
        (
            "A e5h d4 f4 c5 g5 e6; B i5",
            "legends.angel_of_death",
            "",
            "angel-of-death e5 i5",
            "Green: legendary piece leaps e5 → i5 and destroys: heroic piece (Yellow)",
        ),
        (
            "A e5h d4 f4 c5 g5 e6; B i5",
            "legends.angel_of_death",
            "",
            "angel-of-death e5 e6",
            "Green: legendary piece leaps e5 → e6 and destroys: heroic piece (Green)",
        ),
        ("A d6 f6; B i5", "wild_eagle", "", "wild-eagle e5 c1", "Yellow: common piece leaps e5 → c1"),
        ("A a4; B i4h i5h i6h", "hypnotist", "flare_12", "flare-12 a4 e5", "Blue: common piece leaps a4 → e5"),
        (
            "A e5 d4 f4 d5h f5h e6; B e3",
            "legends.hell_bull",
            "",
            "hell-bull e5 e3",
            "Green: legendary piece e4 → e3 destroys: common piece (Yellow)",
        ),
    ],
)
def test_a_leap_is_one_event_and_a_run_is_several(board: str, hand: str, flare: str, codes: str, kinds: str) -> None:
    table = put(board, hand, flare=flare).play(codes)
    assert kinds in [str(line) for line in GAME.narrate(table.events)]


def test_a_borrowed_heroic_piece_is_upgraded_only_with_a_free_legendary_of_its_color() -> None:
    """The Two-Headed Dragon upgrades an enemy piece that was used to summon it."""
    hand = "legends.two_headed_dragon hypnotist"
    table = put("A f4h d6h f6 g7; B e5h", hand, form="melee").play("two-headed-dragon d4 b c e5")
    assert table.board["e5"] == "Bl"
    table = put("A f4h d6h f6 g7; B e5h i3l i4l i5l", hand, form="melee").play("two-headed-dragon d4 b c")
    assert table.offer == {"f4", "d6", "f6", "g7", "done"}
