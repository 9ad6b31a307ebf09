"""Moves and the effects that allow them: Maneuver, Teleport, Rotation, Move, False Order."""

from __future__ import annotations

from tests.support.engine.monolith.table import BANNERS, labels, put


def test_a_maneuver_moves_to_a_free_neighboring_space_and_rotates() -> None:
    """MV1"""
    table = put(f"{BANNERS}; A knight c3 r0; A pikeman c2 r0; B spike b3 r0")
    assert table.offer == {"c3", "end"}
    table.pick("c3")
    assert table.prompt == "where"
    assert table.offer == {"b2", "c4", "d2", "d3", "stay"}
    assert table.play("c4 r2").board["C4"] == "A knight r2"


def test_a_move_may_only_rotate_the_tile() -> None:
    """MV1"""
    table = put(f"{BANNERS}; A knight c3 r0").play("c3 stay")
    assert table.offer == {"r1", "r2", "r3", "r4", "r5"}
    assert table.pick("r4").board["C3"] == "A knight r4"


def test_a_move_may_keep_the_rotation() -> None:
    """MV1"""
    table = put(f"{BANNERS}; A knight c3 r0").play("c3 c4")
    assert table.offer == {"r0", "r1", "r2", "r3", "r4", "r5"}


def test_equal_rotations_are_offered_once() -> None:
    table = put(f"{BANNERS}; A mygalomorph c3 r3", "dragon.order-move").play("order-move c3 stay")
    assert table.seat == 1 or table.prompt == "play"
    assert put(f"{BANNERS}; A mygalomorph c3 r3", "dragon.order-move").play("order-move c3 c4").offer == {"r0", "r1"}


def test_a_feature_is_used_once_a_turn() -> None:
    """MV2"""
    table = put(f"{BANNERS}; A knight c3 r0", "pikeman").play("c3 c4 r0")
    assert table.offer == {"pikeman", "discard", "end"}
    assert table.rule("c4") == "once"


def test_a_feature_can_be_used_again_in_the_next_turn() -> None:
    """MV2"""
    table = put(f"{BANNERS}; A knight c3 r0; B wraith d3 r0", piles={"A": [], "B": []}, closing=2)
    table.play("c3 c4 r0")
    assert (table.seat, table.offer) == (1, {"d3", "end"})


def test_the_dragon_rider_can_move_three_times_by_three_effects() -> None:
    """MV2; the example three_moves_one_token"""
    table = put(f"{BANNERS}; A dragon-rider c1 r0; A dragon.rune-agility d1 r0", "dragon.order-move")
    assert table.play("c1").offer == {"maneuver", "rune-d1"}
    table.play("rune-d1 c2 r0")
    assert table.play("order-move c2 c3 r0").board["C3"] == "A dragon-rider r0"
    assert table.play("c3 c4 r5").board["C4"] == "A dragon-rider r5"


def test_each_rune_gives_a_separate_effect() -> None:
    """MV2"""
    runes = "A dragon.rune-agility c2 r0; A dragon.rune-agility b3 r0"
    table = put(f"{BANNERS}; {runes}; A pikeman c3 r0; A swordsman b2 r0")
    assert table.play("c3").offer == {"rune-c2", "rune-b3"}
    table.play("rune-c2 stay r1")
    assert {"c3", "b2"} <= table.offer
    table.play("c3 stay r2")
    assert table.rule("c3") == "once"
    assert "b2" in table.offer, "one rune serves several tiles"


def test_a_rune_that_is_no_longer_connected_gives_no_effect() -> None:
    """MV2"""
    table = put(f"{BANNERS}; A dragon.rune-agility a2 r0; A pikeman b3 r0", "knight").play("b3 c4 r0")
    assert table.rule("c4") == "traits"


def test_the_forest_banner_gives_its_neighbors_maneuver() -> None:
    """BN3, MV2"""
    table = put("A forest.banner c3 r0; A spark c4 r0; A spark a1 r0; B abyss.banner e3 r0", "hunter")
    assert table.offer == {"hunter", "discard", "c4", "end"}


def test_a_teleport_goes_to_any_free_space() -> None:
    """MV4"""
    table = put(f"{BANNERS}; A wraith c3 r0").pick("c3")
    assert len(labels(sorted(table.offer))) == 19 - 3
    assert table.play("e1 r2").board["E1"] == "A wraith r2"


def test_a_rune_of_teleportation_gives_the_feature() -> None:
    """MV4"""
    table = put(f"{BANNERS}; A rune-teleportation c3 r0; A spike d3 r0").pick("d3")
    assert "a3" in table.offer


def test_the_rotation_feature_turns_but_does_not_move() -> None:
    table = put(f"{BANNERS}; A guardians.rune-agility c3 r0", "axeman").pick("c3")
    assert (table.prompt, table.offer) == ("turn", {"r1", "r2", "r3", "r4", "r5"})


def test_a_rotated_rune_affects_its_new_neighbors_at_once() -> None:
    """The rulebook's example: Rune of Agility, two Crossbowmen and an Axeman."""
    table = put(f"{BANNERS}; A guardians.rune-agility c3 r0; A crossbowman d3 r0; A axeman b3 r0", "axeman")
    assert labels(sorted(table.offer)) == {"c3", "d3"}
    table.play("d3 stay r1 c3 r4")
    assert labels(sorted(table.offer)) == {"b3"}


