"""The beings of the Highland deck."""

from __future__ import annotations

import pytest

from engine.tashkalar.game import GAME
from tests.support.each import each
from tests.support.engine.tashkalar.table import Case, check, pieces, put

FULL = "a3 a4 a6 a7 i3 i5 i6 i7 d9 e9 c9 c1"
"""Twelve distant squares."""
NEXT_TO_GREEN = "b2 c2 d2 b3 d3 b4 c4 d4 f2 g2 h2 f3 h3 g4 h4 i3 h5 i5 a4 b5 a6 b6 e7 f7 g7 e8 g8 e9 f9 g9"
"""All squares except f4, where a piece of the pattern stands."""

CASES = [
    # Wild Eagle
    Case("highland.wild_eagle", "leaps onto a common far away", "A d6 f6; B i5", "e5 i5", "A d6 f6 i5", "B 1 0 0"),
    Case("highland.wild_eagle", "onto an own common", "A d6 f6 a3", "e5 a3", "A d6 f6 a3"),
    Case("highland.wild_eagle", "may stay", "A d6 f6; B i5", "e5 done", "A d6 f6 e5; B i5"),
    # Clan Axeman
    Case("highland.clan_axeman", "any colour, orthogonally, no legends", "A f4 d6 e6h; B e4h d5l d4", "e5",
         offer="e4 e6 done"),
    Case("highland.clan_axeman", "fells a heroic", "A f4 d6; B e4h", "e5 e4", "A f4 d6 e5", "B 0 1 0"),
    Case("highland.clan_axeman", "fells an own piece", "A f4 d6 e6h; B e4", "e5 e6", "A f4 d6 e5; B e4"),
    Case("highland.clan_axeman", "may rest", "A f4 d6; B e4", "e5 done", "A f4 d6 e5; B e4"),
    Case("highland.clan_axeman", "nobody there", "A f4 d6; B d4 f5l", "e5", "A f4 d6 e5; B d4 f5l"),
    # Clan Healer
    Case("highland.clan_healer", "two next to green squares", "A f4 d5 f5", "e5 b2 g9", "A f4 d5 f5 e5 b2 g9"),
    Case("highland.clan_healer", "every empty square next to a green one", "A f4 d5 f5", "e5",
         offer=f"{NEXT_TO_GREEN} done"),
    Case("highland.clan_healer", "one", "A f4 d5 f5; B c4", "e5 c2 done", "A f4 d5 f5 e5 c2; B c4"),
    Case("highland.clan_healer", "nothing in stock", f"A f4 d5 f5 {FULL}", "e5", f"A f4 d5 f5 e5 {FULL}"),
    Case("highland.clan_healer", "one in stock", f"A f4 d5 f5 {FULL[:-3]}", "e5 b2", f"A f4 d5 f5 e5 b2 {FULL[:-3]}"),
    # Dire Wolf
    Case("highland.dire_wolf", "bites twice", "A d6 e6 c7; B e4 e3", "e5 e4 e3", "A d6 e6 c7 e3", "B 2 0 0"),
    Case("highland.dire_wolf", "up to equal rank", "A d6 e6 c7; B e4h d4l f4", "e5", offer="f4 d5 f5 d6 e6 f6 done"),
    Case("highland.dire_wolf", "its own pack", "A d6 e6 c7", "e5 e6 done", "A d6 e6 c7"),
    Case("highland.dire_wolf", "stays", "A d6 e6 c7; B e4", "e5 done", "A d6 e6 c7 e5; B e4"),
    # Ritual Keeper
    Case("highland.ritual_keeper", "on green it must raise a common", "A c2 b3 i5h; B d4", "c3", offer="c2 b3 c3"),
    Case("highland.ritual_keeper", "on green it rises itself", "A c2h b3h; B d4", "c3", "A c2h b3h c3h; B d4"),
    Case("highland.ritual_keeper", "on red a piece of any rank may fight", "A e4 d5 i5l; B i6l", "e5 i5 i6",
         "A e4 d5 e5 i6l", "B 0 0 1"),
    Case("highland.ritual_keeper", "on red it may be left", "A d1 c2", "d2 done", "A d1 c2 d2"),
    Case("highland.ritual_keeper", "elsewhere nothing", "A f4 e5; B f6", "f5", "A f4 e5 f5; B f6"),
    # Eagle Lord
    Case("highland.eagle_lord", "leaps onto a heroic", "A c5 g5 d6 f6; B c1h", "e5 c1", "A c5 g5 d6 f6 c1h", "B 0 1 0"),
    Case("highland.eagle_lord", "may stay", "A c5 g5 d6 f6; B c1h", "e5 done", "A c5 g5 d6 f6 e5h; B c1h"),
    # Wolf Rider
    Case("highland.wolf_rider", "two heroics fall", "A e6 f6 g6 e7; B e4h e3h", "e5 e4 e3", "A e6 f6 g6 e7 e3h",
         "B 0 2 0"),
    Case("highland.wolf_rider", "no legends", "A e6 f6 g6 e7; B e4l d4", "e5", offer="d4 f4 d5 f5 d6 e6 f6 done"),
    Case("highland.wolf_rider", "one move, over an own piece", "A e6 f6 g6 e7", "e5 e6 done", "A e6h f6 g6 e7"),
    # Blood Shaman
    Case("highland.blood_shaman", "on red the commons around die as well", "A f4 f5 d6 e6 c3; B d2h c2 e1h d3l d1",
         "e5 d2", "A f4 f5 d6 e6 e5h; B e1h d3l", "B 2 1 0"),
    Case("highland.blood_shaman", "elsewhere only the victim", "A f4 f5 d6 e6; B c2 c1", "e5 c2",
         "A f4 f5 d6 e6 e5h; B c1", "B 1 0 0"),
    Case("highland.blood_shaman", "must, of any colour, itself too; no legends", "A f4 f5 d6 e6; B c2h i5l", "e5",
         offer="f4 f5 d6 e6 e5 c2"),
    Case("highland.blood_shaman", "itself, on the red centre", "A f4 f5 d6 e6h; B d4 e3", "e5 e5",
         "A e6h; B e3", "B 1 0 0"),
    # War Drummer
    Case("highland.war_drummer", "one combat move ends it", "A d4 e4 d5 e5; B e3 f5", "d4 e4 e3",
         "A d4h e3 d5 e5; B f5", "B 1 0 0"),
    Case("highland.war_drummer", "two standard moves", "A d4 e4 d5 e5", "d4 e4 f4 f4 g4", "A d4h g4 d5 e5"),
    Case("highland.war_drummer", "of two pieces", "A d4 e4 d5 e5", "d4 e4 f4 e5 f5", "A d4h f4 d5 f5"),
    Case("highland.war_drummer", "after a standard move no combat", "A d4 e4 d5 e5; B g4", "d4 e4 f4 f4",
         offer="e3 f3 g3 e4 f5 g5 done?"),
    Case("highland.war_drummer", "a standard capture leaves a second move", "A d4 e4h d5 e5; B f4 g4",
         "d4 e4 f4 f4 g4", "A d4h g4h d5 e5", "B 2 0 0"),
    Case("highland.war_drummer", "anybody else second", "A d4 e4 d5 e5", "d4 d5 c6", offer="c6 e4 e5 done"),
    Case("highland.war_drummer", "not itself", "A d4 e4 d5 e5", "d4", offer="e4 d5 e5 done"),
    Case("highland.war_drummer", "nobody", "A d4 e4 d5 e5", "d4 done", "A d4h e4 d5 e5"),
    # Hill Giant
    Case("highland.hill_giant", "all around orthogonally, the own one too", "A e6 d7 e7 f7; B e4h d5l f5 d4", "e5",
         "A d7 e5h e7 f7; B d4 d5l", "B 1 1 0"),
    Case("highland.hill_giant", "an own legend stays", "A e6l d7 e7 f7", "e5", "A e6l d7 e5h e7 f7"),
    Case("highland.hill_giant", "at the edge", "A e2 d3 e3 f3; B d1 f1h", "e1", "A d3 e1h e3 f3", "B 1 1 0"),
    # Warlord
    Case("highland.warlord", "the third move only with itself", "A d6 e6 f6 c7 g7", "e5 d6 d5 d5 d4",
         offer="e5 done"),
    Case("highland.warlord", "three moves", "A d6 e6 f6 c7 g7; B e4h d4 c3", "e5 e5 e4 d6 d5 d5 d4",
         "A e4h d4 e6 f6 c7 g7; B c3", "B 1 1 0"),
    Case("highland.warlord", "itself last", "A d6 e6 f6 c7 g7; B e4", "e5 d6 d5 d5 d4 e5 e4",
         "A d4 e6 f6 c7 g7 e4h", "B 1 0 0"),
    Case("highland.warlord", "itself three times", "A d6 e6 f6 c7 g7", "e5 e5 e4 e4 e3 e3 e2",
         "A d6 e6 f6 c7 g7 e2h"),
    Case("highland.warlord", "two of others are allowed", "A d6 e6 f6 c7 g7", "e5 d6 d5 c7 c6 done",
         "A d5 e6 f6 c6 g7 e5h"),
    # War Summoner
    Case("highland.war_summoner", "an action", "A d5 f5 e6 e7", "e5", "A d5 f5 e6 e7 e5h", actions=2),
    # Ritual Master
    Case("highland.ritual_master", "on green two actions", "A b2 b4 d4", "c3", "A b2 b4 d4 c3h", actions=3),
    Case("highland.ritual_master", "on red a heroic and a common", "A d4 d6 f6; B a3h b3 i5l", "e5 a3 b3",
         "A d4 d6 f6 e5h; B i5l", "B 1 1 0"),
    Case("highland.ritual_master", "on red any, of any colour, no legends", "A d4 d6 f6; B a3h b3 i5l", "e5",
         offer="a3 b3 d4 d6 f6 e5 done"),
    Case("highland.ritual_master", "the second of the other rank", "A d4 d6 f6; B a3h b3 b4 i5l", "e5 b3",
         offer="a3 e5 done"),
    Case("highland.ritual_master", "only one", "A d4 d6 f6; B a3h b3", "e5 b3 done", "A d4 d6 f6 e5h; B a3h",
         "B 1 0 0"),
    Case("highland.ritual_master", "elsewhere nothing", "A e4 e6 g6; B b3", "f5", "A e4 e6 g6 f5h; B b3"),
    # Legend Slayer
    Case("highland.legend_slayer", "one legend", "A e6 f6 e7 g7; B d4l f4 d6", "e5 d4", "A e6 f6 e7 g7 e5h; B f4 d6",
         "B 0 0 1"),
    Case("highland.legend_slayer", "or two others", "A e6 f6 e7 g7; B d4 f4h d6", "e5 d4 f4",
         "A e6 f6 e7 g7 e5h; B d6", "B 1 1 0"),
    Case("highland.legend_slayer", "after another no legend", "A e6 f6 e7 g7; B d4l f4 d6 e4", "e5 f4",
         offer="d6 f6 done"),
    Case("highland.legend_slayer", "own ones too", "A e6 f6 e7 g7", "e5 f6", "A e6 e7 g7 e5h"),
    Case("highland.legend_slayer", "may spare", "A e6 f6 e7 g7; B d4l", "e5 done", "A e6 f6 e7 g7 e5h; B d4l"),
    # Mountain Troll
    Case("highland.mountain_troll", "two commons give an action", "A d6 e6 e7 f7; B d4 f5 e4h e3", "e5",
         "A d6 e6 e7 f7 e5h; B e4h e3", "B 2 0 0", actions=2),
    Case("highland.mountain_troll", "the one it stands on is not one of them", "A d6 e6 e7 f7; B e5 e4", "e5",
         "A d6 e6 e7 f7 e5h", "B 2 0 0"),
    Case("highland.mountain_troll", "nobody", "A d6 e6 e7 f7; B f6l", "e5", "A d6 e6 e7 f7 e5h; B f6l"),
    # Hungry Bear
    Case("highland.hungry_bear", "eats twice", "A f5 e6 f6; B e4 e3", "e5 e4 e3", "A f5 e6 f6 e3h", "B 2 0 0"),
    Case("highland.hungry_bear", "stops on an empty square", "A f5 e6 f6; B c5", "e5 d5", "A f5 e6 f6 d5h; B c5"),
    Case("highland.hungry_bear", "lower ranks only", "A f5 e6 f6; B e4h d4l d5", "e5",
         offer="f4 d5 f5 d6 e6 f6 done"),
    Case("highland.hungry_bear", "stays after the first", "A f5 e6 f6; B e4 e3", "e5 e4 done", "A f5 e6 f6 e4h; B e3",
         "B 1 0 0"),
    Case("highland.hungry_bear", "eats an own one and goes on", "A f5 e6 f6", "e5 f5 g5", "A e6 f6 g5h"),
    # Werewolf
    Case("highland.werewolf", "on red three combat moves", "A f5 e6 f7; B h5h i5 i6", "h6 h5 i5 i6",
         "A f5 e6 f7 i6h", "B 2 1 0"),
    Case("highland.werewolf", "on green as well", "A e2 d3 e4; B g4h", "g3 g4 g5 done", "A e2 d3 e4 g5h", "B 0 1 0"),
    Case("highland.werewolf", "on the centre one standard move", "A c4 b5 c6; B e4h d4", "e5",
         offer="d4 f4 d5 f5 d6 e6 f6 done"),
    Case("highland.werewolf", "elsewhere one standard move", "A d4 c5 d6; B f4", "f5 f4", "A d4 c5 d6 f4h", "B 1 0 0"),
    Case("highland.werewolf", "stays", "A c4 b5 c6; B e4", "e5 done", "A c4 b5 c6 e5h; B e4"),
    # Clan Guardian
    Case("highland.clan_guardian", "raises a common of the pattern", "A c5 d5h f5 a3; B e4", "e5", offer="c5 f5 done"),
    Case("highland.clan_guardian", "one", "A c5 d5h f5", "e5 f5", "A c5 d5h f5h e5h"),
    Case("highland.clan_guardian", "none", "A c5 d5 f5", "e5 done", "A c5 d5 f5 e5h"),
    Case("highland.clan_guardian", "no common in it", "A c5h d5h f5l a3", "e5", "A c5h d5h f5l a3 e5h"),
]  # fmt: skip


