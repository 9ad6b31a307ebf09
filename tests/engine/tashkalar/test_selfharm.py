"""Effects in which a side destroys its own being, or another piece that the effect names."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.tashkalar.table import Case, check

CASES = [
    Case("imperial.infantry_captain", "who ran it down moves on", "A c6 d6h f6 g6", "e5 d6 e5 e5 e4", "A c6 e4h f6 g6"),
    Case("imperial.cavalry_captain", "who ran it down moves on", "A d6h f6 d7 f7", "e5 d6 e5 e4 e3", "A e3h f6 d7 f7"),
    Case("imperial.master_of_intrigue", "a pattern piece in its place still fights", "A d4h f4 d6 f6; B e4h",
         "e5 d4 e5 e5 e4 done", "A e4h f4 d6 f6", "B 0 1 0"),
    Case("imperial.master_of_intrigue", "in the place of a pattern piece it does not fight", "A d4 f4 d6 f6; B c3h",
         "e5 e5 d4 d4", offer="d3 e3 c4 e4 c5 d5 e5 done?"),
    Case("imperial.master_of_intrigue", "the lost pattern piece moves no more", "A d4 f4 d6 f6; B i5",
         "e5 e5 d4", offer="d4 f4 d6 f6 done"),
    Case("imperial.herald", "pieces that are moved twice", "A e5 f5 e6", "d4 d4 d3 d3 d2", "A d2 e5 f5 e6"),
    Case("imperial.chronicler", "the raised one runs it down", "A e4 d5h f5h", "e5 e4 e5", "A e5h d5h f5h"),
    Case("imperial.messenger", "it is run through", "A f6 g7 e7h", "e5 e7 e3", "A f6 g7 e3h"),
    Case("highland.warlord", "without it no third move", "A d6h e6 f6 c7 g7", "e5 d6 e5 e5 e4", "A e4h e6 f6 c7 g7"),
    Case("highland.warlord", "it moves once and is run down", "A d6h e6 f6 c7 g7", "e5 e5 d5 d6 d5 d5 d4",
         "A d4h e6 f6 c7 g7"),
    Case("highland.war_drummer", "a legend treads it down and goes on", "A d4 e4l d5 e5", "d4 e4 d4 d4 d3",
         "A d3l d5 e5"),
    Case("highland.war_drummer", "a heroic runs it down in combat", "A d4 e4h d5 e5", "d4 e4 d4", "A d4h d5 e5"),
    Case("highland.ritual_keeper", "it is run down", "A e4 d5h", "e5 d5 e5", "A e5h e4"),
    Case("sylvan.naiad", "a neighbour treads it down, the other still moves", "A c6 d6h e6", "e5 d6 e5 e6 e7",
         "A c6 e5h e7"),
    Case("sylvan.centaur_chieftain", "a follower runs it down and runs on", "A c4 d5 e6h f7", "e5 e4 e6 e5 e4",
         "A c4 d5 e3h f7"),
    Case("sylvan.tree_shepherd", "a heroic runs it down", "A d5 f5h e6 f6", "e5 f5 e5", "A d5 e5h e6 f6"),
    Case("sylvan.kiskin_leafsplitter", "its own people stand in the way", "A e4 d5 f5 e6 d4 f6", "e5 nw se",
         "A e4 d5 f5 e6 e5h"),
    Case("imperial.hypnotist", "an enemy runs it down", "A f4 d5 f5 d6; B e4h", "e5 e4 e5", "A f4 d5 f5 d6; B e5h"),
    Case("legends.storm_elemental", "its own legend runs it down", "A e5 d3h d4h f4h", "e5 legendary e6 e5",
         "A d3h d4h f4h"),
    Case("legends.leviathan", "it may be the only one lowered", "A d6h e6h b7h c7", "f5 f5 done",
         "A d6h e6h b7h c7 f5h"),
    Case("legends.two_headed_dragon", "a raised piece that was used", "A f4h e5h d6h f6 g7", "d4 f6 e5",
         "A f4h d6h f6h g7 d4l"),
]  # fmt: skip


@each("case", CASES, ids=lambda case: case.name)
def test_running_over_own_pieces_destroys_them(case: Case) -> None:
    check(case)