def test_a_netted_tile_cannot_move_or_rotate() -> None:
    """MV3, N2"""
    table = put(f"{BANNERS}; A knight c3 r0; A pikeman c1 r0; B nightmare c4 r3", "dragon.order-move pikeman")
    assert "c3" not in table.offer
    assert table.rule("c3") == "netted"
    table.pick("order-move")
    assert "c3" not in table.offer
    assert table.rule("c3") == "netted"


def test_netted_runes_and_banners_give_no_moves() -> None:
    """N2, BN3"""
    rune = put(f"{BANNERS}; A dragon.rune-agility c3 r0; A pikeman c2 r0; B nightmare c4 r3", "knight")
    assert rune.rule("c2") == "traits"
    banner = put("A forest.banner c3 r0; A spark c2 r0; B abyss.banner e3 r0; B nightmare c4 r3", "hunter")
    assert banner.rule("c2") == "traits"


def test_a_move_order_moves_any_own_tile_including_banners_and_runes() -> None:
    """MV1"""
    table = put(f"{BANNERS}; A dragon.rune-charge c3 r0; A pikeman d3 r0", "dragon.order-move").pick("order-move")
    assert table.offer == {"a1", "c3", "d3"}
    assert table.play("a1 b1").board["B1"] == "A banner r0"


def test_a_played_order_goes_to_the_discard_pile() -> None:
    table = put(f"{BANNERS}; A pikeman d3 r0", "dragon.order-move").play("order-move d3 stay r1")
    assert table.view()["seats"][0]["discards"] == ["dragon_empire.order_move"]


def test_a_false_order_moves_an_enemy_tile_as_its_player_chooses() -> None:
    """MV5"""
    table = put(f"{BANNERS}; A axeman c3 r0; B chaos c4 r0", "order-false-order").pick("order-false-order")
    assert table.offer == {"c4", "e3"}
    table.pick("c4")
    assert table.seat == 0
    assert table.offer == {"b3", "b4", "c5", "d3", "d4", "stay"}
    assert table.play("c5 r3").board["C5"] == "B chaos r3"


def test_a_false_order_moves_banners() -> None:
    """MV5"""
    table = put(f"{BANNERS}; A axeman c3 r0", "order-false-order").pick("order-false-order")
    assert table.offer == {"d3", "d4", "e2"}


def test_a_false_order_cannot_move_a_netted_tile() -> None:
    """MV3"""
    table = put(f"{BANNERS}; A nightmare c3 r0; B chaos c4 r0", "order-false-order").pick("order-false-order")
    assert "c4" not in table.offer


def test_a_surrounded_tile_can_still_rotate() -> None:
    """MV1"""
    ring = "A pikeman b2 r0; A pikeman b3 r0; A pikeman c2 r0; A pikeman c4 r0; A swordsman d2 r0; A swordsman d3 r0"
    table = put(f"{BANNERS}; {ring}; A knight c3 r0").pick("c3")
    assert table.prompt == "turn"
    assert table.offer == {"r1", "r2", "r3", "r4", "r5"}


def test_a_surrounded_tile_that_is_the_same_all_around_cannot_maneuver() -> None:
    """MV1"""
    ring = "A spark b2 r0; A spark b3 r0; A spark c2 r0; A spark c4 r0; A hunter d2 r0; A hunter d3 r0"
    table = put(f"{BANNERS}; {ring}; A wyrm c3 r0", "herne")
    assert "c3" not in table.offer
    assert table.rule("c3") == "move-and-turn"


def test_wounded_tiles_that_leave_the_guardians_banner_die() -> None:
    """BN4"""
    table = put("A guardians.banner a1 r0; A pupil b1 r0 wounds=1; B abyss.banner e3 r0").play("b1 c1 r0")
    assert "C1" not in table.board
    assert table.view()["seats"][0]["discards"] == ["guardians_of_the_realm.pupil"]


def test_moving_the_guardians_banner_kills_tiles_that_lived_by_it() -> None:
    """BN4"""
    line = "A guardians.banner a1 r0; A axeman b1 r0 wounds=1; B abyss.banner e3 r0"
    table = put(line, "abyss.order-move axeman").play("order-move a1 a2")
    assert set(table.board) == {"A2", "E3"}


def test_orders_placements_and_features_can_be_mixed_in_one_turn() -> None:
    """TU5; the example precise_shot_then_maneuver"""
    line = "A forest.banner a1 r0; A herne c3 r0; B mygalomorph c4 r0; B abyss.banner c5 r0"
    table = put(line, "sorcerer forest.order-battle order-precise-shot")
    assert table.prompt == "must-discard"
    table.play("order-battle order-precise-shot")
    assert "C4" not in table.board
    table.play("c3 c4 r3 sorcerer c1 r2")
    assert table.board["C4"] == "A herne r3"
    assert table.board["C1"] == "A sorcerer r2"


def test_a_tile_placed_just_now_may_use_its_feature() -> None:
    """TU5"""
    assert "c3" in put(BANNERS, "knight pikeman").play("knight c3 r0").offer


def test_enemy_tiles_cannot_be_used() -> None:
    table = put(f"{BANNERS}; B wraith c3 r0", "pikeman")
    assert table.rule("c3") == "traits"
    assert table.rule("c4") == "traits"
