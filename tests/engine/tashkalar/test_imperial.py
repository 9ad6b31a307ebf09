"""The beings of the Imperial decks."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.tashkalar.table import Case, check, pieces, put

FULL = "a3 a4 a5 a6 a7 b3 b4 b5 b6 b7 i3"
"""Eleven distant squares."""

CASES = [
    # Swordmaster
    Case("imperial.swordmaster", "cuts a common down and rises", "A e4 e6; B d4 f6 e3", "e5 d4",
         "A e4 e5h e6; B f6 e3", "B 1 0 0"),
    Case("imperial.swordmaster", "only enemy commons, only diagonally", "A e4 e6 d6; B d4 f4h f6l e3 d5", "e5",
         offer="d4 done"),
    Case("imperial.swordmaster", "may leave it", "A e4 e6; B d4", "e5 done", "A e4 e5 e6; B d4"),
    Case("imperial.swordmaster", "nobody to hit", "A e4 e6; B d5 f4h", "e5", "A e4 e5 e6; B d5 f4h"),
    Case("imperial.swordmaster", "summoned on an enemy, which counts too", "A e4 e6; B e5 f6", "e5 f6",
         "A e4 e5h e6", "B 2 0 0"),
    # Messenger
    Case("imperial.messenger", "a heroic runs through commons, own ones too", "A f6 g7 a3h c3; B d3 e3 f3h",
         "e5 a3 e3", "A e3h e5 f6 g7; B f3h", "B 2 0 0"),
    Case("imperial.messenger", "where a run can end", "A f6 g7 a3h c3; B d3 e3 f3h", "e5 a3",
         offer="b2 c1 b3 c3 d3 e3 b4 c5 d6 e7 f8 g9 a4 a5 a6 a7 done?"),
    Case("imperial.messenger", "a common stops before a common", "A f6 g7; B e3", "e5 e5 e4", "A e4 f6 g7; B e3"),
    Case("imperial.messenger", "not with legends", "A f6 g7 c3l", "e5", offer="e5 f6 g7 done"),
    Case("imperial.messenger", "may stay", "A f6 g7; B a5", "e5 done", "A e5 f6 g7; B a5"),
    # Herald
    Case("imperial.herald", "a legend takes both moves", "A e5 f5 e6 i5l", "d4 i5 i6 i6 i7", "A d4 e5 f5 e6 i7l"),
    Case("imperial.herald", "two pieces take one each, it too", "A e5 f5 e6", "d4 d4 d3 f5 g5", "A d3 e5 g5 e6"),
    Case("imperial.herald", "only onto empty squares", "A e5 f5 e6 a3h; B a4 b2 b3 b4", "d4",
         offer="d4 e5 f5 e6 done"),
    Case("imperial.herald", "a piece has only empty squares to go to", "A e5 f5 e6 a3h; B a4 b2", "d4 a3",
         offer="b3 b4 done?"),
    Case("imperial.herald", "stops after one", "A e5 f5 e6", "d4 e6 e7 done", "A d4 e5 f5 e7"),
    Case("imperial.herald", "moves nobody", "A e5 f5 e6", "d4 done", "A d4 e5 f5 e6"),
    # Bomb
    Case("imperial.bomb", "takes itself and all commons around, friend and foe", "A f6 f7 d5h; B e4 d4h f4l e6", "e5",
         "A d5h f7; B d4h f4l", "B 2 0 0"),
    Case("imperial.bomb", "alone it still goes", "A f6h f7", "e5", "A f6h f7"),
    Case("imperial.bomb", "at the edge", "A h5 h6; B i3 i5 h3h", "i4", "A h6; B h3h", "B 2 0 0"),
    # Chronicler
    Case("imperial.chronicler", "raises another, which moves as a heroic", "A e4 d5 f5; B e3", "e5 e4 e3",
         "A d5 e3h e5 f5", "B 1 0 0"),
    Case("imperial.chronicler", "must raise, and not itself", "A e4 d5 f5h a3 i3l; B c3", "e5", offer="e4 d5 a3"),
    Case("imperial.chronicler", "the raised one may stay", "A e4 d5 f5", "e5 e4 done", "A e4h d5 e5 f5"),
    Case("imperial.chronicler", "no other common", "A e4h d5h f5h; B a3", "e5", "A e4h d5h e5 f5h; B a3"),
    Case("imperial.chronicler", "a standard move: no equal rank", "A e4 d5h f5h; B e3h d3 d4", "e5 e4",
         offer="d3 f3 d4 f4 e5 done"),
    # Assassin
    Case("imperial.assassin", "kills an enemy legend", "A e3 d4 c5; B e5l", "f6", "A e3 d4 c5 f6h", "B 0 0 1"),
    Case("imperial.assassin", "must kill an own piece", "A e3 d4 c5 e5l", "f6", "A e3 d4 c5 f6h"),
    Case("imperial.assassin", "may step onto the empty square", "A e3 d4 c5", "f6 e5", "A e3 d4 c5 e5h"),
    Case("imperial.assassin", "or stays", "A e3 d4 c5", "f6 done", "A e3 d4 c5 f6h"),
    Case("imperial.assassin", "from the other side another square is marked", "A e3 d4 c5; B c3h e5", "b2",
         "A e3 d4 c5 b2h; B e5", "B 0 1 0"),
    # Time Mage
    Case("imperial.time_mage", "an action, and the enemy inside the ring falls", "A e4 d5 f5 e6; B e5l", "f4",
         "A e4 d5 f5 e6 f4h", "B 0 0 1", actions=2),
    Case("imperial.time_mage", "an own piece inside stays", "A e4 d5 f5 e6 e5", "d6", "A e4 d5 f5 e6 e5 d6h",
         actions=2),
    Case("imperial.time_mage", "nothing inside", "A e4 d5 f5 e6; B d4", "d4", "A e4 d5 f5 e6 d4h", "B 1 0 0",
         actions=2),
    Case("imperial.time_mage", "on any corner of the ring", "A e4 d5 f5 e6", "", offer="d4 f4 d6 f6"),
    # Summoner
    Case("imperial.summoner", "places two", "A d6 e6 f6", "e5 c3 g5", "A d6 e6 f6 e5h c3 g5"),
    Case("imperial.summoner", "five rays of two", "A d6 e6 f6", "e5",
         offer="c3 e3 g3 d4 e4 f4 c5 d5 f5 g5 done"),
    Case("imperial.summoner", "two different squares, empty ones", "A d6 e6 f6; B d4 e4h", "e5 c3",
         offer="e3 g3 f4 c5 d5 f5 g5 done"),
    Case("imperial.summoner", "squares outside the arena do not count", "A d2 e2 f2", "e1", offer="c1 d1 f1 g1 done"),
    Case("imperial.summoner", "one is enough", "A d6 e6 f6", "e5 e3 done", "A d6 e6 f6 e5h e3"),
    Case("imperial.summoner", "the last piece of the stock", f"A d6 e6 f6 {FULL}", "e5 d4",
         f"A d6 e6 f6 e5h d4 {FULL}"),
    Case("imperial.summoner", "nothing in stock", f"A d6 e6 f6 i5 {FULL}", "e5", f"A d6 e6 f6 i5 e5h {FULL}"),
    # Hypnotist
    Case("imperial.hypnotist", "an enemy takes its own", "A f4 d5 f5 d6; B b2 b3 h7 h2h", "e5 b2 b3 done",
         "A f4 d5 f5 d6 e5h; B b3 h7 h2h", "B 1 0 0"),
    Case("imperial.hypnotist", "further ones of the same rank, each once", "A f4 d5 f5 d6; B b2 b4 h7 h2h i5l",
         "e5 b2 b3", offer="b4 h7 done"),
    Case("imperial.hypnotist", "three commons at most", "A f4 d5 f5 d6; B b3 b5 b7 h7",
         "e5 b3 a3 b5 a5 b7 a7", "A f4 d5 f5 d6 e5h; B a3 a5 a7 h7"),
    Case("imperial.hypnotist", "two heroics at most", "A f4 d5 f5 d6; B b2h b4h b6h", "e5 b2 a3 b4 a4",
         "A f4 d5 f5 d6 e5h; B a3h a4h b6h"),
    Case("imperial.hypnotist", "legends resist", "A f4 d5 f5 d6; B i5l", "e5", "A f4 d5 f5 d6 e5h; B i5l"),
    Case("imperial.hypnotist", "an own piece can be lost", "A f4 d5 f5 d6; B c4", "e5 c4 d5",
         "A f4 f5 d6 e5h; B d5"),
    Case("imperial.hypnotist", "a combat move takes up to equal rank", "A f4 d5 f5 d6; B c4", "e5 c4",
         offer="b3 c3 d3 b4 d4 b5 c5 d5 done?"),
    Case("imperial.hypnotist", "one colour only", "A f4 d5 f5 d6; B b2 b4; C h7 h3", "e5 b2 b3", offer="b4 done",
         form="melee"),
    # Cannon
    Case("imperial.cannon", "the whole line, past upgraded pieces", "A e5 d5 c6 h5h; B f5 g5l i5", "e5 e",
         "A c6 d5 e5h h5h; B g5l", "B 2 0 0"),
    Case("imperial.cannon", "not over its neighbour in the pattern", "A e5 d5 c6; B b5 e2 i5h", "e5", offer="n done"),
    Case("imperial.cannon", "own commons too", "A e5 d5 c6 g7; B h8", "e5 se", "A c6 d5 e5h", "B 1 0 0"),
    Case("imperial.cannon", "may hold its fire", "A e5 d5 c6; B e2", "e5 done", "A c6 d5 e5h; B e2"),
    Case("imperial.cannon", "no common in any line", "A e5 d5 c6; B e2h f5l", "e5", "A c6 d5 e5h; B e2h f5l"),
    # Champion
    Case("imperial.champion", "dies with a legend, and an action is gained", "A d5 d6 e6 e7; B e4l", "e5 e4",
         "A d5 d6 e6 e7", "B 0 0 1", actions=2),
    Case("imperial.champion", "survives a lesser one", "A d5 d6 e6 e7; B e4h", "e5 e4", "A d5 d6 e6 e7 e5h", "B 0 1 0"),
    Case("imperial.champion", "enemies only, next to it only", "A d5 d6 e6 e7; B e4 f6l e3", "e5", offer="e4 f6 done"),
    Case("imperial.champion", "may spare", "A d5 d6 e6 e7; B e4l", "e5 done", "A d5 d6 e6 e7 e5h; B e4l"),
    # Infantry Captain
    Case("imperial.infantry_captain", "one piece fights twice", "A c6 d6 f6 g6; B c5 c4", "e5 c6 c5 c5 c4",
         "A c4 d6 e5h f6 g6", "B 2 0 0"),
    Case("imperial.infantry_captain", "anybody but itself", "A c6 d6 f6 g6 i5l", "e5", offer="c6 d6 f6 g6 i5 done"),
    Case("imperial.infantry_captain", "an own piece is run down", "A c6 d6 f6 g6", "e5 c6 d6 done",
         "A d6 e5h f6 g6"),
    Case("imperial.infantry_captain", "not against a higher rank", "A c6 d6 f6 g6; B b5h c5h d5h", "e5 c6",
         offer="b6 d6 b7 c7 d7 done?"),
    Case("imperial.infantry_captain", "may stand", "A c6 d6 f6 g6", "e5 done", "A c6 d6 e5h f6 g6"),
    # Cavalry Captain
    Case("imperial.cavalry_captain", "hit and run", "A d6 f6 d7 f7; B c5", "e5 d6 c5 b5 a5",
         "A a5 d7 e5h f6 f7", "B 1 0 0"),
    Case("imperial.cavalry_captain", "only one combat move", "A d6 f6 d7 f7; B c5 b5", "e5 d6 c5",
         offer="b4 c4 d4 d5 b6 c6 d6 done"),
    Case("imperial.cavalry_captain", "the combat move comes last", "A d6 f6 d7 f7; B b3", "e5 d6 c5 b4 b3",
         "A b3 d7 e5h f6 f7", "B 1 0 0"),
    Case("imperial.cavalry_captain", "one piece, never itself", "A d6 f6 d7 f7", "e5", offer="d6 f6 d7 f7 done"),
    Case("imperial.cavalry_captain", "stops early", "A d6 f6 d7 f7", "e5 d6 c5 done", "A c5 d7 e5h f6 f7"),
    # Gryphon Rider
    Case("imperial.gryphon_rider", "two commons side by side", "A d5 c6 e6 f7; B h3h", "e5 h3 lower i3",
         "A d5 c6 e6 f7 h3 i3", "B 0 1 0"),
    Case("imperial.gryphon_rider", "stays a heroic", "A d5 c6 e6 f7; B h3h", "e5 h3 done", "A d5 c6 e6 f7 h3h",
         "B 0 1 0"),
    Case("imperial.gryphon_rider", "stays at home", "A d5 c6 e6 f7", "e5 done", "A d5 c6 e6 f7 e5h"),
    Case("imperial.gryphon_rider", "the second one only next to it", "A d5 c6 e6 f7; B b2", "e5 a3 lower",
         offer="b3 a4 b4"),
    Case("imperial.gryphon_rider", "no square for a second one", "A d5 c6 e6 f7; B b2 b3 a4 b4", "e5 a3 lower",
         "A d5 c6 e6 f7 a3; B b2 b3 a4 b4"),
    Case("imperial.gryphon_rider", "no second piece in stock", f"A d5 c6 e6 f7 {FULL}", "e5 h3 lower",
         f"A d5 c6 e6 f7 h3 {FULL}"),
    # Knight
    Case("imperial.knight", "takes heroics, not commons", "A d6 e6 f6 d7; B e4h e3", "e5 e4",
         "A d6 e6 f6 d7 e4h; B e3", offer="d3 f3 d4 f4 d5 e5 f5 done"),
    Case("imperial.knight", "three moves", "A d6 e6 f6 d7; B e4h d3h", "e5 e4 d3 d2", "A d6 e6 f6 d7 d2h", "B 0 2 0"),
    Case("imperial.knight", "own heroics fall, commons and legends stand", "A d6 e6 f6 d7 d5h; B f5 d4l", "e5",
         offer="e4 f4 d5 done"),
    Case("imperial.knight", "an own heroic is ridden down", "A d6 e6 f6 d7 d5h", "e5 d5 done", "A d6 e6 f6 d7 d5h"),
    # High Priestess
    Case("imperial.high_priestess", "goes and raises an enemy", "A e5 d7 f7; B e3 d3h", "e5 e4 e3",
         "A d7 e4h f7; B d3h e3h"),
    Case("imperial.high_priestess", "raises without going", "A e5 d7 f7 d5", "e5 done d5", "A d5h d7 e5h f7"),
    Case("imperial.high_priestess", "commons next to where it is now, any colour", "A e5 d7 f7 c4 f5; B b4 d3h c3",
         "e5 d4", offer="c4 c3 done"),
    Case("imperial.high_priestess", "does nothing", "A e5 d7 f7 d5", "e5 done done", "A d5 d7 e5h f7"),
    Case("imperial.high_priestess", "nobody to raise", "A e5 d7 f7; B d3h", "e5 e4", "A d7 e4h f7; B d3h"),
    # Master of Intrigue
    Case("imperial.master_of_intrigue", "three moves in any mixture", "A d4 f4 d6 f6; B c4 d5",
         "e5 d4 c4 c4 b4 e5 d5", "A b4 d5h f4 d6 f6", "B 2 0 0"),
    Case("imperial.master_of_intrigue", "pattern pieces only, and no legends", "A d4l f4 d6 f6 a5; B i5", "e5",
         offer="e5 f4 d6 f6 done"),
    Case("imperial.master_of_intrigue", "itself no equal rank", "A d4 f4 d6 f6; B e4h d5 f5l", "e5 e5",
         offer="d4 f4 d5 d6 e6 f6 done?"),
    Case("imperial.master_of_intrigue", "keeps still", "A d4 f4 d6 f6; B c4", "e5 done", "A d4 f4 d6 f6 e5h; B c4"),
    # Gun Tower
    Case("imperial.gun_tower", "the first two", "A e6 f6 e7 f7; B d5 b5h a5", "e5 w", "A e6 f6 e7 f7 e5h; B a5",
         "B 1 1 0"),
    Case("imperial.gun_tower", "a legend ends the shot", "A e6 f6 e7 f7; B d5 c5l b5", "e5 w",
         "A e6 f6 e7 f7 e5h; B c5l b5", "B 1 0 0"),
    Case("imperial.gun_tower", "behind a legend nothing", "A e6 f6 e7 f7; B d5l c5 e4", "e5",
         "A e6 f6 e7 f7 e5h; B d5l c5 e4"),
    Case("imperial.gun_tower", "own pieces are met as well", "A e6 f6 e7 f7 g5h; B i5", "e5 e", "A e6 f6 e7 f7 e5h",
         "B 1 0 0"),
    Case("imperial.gun_tower", "only along its arrows", "A e6 f6 e7 f7; B e4 d4 f5 d5", "e5", offer="e w done"),
    Case("imperial.gun_tower", "may hold its fire", "A e6 f6 e7 f7; B d5", "e5 done", "A e6 f6 e7 f7 e5h; B d5"),
]  # fmt: skip


@each("case", CASES, ids=lambda case: case.name)
def test_imperial_beings_work_as_printed(case: Case) -> None:
    check(case)


def test_a_bomb_with_the_last_action_does_nothing() -> None:
    table = put("A f6 f7; B e4 d4h", "bomb", actions=1).play("bomb e5")
    assert table.seat == 1
    assert table.board == pieces("A e5 f6 f7; B e4 d4h")


def test_actions_gained_before_a_bomb_let_it_explode() -> None:
    """The Time Mage gives the action for the explosion; without one the Bomb does nothing."""
    ring = "A b4 a5 c5 b6 f6h f7; B e4"
    burst = put(ring, "time_mage bomb hypnotist").play("time-mage c4 bomb e5")
    assert burst.board == pieces("A b4 a5 c5 b6 c4h f6h f7")
    assert burst.actions == 1
    fizzled = put(ring, "time_mage bomb", actions=1).play("time-mage c4 bomb e5")
    assert fizzled.seat == 1
    assert fizzled.board == pieces("A b4 a5 c5 b6 c4h f6h f7 e5; B e4")


def test_an_action_gained_later_does_not_make_a_bomb_explode() -> None:
    """A flare that continues the turn comes too late."""
    board = "A f6 f7; B e4 i3h i4h i5h i6h c9"
    table = put(board, "bomb hypnotist", flare="flare_08", actions=1).play("bomb e5 flare-08")
    assert table.actions == 1
    assert table.board == pieces(f"{board.replace('A', 'A e5')}")


def test_a_hypnotized_enemy_can_destroy_a_piece_and_that_counts() -> None:
    table = put("A f4 d5 f5 d6; B b2; C b3h b4", "hypnotist bomb", form="melee").play("hypnotist e5 b2")
    assert "b3" not in table.offer
    table = put("A f4 d5 f5 d6; B b2h; C b3h b4", "hypnotist bomb", form="melee").play("hypnotist e5 b2 b3")
    assert table.destroyed == "C 0 1 0"
    assert table.board == pieces("A f4 d5 f5 d6 e5h; B b3h; C b4")