@each("case", CASES, ids=lambda case: case.name)
def test_highland_beings_work_as_printed(case: Case) -> None:
    check(case)


@pytest.mark.parametrize(
    ("being", "before", "can", "cannot"),
    [
        ("wild_eagle", "A d6 f6 a3; B i5 i6h i7l", "i5 a3 c1 e9", "i6 i7 e5"),
        ("eagle_lord", "A c5 g5 d6 f6 a3l; B i5 i6h i7l", "i5 i6 c1 e9", "i7 a3 e5"),
    ],
)
def test_eagles_leap_onto_any_piece_up_to_their_rank(being: str, before: str, can: str, cannot: str) -> None:
    table = put(before, being).play(f"{being.replace('_', '-')} e5")
    assert table.prompt == "leap-to"
    assert set(can.split()) <= table.offer
    assert not set(cannot.split()) & table.offer


LENT = "A d5 f5 e6 e7; B h5"


def test_the_war_summoner_lets_the_next_summons_borrow_an_enemy_piece() -> None:
    """The borrowed piece stays unchanged."""
    table = put(LENT, "war_summoner wild_eagle eagle_lord")
    assert not {"g4", "g6"} & table.play("wild-eagle").offer
    table = put(LENT, "war_summoner wild_eagle eagle_lord").play("war-summoner e5 wild-eagle")
    assert {"g4", "g6"} <= table.offer
    table.play("g4 done")
    assert table.board == pieces("A d5 f5 e6 e7 e5h g4; B h5")
    assert table.actions == 1


