"""Orders: Push, Net, Fire Concoction, Entrenchment, Rotation, Precise Shot; and the Demon's Transformation."""

from __future__ import annotations

from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, put

PUSH = "guardians.order-push"


def test_pushing_follows_the_rules_worked_example() -> None:
    """P1, P2, P3; the example push_options"""
    table = put("A crossbowman c5 r0; B mygalomorph b4 r0; B demon d4 r0; A axeman d3 r0; A axeman e3 r0", PUSH).pick(
        "order-push"
    )
    assert table.offer == {"c5", "e3"}
    table.pick("c5")
    assert table.seat == 1, "the Demon cannot be pushed, so the only target was chosen automatically"
    assert (table.prompt, table.offer) == ("push-where", {"a3", "b3"})
    table.pick("a3")
    assert table.board["A3"] == "B mygalomorph r0"


def test_a_push_moves_straight_away_or_to_either_side() -> None:
    """P1; the example of the rules text"""
    table = put("A axeman c3 r0; B spike c4 r0; A guardians.banner a1 r0", PUSH).play("order-push")
    assert (table.seat, table.offer) == (1, {"b4", "c5", "d4"})


def test_a_pushed_tile_keeps_its_rotation() -> None:
    """P2"""
    table = put("A axeman c3 r0; B spike c4 r2; A guardians.banner a1 r0", PUSH).play("order-push c5")
    assert table.board["C5"] == "B spike r2"
    assert table.seat == 0 or table.view()["turn"] == 1


def test_with_one_space_left_nothing_is_asked() -> None:
    """P2"""
    line = "A axeman c3 r0; B spike c4 r2; B spike b4 r0; B spike d4 r0; A guardians.banner a1 r0"
    table = put(line, f"{PUSH} axeman").play("order-push")
    assert table.board["C5"] == "B spike r2"
    assert table.seat == 0


def test_without_a_space_the_push_cannot_be_played() -> None:
    """P3"""
    line = "A axeman c3 r0; B spike c4 r2; B spike b4 r0; B spike d4 r0; B chaos c5 r0; A guardians.banner a1 r0"
    table = put(line, f"{PUSH} axeman")
    assert "order-push" not in table.offer
    assert table.rule("order-push") == "push"


def test_banners_can_push_and_be_pushed() -> None:
    """P4"""
    table = put("A guardians.banner c3 r0; B abyss.banner c4 r0", PUSH).pick("order-push")
    assert (table.seat, table.prompt) == (1, "push-where")


def test_a_netted_tile_neither_pushes_nor_is_pushed() -> None:
    """N6"""
    line = "A axeman c3 r0; B nightmare c4 r3; B spike b3 r0; A guardians.banner e1 r0"
    assert "order-push" not in put(line, f"{PUSH} axeman").offer
    table = put(f"{line}; A nightmare d3 r5; A pupil b2 r0", f"{PUSH} axeman").pick("order-push")
    assert table.offer == {"c3", "b2"}, "the netter itself is netted now, so the Axeman is free"
    table.pick("c3")
    assert table.seat == 1
    assert set(table.offer) == {"a2", "a3", "b4"}, "only the Spike can be pushed"


def test_a_third_tile_can_push_the_netter_away() -> None:
    """N6"""
    line = "A axeman c3 r0; B nightmare c4 r3; A golem d4 r0; A guardians.banner e1 r0"
    table = put(line, f"{PUSH} axeman").pick("order-push")
    assert table.seat == 1
    table.pick("b3")
    assert not table.at("c3")["netted"]


def test_a_net_order_nets_any_enemy_including_banners() -> None:
    """N7"""
    table = put(f"{BANNERS}; B wraith c3 r0; A pikeman d2 r0", "order-net").pick("order-net")
    assert table.offer == {"c3", "e3"}
    table.pick("e3")
    assert table.at("e3")["netted"]
    assert table.at("e3")["net_marker"]


def test_there_is_only_one_net_marker() -> None:
    """N7, the pool"""
    table = put(f"{BANNERS}; B wraith c3 r0 net; B spike b3 r0", "order-net pikeman")
    assert "order-net" not in table.offer
    assert table.rule("order-net") == "net-order"


def test_the_net_order_ends_with_the_next_battle() -> None:
    """N7"""
    table = put(f"{BANNERS}; B wraith c3 r0", "order-net dragon.order-battle-or-charge")
    table.play("order-net c3 order-battle-or-charge")
    assert not table.at("c3")["netted"]


def test_a_net_marker_is_removed_only_by_the_battle() -> None:
    """N7: moving tiles does not free the netted one."""
    table = put(f"{BANNERS}; B wraith c3 r0 net", turn="B", hand="abyss.order-move spike").pick("order-move")
    assert table.offer == {"d3", "d4", "e2"}, "only the Banner can be moved"


def test_a_fire_concoction_clears_three_spaces() -> None:
    """O3; the example fire_concoction_clears_three"""
    line = "B mygalomorph c3 r0; B wraith c4 r0; A axeman d3 r0"
    table = put(line, "order-fire-concoction axeman").pick("order-fire-concoction")
    assert len(table.offer) == 24
    assert table.pick("c3+c4+d3").board == {}


def test_a_fire_concoction_spares_banners_and_deals_one_wound_to_tough_tiles() -> None:
    """O3, A3"""
    line = "A guardians.banner a1 r0; A golem b1 r0; B abyss.rune-strength b2 r0; B abyss.banner c3 r0"
    table = put(line, "order-fire-concoction axeman").play("order-fire-concoction b1+b2+c2")
    assert (table.at("b1")["wounds"], table.at("b2")["wounds"]) == (1, 1)
    again = put(line, "order-fire-concoction axeman").play("order-fire-concoction b2+c2+c3")
    assert again.points == [20, 20]


