"""Three and four players: turn order, shared hit points, and what allies may do for each other."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.each import each
from tests.support.engine.monolith.table import Table, ids, new, put

FOUR = "A dragon.banner a1 r0; B abyss.banner a3 r0; C forest.banner e1 r0; D guardians.banner e3 r0"
THREE = "A dragon.banner a1 r0; B abyss.banner a3 r0; C forest.banner e1 r0"


def turns(table: Table, count: int) -> list[int]:
    """The seat of each turn when everybody does as little as possible."""
    found: list[int] = []
    number = -1
    while len(found) < count:
        view = table.view()
        if view["turn_number"] != number:
            number = view["turn_number"]
            found.append(view["turn"])
        table.pick("keep" if "keep" in table.offer else "end" if "end" in table.offer else sorted(table.offer)[0])
    return found


def begun(seats: int, seed: str = "t") -> Table:
    table = new(seed, seats, factions="random")
    while table.prompt == "banner":
        table.pick(sorted(table.offer)[0])
    return table


def test_in_a_match_of_four_enemies_alternate() -> None:
    """E5"""
    order = turns(begun(4), 8)
    assert order[:4] == order[4:]
    assert sorted(order[:4]) == [0, 1, 2, 3]
    assert (order[0] - order[2]) % 2 == 0
    assert begun(4).view()["seats"][2]["team"] == 0


def test_any_of_four_players_can_begin_at_random() -> None:
    assert {new(str(seed), 4).seat for seed in range(30)} == {0, 1, 2, 3}


def test_the_single_player_has_every_second_turn() -> None:
    """E5: A1-B-A2-B"""
    assert turns(begun(3), 8) == [0, 1, 2, 1, 0, 1, 2, 1]


def test_three_players_place_one_banner_each() -> None:
    table = new("t", 3, factions="random")
    seats = []
    while table.prompt == "banner":
        seats.append(table.seat)
        table.pick(sorted(table.offer)[0])
    assert seats == [0, 1, 2]


@pytest.mark.parametrize("seats", [3, 4])
def test_opening_draws_of_a_team_are_one_two_three_and_then_up_to_three(seats: int) -> None:
    """TU1"""
    table, drawn, number = begun(seats), [], 0
    while number < 4:
        view = table.view()
        if view["turn_number"] != number:
            number = view["turn_number"]
            drawn.append(34 - view["seats"][view["turn"]]["pile"])
        table.pick("keep" if "keep" in table.offer else "end" if "end" in table.offer else sorted(table.offer)[0])
    assert drawn[:3] == [1, 2, 3]
    assert drawn[3] == 3


def test_a_team_shares_its_hit_points() -> None:
    """E5"""
    line = f"{FOUR}; A pikeman b4 r4; A pikeman d4 r5; C herne e2 r3"
    assert put(line, phase="battle", banner_hp={"A": 20, "B": 20}).points == [20, 16]


def test_a_team_loses_when_its_shared_hit_points_are_gone() -> None:
    """E5, B7, MO10"""
    line = f"{FOUR}; A pikeman d4 r5"
    table = put(line, phase="battle", banner_hp={"B": 1})
    assert table.outcome == ([0, 2], "banner")
    assert not {"A3", "E3"} & set(table.board), "both Banners are gone"


def test_a_team_can_win_by_hit_points() -> None:
    line = f"{FOUR}; A pikeman d4 r5; A knight c3 r0"
    table = put(line, closing=1, piles={}).pick("end")
    assert table.outcome == ([0, 2], "points")


def test_runes_and_banners_help_allied_tiles() -> None:
    """BN3"""
    table = put(f"{FOUR}; C herne b1 r0; C herne c3 r0; D wyvern b2 r0", "knight")
    assert table.at("b1")["melee"][4] == 3, "beside the Banner of the Dragon Empire"
    assert table.at("c3")["melee"][4] == 2
    assert table.at("b2")["melee"][4] == 2, "an enemy gets nothing"


def test_a_banner_gets_no_toughness_from_an_allied_banner() -> None:
    """BN3, B7, house ruling: its wounds are hit points."""
    line = "A guardians.banner c3 r0; C dragon.banner c4 r0; A axeman c2 r0; B abyss.banner a1 r0; B pupil c5 r0"
    table = put(line, "axeman")
    assert [table.at(field)["toughness"] for field in ("c3", "c4", "c2")] == [0, 0, 1]
    turned = [put(line.replace("c5 r0", f"c5 r{rot}"), phase="battle").points for rot in range(6)]
    assert [19, 20] in turned, "one wound is one hit point"


def test_move_and_rotation_orders_may_be_played_on_allied_tiles() -> None:
    """Rules, one team"""
    table = put(f"{FOUR}; C spark c3 r0; A pikeman c1 r0", "dragon.order-move order-rotation").pick("order-move")
    assert table.offer == {"a1", "e1", "c3", "c1"}
    table.play("c3 c4 r0").pick("order-rotation")
    assert table.offer == {"c4", "c1"}


def test_an_allied_maneuver_may_be_used_but_no_other_feature() -> None:
    """Rules, one team"""
    table = put(f"{FOUR}; C herne c3 r0; C wraith c1 r0; C guardians.rune-agility b4 r0", "pikeman")
    assert "c3" in table.offer
    assert not {"c1", "b4"} & table.offer
    assert table.rule("c1") == "allied-tokens"
    assert table.play("c3 c4 r1").board["C4"] == "C herne r1"


def test_only_the_owner_can_use_teleport_even_from_a_rune() -> None:
    """Rules, one team: the list names a Teleport order, which no faction has; among Features it names Maneuver only."""
    line = f"{FOUR}; C spark c3 r0; A pikeman c5 r0; C rune-teleportation b3 r0"
    turns = {rot: put(line.replace("b3 r0", f"b3 r{rot}"), "knight") for rot in range(6)}
    assert not any("c3" in table.offer for table in turns.values())
    assert any("teleport" in table.at("c3")["traits"] for table in turns.values()), "one of them is connected"


def test_a_given_maneuver_counts_as_the_allied_tiles_maneuver() -> None:
    """Rules, one team"""
    assert "d1" in put(f"{FOUR}; C spark d1 r0; A pikeman d2 r0", "knight").offer
    assert "d1" in put(f"{FOUR}; A pikeman d1 r0", "knight").offer, "the ally's Banner affects the player's own tile"


def test_allied_tiles_are_not_pushed_and_do_not_push() -> None:
    """P4"""
    line = f"{FOUR}; A axeman c3 r0; C spark c4 r0"
    assert put(line, "guardians.order-push pikeman").rule("order-push") == "push"
    line = f"{FOUR}; C spark c4 r0; B spike c3 r0"
    assert put(line, "guardians.order-push pikeman").rule("order-push") == "push"


def test_allied_tiles_are_not_netted() -> None:
    """N8"""
    table = put(f"{FOUR}; B nightmare c3 r0; D axeman c4 r0; A pikeman c2 r0", "order-net pikeman")
    assert not table.at("c4")["netted"]
    assert table.pick("order-net").offer == {"a3", "e3", "c3", "c4"}


def test_entrenchment_charge_and_the_demon_do_not_use_allied_tiles() -> None:
    assert put(f"{FOUR}; C spark c3 r0", "order-entrenchment pikeman").pick("order-entrenchment").prompt == "play"
    table = put(f"{FOUR}; C knight c3 r0; B spike c5 r0", "dragon.order-battle-or-charge pikeman", closing=3)
    assert table.rule("order-battle-or-charge") == "battle-or-charge"
    assert "c3" not in put(f"{FOUR}; C knight c3 r0; B spike c5 r0", "demon pikeman").pick("demon").offer


def test_a_fire_concoction_hurts_allied_tiles_too() -> None:
    """O3"""
    table = put(f"{FOUR}; C spark c3 r0", "order-fire-concoction pikeman").play("order-fire-concoction c3+c4+d3")
    assert "C3" not in table.board


def test_a_false_order_works_on_enemies_only() -> None:
    """MV5"""
    table = put(f"{FOUR}; C spark c3 r0; D axeman c4 r0", "order-false-order pikeman").pick("order-false-order")
    assert table.offer == {"a3", "e3", "c4"}


def test_the_owner_of_a_pushed_tile_chooses_even_if_a_third_player_pushed() -> None:
    """P2"""
    table = put(f"{FOUR}; A axeman c3 r0; D golem c4 r0", "guardians.order-push pikeman").pick("order-push")
    assert (table.prompt, table.seat) == ("push-where", 3)


@pytest.mark.parametrize(("turn", "order"), [("A", [0, 1, 2, 3]), ("C", [2, 3, 0, 1])])
def test_after_a_last_tile_each_other_player_of_four_has_one_turn(turn: str, order: list[int]) -> None:
    """E2"""
    some = {letter: ids("pikeman knight swordsman arquebusier pikeman knight") for letter in "ABCD"}
    piles = {**some, turn: ids("pikeman knight")}
    table = put(FOUR, phase="draw", turn=turn, piles=piles)
    assert table.view()["closing"] == 4
    assert turns(table, 5)[:4] == order
    assert table.view()["extra"]


@each(("place", "order"), [(0, [0, 1, 2]), (1, [1, 2, 1, 0]), (2, [2, 1, 0]), (3, [1, 0, 1, 2])])
def test_after_a_last_tile_of_three_players_the_turn_order_is_kept(place: int, order: list[int]) -> None:
    """E2"""
    turn = "ABCB"[place]
    piles: dict[str, Any] = {letter: ids("pikeman knight swordsman arquebusier pikeman knight") for letter in "ABC"}
    piles[turn] = ids("pikeman knight")
    table = put(THREE, phase="draw", turn=turn, place=place, piles=piles)
    assert table.view()["closing"] == len(order)
    assert turns(table, len(order) + 1)[:-1] == order
    assert table.view()["extra"]


@each(("place", "order"), [(0, [1, 2, 1, 0]), (1, [2, 1, 0]), (2, [1, 0, 1, 2]), (3, [0, 1, 2])])
def test_after_a_tie_of_three_players_the_sides_continue_by_turns(place: int, order: list[int]) -> None:
    """E4, house ruling: if the single player is next, they have two extra turns."""
    hands = {"A": ids("pikeman"), "B": ids("abyss.order-move"), "C": ids("golem")}
    nothing: dict[str, list[str]] = {letter: [] for letter in "ABC"}
    line = THREE.replace("forest", "guardians")
    table = put(line, turn="ABCB"[place], place=place, closing=1, hands=hands, piles=nothing).pick("end")
    assert (table.view()["extra"], table.view()["closing"]) == (True, len(order))
    for left, seat in zip(range(len(order), 0, -1), order, strict=True):
        assert (table.seat, table.view()["closing"]) == (seat, left)
        table.pick("end")
    assert [event["cause"] for event in table.events_of("battle-begins")] == ["extra-last"]
    assert table.outcome == ([], "tied")


def test_a_team_that_resigns_loses_together() -> None:
    table = put(FOUR, "pikeman")
    table.does(do="resign", seat=2)
    assert table.outcome == ([1, 3], "resigned")


def test_an_ally_does_not_see_a_hidden_monolith() -> None:
    """MO1"""
    line = f"{FOUR}; A knight in r0; C spark in r0"
    table = put(line, "pikeman", options={"monoliths": True})
    assert table.view(2)["seats"][0]["hidden"] == []
    assert table.view(0)["seats"][0]["hidden"] == ids("knight")


@pytest.mark.parametrize("owner", ["A", "C"])
def test_with_runes_of_two_allies_the_wounded_tiles_owner_chooses(owner: str) -> None:
    """RG6, house ruling"""
    base = f"{FOUR}; {owner} pikeman c3 r0; B mygalomorph c4 r3"
    alone = [f"C forest.rune-regeneration d3 r{rot}" for rot in range(6)]
    second = next(one for one in alone if "regeneration" in put(f"{base}; {one}", "knight").at("c3")["traits"])
    table = put(f"{base}; A dragon.rune-regeneration b2 r0; {second}", phase="battle")
    assert (table.prompt, table.seat) == ("regeneration-rune", "ABCD".index(owner))
    assert table.offer == {"b2", "d3"}