def test_the_war_summoners_permission_is_lost_if_unused() -> None:
    """The Axeman would need the enemy on h7."""
    table = put("A d5 f5 e6 e7; B h7", "war_summoner wild_eagle clan_axeman eagle_lord")
    assert "clan-axeman" not in table.offer
    table.play("war-summoner e5")
    assert "clan-axeman" in table.offer
    table.play("wild-eagle e4 done")
    assert not table.state.borrow
    assert table.actions == 1
    assert "clan-axeman" not in table.offer


def test_placing_a_piece_does_not_use_the_war_summoners_permission() -> None:
    table = put(LENT, "war_summoner wild_eagle eagle_lord").play("war-summoner e5 place a5 wild-eagle")
    assert {"g4", "g6"} <= table.offer


def test_a_flare_does_not_use_the_war_summoners_permission() -> None:
    board = "A d5 f5 e6 e7; B h5 i3h i4h i5h i6h i7h"
    table = put(board, "war_summoner wild_eagle eagle_lord", flare="flare_11")
    table.play("war-summoner e5 flare-11 a5 wild-eagle")
    assert {"g4", "g6"} <= table.offer


def test_the_war_summoners_permission_ends_with_the_turn() -> None:
    table = put(LENT, "war_summoner wild_eagle eagle_lord", actions=1).play("war-summoner e5 place a5")
    assert (table.seat, table.state.borrow) == (1, False)


def test_the_war_summoners_permission_is_only_for_the_side_on_turn() -> None:
    """The other side does not see summons that it could not make."""
    hands = {"A": "war_summoner wild_eagle", "B": "sapling dryad"}
    table = put("A e7 i5; B e6", hands=hands, borrow=True)
    view = GAME.view(table.state, 1, table.position.asks)
    assert view.summons == ()
