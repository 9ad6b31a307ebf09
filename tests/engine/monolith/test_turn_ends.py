"""Ends of turns and matches: battles, a full board, the last turns, the Last Battle, ties."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.engine.monolith.table import BANNERS, LABELS, ids, put

ORDER = "dragon.order-battle-or-charge"
FIGHT = "A dragon.banner a1 r0; A pikeman c2 r0; B mygalomorph c3 r0; B abyss.banner e3 r0"
NOTHING: dict[str, Any] = {"piles": {"A": [], "B": []}}


def crowd(free: str = "") -> str:
    """A board full of tiles that do not affect each other, except for these free spaces."""
    fields = [label.lower() for label in LABELS if label.lower() not in free.split()]
    banners = {"a1": "A dragon.banner", "e3": "B guardians.banner"}
    return "; ".join(
        f"{banners.get(field, 'A rune-charge' if number % 2 else 'B golem')} {field} r0"
        for number, field in enumerate(fields)
    )


def test_a_battle_order_ends_the_turn_and_unplayed_tiles_stay() -> None:
    """TU6"""
    table = put(FIGHT, f"{ORDER} knight").pick("order-battle-or-charge")
    assert table.events_of("battle-begins") == [{"kind": "battle-begins", "cause": "order"}]
    assert (table.view()["turn"], table.hand(0)) == (1, ["knight"])


def test_a_position_with_a_battle_is_resolved_at_once_and_the_turn_passes() -> None:
    """Design, section 3"""
    position = put("A pikeman c2 r2; B spike c3 r0", phase="battle").position
    assert [(one["owner"], one["token"]) for one in position["tokens"]] == [("A", "dragon_empire.pikeman")]
    assert position["turn"] == "B"
    assert position["discards"]["B"] == ["lords_of_the_abyss.spike"]


def test_a_choice_in_a_battle_is_made_by_the_tiles_owner() -> None:
    """Design, section 3; A5"""
    table = put("B assassin c1 r0; A pikeman c3 r0; A swordsman d4 r0; A dragon.banner a1 r0", phase="battle")
    assert (table.prompt, table.seat, table.offer) == ("assassin", 1, {"a1", "c3", "d4"})
    assert table.rule("c1") == "assassin"
    table.pick("d4")
    assert table.view()["turn"] == 1


def test_a_full_board_begins_a_battle() -> None:
    """B1"""
    table = put(crowd("c3"), "knight pikeman").play("knight r0")
    assert table.events_of("battle-begins") == [{"kind": "battle-begins", "cause": "full"}]
    assert (table.view()["turn"], table.hand(0)) == (1, ["pikeman"])


def test_a_board_that_stays_full_does_not_begin_another_battle() -> None:
    """B1: only filling it begins a battle"""
    line = crowd("c3").replace("B guardians.banner e3 r0", "B golem e3 r0").replace("A dragon.banner", "A rune-charge")
    table = put(line, "rune-charge pikeman").pick("rune-charge")
    assert len(table.board) == 19
    assert table.view()["turn"] == 1
    assert table.prompt == "must-discard"


def test_with_a_full_board_tiles_cannot_be_placed() -> None:
    line = crowd("c3").replace("B guardians.banner e3 r0", "B golem e3 r0").replace("A dragon.banner", "A rune-charge")
    table = put(line, "rune-charge", piles={"A": [], "B": ids("axeman axeman golem golem")}).pick("rune-charge")
    table.pick("golem")
    assert "axeman" not in table.offer
    assert table.rule("axeman") == "free-field"


def test_a_destroyed_banner_ends_the_match() -> None:
    """B7"""
    line = "A pikeman c2 r2; B abyss.banner c3 r0; A dragon.banner a1 r0"
    assert put(line, phase="battle", banner_hp={"A": 20, "B": 1}).outcome == ([0], "banner")


def test_two_banners_destroyed_in_one_battle_are_a_draw() -> None:
    """B7"""
    line = "A pikeman c2 r2; B abyss.banner c3 r0; A dragon.banner a1 r0; B mygalomorph a2 r3"
    table = put(line, phase="battle", banner_hp={"A": 1, "B": 1})
    assert table.outcome == ([], "both-banners")


def test_drawing_the_last_tile_opens_the_last_turns() -> None:
    """E1"""
    table = put(BANNERS, phase="draw", piles={"A": ids("pikeman knight"), "B": ids("spike chaos")})
    assert table.view()["closing"] == 2
    assert table.pick("end").view()["closing"] == 1


def test_after_a_last_tile_was_drawn_no_battle_order_may_be_played() -> None:
    """E1"""
    piles = {"A": ids("abyss.order-battle"), "B": ids("spike chaos")}
    table = put(FIGHT, "pikeman", phase="draw", piles=piles)
    assert "order-battle" not in table.offer
    assert table.rule("order-battle") == "battle-order"
    piles = {"A": [], "B": ids("abyss.order-battle spike")}
    table = put(FIGHT, piles=piles, closing=2)
    assert table.seat == 1
    assert "order-battle" not in table.offer


def test_after_the_last_tile_the_turn_ends_and_the_other_player_has_one_turn_before_the_last_battle() -> None:
    """E1, E5"""
    piles = {"A": ids("pikeman knight"), "B": ids("spike chaos spike chaos")}
    line = "A dragon.banner a1 r0; B abyss.banner e3 r0; A pikeman d3 r1"
    table = put(line, phase="draw", piles=piles).pick("end")
    assert table.seat == 1
    table.play("chaos end")
    assert table.events_of("battle-begins") == [{"kind": "battle-begins", "cause": "last"}]
    assert table.outcome == ([0], "points")
    assert table.does(do="outcome")["scores"] == [20, 19]


def test_the_second_player_may_draw_the_last_tile_too() -> None:
    """E1"""
    piles = {"A": ids("pikeman knight spike chaos"), "B": ids("spike chaos")}
    table = put(BANNERS, phase="draw", turn="B", piles=piles).play("end")
    assert table.seat == 0
    table.play("spike end")
    assert table.view()["extra"], "equal points"


def test_a_full_board_in_the_last_turn_causes_a_battle_before_the_last_battle() -> None:
    """E3; the example full_board_then_last_battle"""
    table = put(crowd("c3"), phase="draw", closing=1, piles={"A": ids(f"{ORDER} pikeman"), "B": []})
    assert table.prompt == "play", "fewer than three: nothing to discard"
    assert table.rule("order-battle-or-charge") == "battle-or-charge"
    table.play("pikeman r0")
    assert [event["cause"] for event in table.events_of("battle-begins")] == ["full", "last"]
    assert table.outcome is not None or table.view()["extra"]


def test_a_tie_gives_every_player_one_more_turn_and_an_extra_last_battle() -> None:
    """E4"""
    table = put(f"{BANNERS}; A knight b1 r0; B wraith d4 r0", closing=1, piles={"A": [], "B": []}).play("b1 stay r1")
    assert (table.view()["extra"], table.view()["closing"], table.seat) == (True, 2, 1)
    assert table.events_of("extra")
    table.play("end end")
    assert table.outcome == ([], "tied")


def test_the_extra_turns_can_decide_the_match() -> None:
    """E4"""
    line = "A dragon.banner a1 r0; B abyss.banner e3 r0; A knight d3 r0; B wraith b1 r0"
    table = put(line, closing=1, extra=True, **NOTHING).play("d3 stay r3")
    assert table.outcome == ([0], "points")


def test_battle_orders_stay_forbidden_in_the_extra_turns() -> None:
    """E4, E1"""
    table = put(FIGHT, f"{ORDER} pikeman", closing=2, extra=True)
    assert "order-battle-or-charge" not in table.offer


def test_tiles_are_drawn_in_the_extra_turns_too() -> None:
    """E4: a turn as usual"""
    piles = {"A": [], "B": ids("spike chaos wraith demon")}
    table = put(BANNERS, "pikeman", closing=1, piles=piles).play("end")
    assert (table.seat, table.prompt) == (1, "must-discard")


def test_a_banner_destroyed_in_the_last_battle_is_the_reason_of_the_end() -> None:
    """E1, B7"""
    line = "A dragon.banner a1 r0; B abyss.banner e3 r0; A pikeman d3 r1; A knight b1 r0"
    table = put(line, closing=1, banner_hp={"A": 3, "B": 1}, **NOTHING).play("end")
    assert table.outcome == ([0], "banner")


@pytest.mark.parametrize("how", [{"do": "resign", "seat": 0}, {"do": "draw"}])
def test_a_match_can_end_by_resignation_or_agreement(how: dict[str, Any]) -> None:
    table = put(BANNERS, "pikeman")
    table.does(**how)
    assert table.outcome == (([1], "resigned") if "seat" in how else ([], "agreed"))
    assert table.view()["phase"] == "over"


def test_a_net_marker_is_removed_after_the_battle() -> None:
    """N7"""
    position = put(f"{BANNERS}; B wraith c3 r0 net", phase="battle").position
    assert not any(one["net"] for one in position["tokens"])


def test_a_netter_freed_with_the_marker_removes_toughness_from_its_target() -> None:
    """BN4, N7"""
    line = "A guardians.banner c3 r0; A golem c2 r1 wounds=3; B horror c4 r5 net trench; B abyss.banner e3 r0"
    table = put(line, phase="battle")
    assert table.at("c3")["netted"]
    assert "C2" not in table.board