def test_a_fire_concoction_may_target_empty_spaces_only() -> None:
    """O3"""
    table = put(BANNERS, "order-fire-concoction pikeman").play("order-fire-concoction c3+c4+d3")
    assert table.prompt == "play"


def test_a_regeneration_rune_works_against_orders() -> None:
    """RG10"""
    line = f"{BANNERS}; B spike c3 r0; B abyss.rune-regeneration b3 r1"
    table = put(line, "order-precise-shot pikeman").play("order-precise-shot c3")
    assert set(table.board) == {"A1", "E3", "C3"}


def test_regeneration_is_chosen_by_the_owner_of_the_rune() -> None:
    """RG4, RG10"""
    line = f"{BANNERS}; B spike c2 r0; B chaos d2 r0; B dragon.rune-regeneration c3 r1"
    table = put(line, "order-fire-concoction pikeman").play("order-fire-concoction c2+d1+d2")
    assert (table.prompt, table.seat, table.offer) == ("regeneration", 1, {"c2", "d2"})
    table.pick("d2")
    assert set(table.board) == {"A1", "E3", "D2"}
    assert (table.prompt, table.seat) == ("play", 0)


def test_an_entrenched_tile_survives_one_more_wound() -> None:
    """T2"""
    table = put(f"{BANNERS}; A pikeman c3 r0; B spike c2 r0", "order-entrenchment order-fire-concoction")
    assert table.pick("order-entrenchment").offer == {"a1", "c3"}
    table.pick("c3")
    assert table.at("c3")["trench"]
    table.play("order-fire-concoction c3+c4+d3")
    assert not table.at("c3")["trench"]
    assert table.at("c3")["wounds"] == 0


def test_an_entrenched_banner_loses_one_point_less() -> None:
    """T2"""
    line = "A dragon.banner c3 r0 trench; B wyvern c4 r0"
    assert put(line, phase="battle").points == [19, 20]
    assert put(line.replace(" trench", ""), phase="battle").points == [18, 20]


def test_there_is_only_one_entrenchment_marker() -> None:
    """T2, the pool"""
    table = put(f"{BANNERS}; A pikeman c3 r0 trench", "order-entrenchment pikeman")
    assert table.rule("order-entrenchment") == "entrenchment"


def test_a_rotation_order_rotates_a_free_own_tile() -> None:
    """O2"""
    line = f"{BANNERS}; A pikeman c3 r0; A swordsman c1 r0; B nightmare c4 r3; B spike b1 r0"
    table = put(line, "order-rotation pikeman").pick("order-rotation")
    assert (table.prompt, table.offer) == ("turn", {"r1", "r2", "r3", "r4", "r5"}), "only the Swordsman can be rotated"
    assert table.pick("r3").board["C1"] == "A swordsman r3"


def test_a_precise_shot_wounds_any_enemy_tile_except_a_banner() -> None:
    """O1"""
    line = f"{BANNERS}; B chaos c3 r0; B abyss.rune-strength d2 r0; A pikeman b2 r0"
    table = put(line, "order-precise-shot pikeman").pick("order-precise-shot")
    assert table.offer == {"c3", "d2"}
    assert table.rule("e3") == "precise-shot"
    assert table.pick("d2").at("d2")["wounds"] == 1


def test_the_demon_may_replace_an_enemy_tile() -> None:
    """O4"""
    line = "A abyss.banner a1 r0; A spike b1 r0; B golem c3 r0; B dragon.banner e3 r0"
    table = put(line, "demon chaos").pick("demon")
    assert "c3" in table.offer
    assert not {"a1", "b1", "e3"} & table.offer
    assert table.rule("e3") == "transformation"
    table.play("c3 r1")
    assert table.board["C3"] == "A demon r1"
    assert table.view()["seats"][1]["discards"] == ["guardians_of_the_realm.golem"]


def test_the_demon_may_replace_a_netted_tile_and_no_rune_prevents_it() -> None:
    """O4, RG10"""
    line = "A abyss.banner a1 r0; A nightmare c2 r0; B pikeman c3 r0; B dragon.rune-regeneration b3 r1"
    table = put(line, "demon chaos").play("demon c3 r0")
    assert table.board["C3"] == "A demon r0"
    assert table.board["B3"] == "B rune-regeneration r1"


def test_other_tiles_need_a_free_space() -> None:
    table = put(f"{BANNERS}; B spike c3 r0", "pikeman knight").pick("pikeman")
    assert "c3" not in table.offer
    assert table.rule("c3") == "free-field"


@each("order", ["order-move", "order-net", "order-precise-shot", "order-rotation"])
def test_an_order_that_is_not_in_hand_cannot_be_played(order: str) -> None:
    assert put(BANNERS, "pikeman").rule(order) == "playing"


def test_equal_tiles_of_two_factions_are_told_apart() -> None:
    table = put(BANNERS, "dragon.order-move abyss.order-move")
    assert {"dragon-empire-order-move", "lords-of-the-abyss-order-move"} <= table.offer
    table.play("lords-of-the-abyss-order-move b1")
    assert table.hand(0) == ["order-move"]
    assert table.view()["seats"][0]["discards"] == ["lords_of_the_abyss.order_move"]
