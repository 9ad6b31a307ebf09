"""While a player rotates a tile, the view shows the tile's effects in each rotation."""

from __future__ import annotations

from engine.core.position import Position
from engine.monolith.game import GAME
from engine.monolith.view import Turning
from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, put


def turning(line: str, hand: str, codes: str, seat: int | None = 0) -> Turning | None:
    """The seat's view after these picks."""
    position = Position.read(GAME, {}, put(line, hand).position)
    for code in codes.split():
        position.pick(0, code)
    return GAME.view(position.state, seat, position.asks).turning


def ways(line: str, hand: str, codes: str, what: str = "hits") -> dict[str, tuple[str, ...]]:
    found = turning(line, hand, codes)
    assert found
    return {way.code: getattr(way, what) for way in found.ways}


def test_a_tile_to_be_placed_is_previewed_in_each_rotation() -> None:
    found = turning(f"{BANNERS}; B spike b3 r0; B chaos b1 r2", "pikeman", "pikeman b2")
    assert found
    assert [(way.code, way.token.at, way.token.rot) for way in found.ways] == [(f"r{n}", "B2", n) for n in range(6)]
    assert (found.now.code, found.now.hits) == ("r0", ("B1", "B3"))
    assert [way.hits for way in found.ways[1:]] == [("B3",), ("B3",), ("B1", "B3"), ("B1",), ("B1",)]


@each(("codes", "seat"), [("", 0), ("pikeman", 0), ("pikeman b2", 1), ("pikeman b2", None)])
def test_the_preview_is_shown_to_the_asked_player_during_the_question_only(codes: str, seat: int | None) -> None:
    assert turning(BANNERS, "pikeman", codes, seat) is None


def test_a_moving_tile_is_previewed_on_its_new_space_in_its_rotation() -> None:
    found = turning(f"{BANNERS}; A knight c3 r2 wounds=1; B spike b4 r0", "", "c3 c4")
    assert found
    assert (found.now.code, found.now.token.at, found.now.token.wounds) == ("r2", "C4", 1)
    assert {way.code: way.hits for way in found.ways if way.hits} == {"r1": ("B4",)}


def test_a_rotating_tile_is_previewed_in_its_rotation_too() -> None:
    found = turning(f"{BANNERS}; A knight c3 r1; B spike b3 r0", "", "c3 stay")
    assert found
    assert (found.now.code, found.now.hits) == ("", ("B3",))
    assert "r1" not in {way.code for way in found.ways}


def test_the_preview_of_a_shot_hits_the_first_enemy_past_own_tiles() -> None:
    line = f"{BANNERS}; A pikeman c3 r0; B spike c4 r0; B chaos c5 r0"
    assert ways(line, "arquebusier", "arquebusier c2")["r2"] == ("C4",)


def test_the_preview_of_a_netted_or_disarmed_tile_hits_nothing() -> None:
    assert set(ways(f"{BANNERS}; B nightmare c4 r3", "pikeman", "pikeman c3").values()) == {()}
    assert set(ways(f"{BANNERS}; B rune-disarmament b2 r0", "pikeman", "pikeman c3").values()) == {()}
    assert ways(f"{BANNERS}; B rune-disarmament b2 r3", "pikeman", "pikeman c3")["r0"] == ("B2",)


def test_the_preview_of_lightning_skips_banners() -> None:
    found = ways(f"{BANNERS}; B spike d3 r0", "morlock", "morlock e2")
    assert found["r1"] == ("D3",)
    assert found["r2"] == ()


def test_the_preview_shows_the_targets_of_nets_and_runes() -> None:
    line = f"{BANNERS}; B pikeman c4 r0; A spike b2 r0"
    assert ways(line, "nightmare", "nightmare c3", "nets")["r0"] == ("C4",)
    assert ways(line, "nightmare", "nightmare c3", "nets")["r1"] == ()
    assert ways(line, "abyss.rune-teleportation", "rune-teleportation c3", "reaches")["r3"] == ("B2",)
    assert ways(line, "abyss.rune-disarmament", "rune-disarmament c3", "reaches")["r4"] == ("C4",)


def test_the_demon_is_previewed_in_its_targets_place() -> None:
    line = f"{BANNERS}; B pikeman c3 r0; B knight b3 r0"
    assert ways(line, "demon", "demon c3")["r1"] == ("B3",)
