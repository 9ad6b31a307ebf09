"""The Charge, by order and by rune."""

from __future__ import annotations

import pytest

from tests.support.engine.monolith.table import BANNERS, put

ORDER = "dragon.order-battle-or-charge"


def test_a_charge_moves_one_space_and_rotates_to_the_target_and_strikes() -> None:
    """C1, C3"""
    table = put(f"{BANNERS}; A knight c1 r0; B mygalomorph c3 r0", f"{ORDER} pikeman")
    table.pick("order-battle-or-charge")
    assert (table.prompt, table.offer) == ("battle-or-charge", {"battle", "charge"})
    table.pick("charge")
    assert table.board["C2"] == "A knight r2"
    assert "C3" not in table.board


def test_a_charge_chooses_the_target_and_then_the_space() -> None:
    """C1"""
    table = put(f"{BANNERS}; A knight c2 r0; B chaos c4 r0; B mygalomorph b3 r0", ORDER)
    table.play("order-battle-or-charge charge")
    assert (table.prompt, table.offer) == ("charge-whom", {"b3", "c4"})
    table.pick("b3")
    assert (table.prompt, table.offer) == ("charge-where", {"b2", "c3"})
    table.pick("c3")
    assert table.board["C3"] == "A knight r1", "the one attacking side points to the target"
    assert set(table.board) == {"A1", "E3", "C3", "C4"}


def test_a_charging_tile_must_leave_its_space() -> None:
    """C1"""
    ring = "A pikeman b2 r0; A pikeman b3 r0; A pikeman c2 r0; A swordsman d2 r0; A swordsman d3 r0"
    table = put(f"{BANNERS}; {ring}; A knight c3 r0; B chaos c4 r0", f"{ORDER} knight", closing=2)
    assert table.rule("order-battle-or-charge") == "battle-or-charge"


def test_only_one_enemy_is_struck() -> None:
    """C1, C3"""
    table = put(f"{BANNERS}; A dragon-rider c1 r0; B spike c3 r0; B spike b2 r0", ORDER)
    table.play("order-battle-or-charge charge c3")
    assert set(table.board) == {"A1", "E3", "C2", "B2"}


def test_the_target_of_a_charge_does_not_strike_back() -> None:
    """C3"""
    table = put(f"{BANNERS}; A dragon-rider c1 r0; B golem c3 r0 ; B spike b1 r0", ORDER)
    table.play("order-battle-or-charge charge c3")
    assert "C2" in table.board
    assert "C3" not in table.board


def test_a_charge_has_the_strength_of_the_new_space() -> None:
    """C2"""
    line = "A dragon.banner b2 r0; A knight d1 r0; B golem c3 r0; B abyss.banner e3 r0"
    table = put(line, ORDER).play("order-battle-or-charge charge c2")
    assert "C3" not in table.board, "2, and 1 from the Banner beside the new space"
    away = put(line.replace("b2", "a3"), ORDER).play("order-battle-or-charge charge c2")
    assert away.at("c3")["wounds"] == 2


def test_a_charge_ends_the_turn_and_unplayed_tiles_stay() -> None:
    """C3, TU6"""
    table = put(f"{BANNERS}; A knight c1 r0; B spike c3 r0", f"{ORDER} pikeman")
    table.play("order-battle-or-charge charge")
    assert table.view()["turn"] == 1
    assert table.hand(0) == ["pikeman"]


def test_banners_may_be_targets_of_a_charge() -> None:
    """C5"""
    table = put("A dragon.banner a1 r0; A knight c1 r0; B abyss.banner c3 r0", ORDER)
    assert table.play("order-battle-or-charge charge").points == [20, 18]


def test_a_banner_destroyed_by_a_charge_ends_the_match() -> None:
    """C5, B7"""
    line = "A dragon.banner a1 r0; A knight c1 r0; B abyss.banner c3 r0"
    table = put(line, ORDER, banner_hp={"B": 2}).play("order-battle-or-charge charge")
    assert table.outcome == ([0], "banner")


def test_a_regeneration_rune_saves_from_a_charge() -> None:
    """C6"""
    line = f"{BANNERS}; A knight c1 r0; B spike c3 r0; B abyss.rune-regeneration b3 r1"
    table = put(line, ORDER).play("order-battle-or-charge charge")
    assert set(table.board) == {"A1", "E3", "C2", "C3"}


@pytest.mark.parametrize(
    "holder", ["B abyss.rune-disarmament b3 r1", "B nightmare b3 r3"], ids=["disarmed", "netted on arrival"]
)
def test_a_charging_tile_that_becomes_netted_or_disarmed_does_not_strike(holder: str) -> None:
    """DI2"""
    table = put(f"{BANNERS}; A knight b1 r0; B spike c3 r0; {holder}", f"{ORDER} pikeman")
    table.play("order-battle-or-charge charge")
    if table.prompt == "charge-whom":
        table.pick("c3")
    table.pick("b2")
    assert table.board["B2"].startswith("A knight")
    assert "C3" in table.board, "moved, but no attack"
    assert table.view()["turn"] == 1


def test_a_netted_tile_cannot_charge() -> None:
    """C1, MV3"""
    line = f"{BANNERS}; A knight c3 r0; B nightmare c4 r3; B spike b1 r0"
    assert put(line, f"{ORDER} pikeman", closing=2).rule("order-battle-or-charge") == "battle-or-charge"


def test_only_cavalry_can_charge() -> None:
    line = f"{BANNERS}; A pikeman c1 r0; A knight d1 r0; A knight e1 r0; B chaos c3 r0; B chaos d3 r0"
    table = put(line, ORDER).play("order-battle-or-charge charge")
    assert table.offer == {"d1", "e1"}
    assert table.rule("c1") == "cavalry"


def test_after_the_last_tile_is_drawn_the_order_allows_only_a_charge() -> None:
    """C4, E1"""
    table = put(f"{BANNERS}; A knight c1 r0; B spike c3 r0", ORDER, closing=2).pick("order-battle-or-charge")
    assert "C3" not in table.board


def test_the_rune_of_charge_allows_a_charge_without_an_order() -> None:
    """C4"""
    table = put(f"{BANNERS}; A knight c1 r0; A rune-charge e1 r0; B spike c3 r0", "pikeman")
    assert "charge" in table.offer
    table.pick("charge")
    assert "C3" not in table.board
    assert (table.hand(0), table.view()["turn"]) == (["pikeman"], 1)


def test_a_netted_rune_of_charge_allows_nothing() -> None:
    """C4, N2"""
    line = f"{BANNERS}; A knight c1 r0; A rune-charge e1 r0; B spike c3 r0; B nightmare e2 r3"
    assert put(line, "pikeman").rule("charge") == "netted"
    assert put(line.replace("; A rune-charge e1 r0", ""), "pikeman").rule("charge") == "rune-charge"


def test_a_charge_with_the_venom_of_an_allied_banner_poisons() -> None:
    """C2, V1"""
    line = "A dragon.banner a1 r0; C abyss.banner b2 r0; A knight d1 r0; B golem c3 r0; B guardians.banner e3 r0"
    table = put(line, ORDER).play("order-battle-or-charge charge c2")
    assert table.at("c3")["poison"] == 1
