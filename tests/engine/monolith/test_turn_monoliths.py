"""Monoliths: secret preparation, unfolding, staying in one piece, enemy tiles inside, folding."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.position import Position
from engine.monolith.game import GAME
from engine.monolith.state import OFF
from engine.registry import game_for
from tests.support.engine.monolith.table import LABELS, Table, ids, labels, new, pair, put
from tests.support.engine.monolith.table import position as written

WITH = {"monoliths": True}
FIELDS = {label.lower() for label in LABELS}
FOLDED = (
    "A dragon.banner c3 r0; A knight in r0 #1; A pikeman in r0 #2; "
    "B abyss.banner e1 r0; B spike in r0 #3; B chaos in r0 #4"
)


def unfolded(*fields: str, seen: bool = True) -> dict[str, Any]:
    """A's monolith is unfolded on these spaces; B's is folded and empty."""
    return {
        "monoliths": {
            "A": {"fields": [pair(field) for field in fields], "hidden": [], "seen": seen},
            "B": {"hidden": [0, 0]},
        }
    }


def setting_up(seed: str = "m") -> Table:
    """Both have chosen factions; next they choose hidden tiles."""
    return new(seed, monoliths=True).play("dragon-empire lords-of-the-abyss")


def test_all_players_secretly_choose_two_board_tiles_at_the_same_time() -> None:
    """MO1"""
    table = setting_up()
    assert [ask["prompt"] for ask in table.asks] == ["monolith.hide"] * 2
    dragon = next(ask["seat"] for ask in table.asks if any(one["code"] == "knight" for one in ask["options"]))
    table.pick("knight", dragon)
    assert [ask["seat"] for ask in table.asks] == [1 - dragon]
    table.pick("demon", 1 - dragon)
    codes = {ask["seat"]: {one["code"] for one in ask["options"]} for ask in table.asks}
    assert "knight" in codes[dragon], "there are four Knights"
    assert "demon" not in codes[1 - dragon], "there is one Demon"
    assert not any(code.startswith("order") or code == "banner" for code in codes[0] | codes[1])
    table.pick("knight", dragon).pick("spike", 1 - dragon)
    assert (table.prompt, table.view()["seats"][0]["pile"]) == ("banner", 32)


def test_the_order_of_the_two_hidden_tiles_does_not_matter() -> None:
    """MO1"""
    positions = []
    for codes in (("knight", "pikeman"), ("pikeman", "knight")):
        table = setting_up()
        dragon = next(ask["seat"] for ask in table.asks if any(one["code"] == "knight" for one in ask["options"]))
        table.pick(codes[0], dragon).pick("spike", 1 - dragon).pick(codes[1], dragon).pick("spike", 1 - dragon)
        positions.append(table.position)
    assert positions[0] == positions[1]


def test_only_the_owner_sees_what_is_hidden() -> None:
    """MO1"""
    table = put(FOLDED, "pikeman", options=WITH)
    assert table.view(0)["seats"][0]["hidden"] == ids("knight pikeman")
    for seat in (None, 1):
        assert table.view(seat)["seats"][0]["hidden"] == []
    assert table.view(1)["seats"][1]["hidden"] == ids("spike chaos")


@pytest.mark.parametrize("first", ["knight", "rune-charge"])
def test_a_secret_choice_changes_nothing_for_anybody_else(first: str) -> None:
    """MO1: neither views nor events show it."""

    def seen(first: str) -> list[Any]:
        position = Position.new(GAME, WITH, 2, "leak")
        for code in ("dragon-empire", "lords-of-the-abyss"):
            position.pick(position.asks[0].seat, code)
        dragon = position.state.factions.index("dragon_empire")
        events = list(position.pick(dragon, first)) + position.pick(1 - dragon, "spike")
        events += position.pick(dragon, "swordsman") + position.pick(1 - dragon, "spike")
        views = [GAME.view(position.state, seat, position.asks) for seat in (None, 1 - dragon)]
        visible = [event for event in events if event.only is None or 1 - dragon in event.only]
        return [views, [event for event in visible if event.kind != "hidden"], position.asks]

    assert seen(first) == seen("pikeman")


def test_events_about_hidden_tiles_are_for_their_owner_only() -> None:
    """MO1"""
    table = setting_up()
    for _ in range(2):
        for seat in (0, 1):
            code = next(ask["options"][0]["code"] for ask in table.asks if ask["seat"] == seat)
            table.pick(code, seat)
    assert [event["only"] for event in table.events_of("hidden")] == [[0], [1]]


def test_hidden_tiles_do_nothing_and_cannot_be_hurt() -> None:
    """MO1, V6"""
    line = FOLDED.replace("A knight in r0", "A knight in r0 poison=2")
    position = put(line, phase="battle", options=WITH).position
    inside = [one for one in position["tokens"] if one["at"] is None]
    assert [(one["wounds"], one["poison"]) for one in inside] == [(0, 2), (0, 0), (0, 0), (0, 0)]


def test_unfolding_places_two_segments_in_one_piece() -> None:
    """MO2"""
    table = put(FOLDED, "pikeman", options=WITH)
    assert table.offer == {"pikeman", "discard", "unfold", "end"}
    table.pick("unfold")
    assert table.prompt == "segment"
    assert table.offer == FIELDS - {"c3", "e1"}
    table.pick("a2").pick("r0")
    assert table.prompt == "segment"
    assert table.offer == {"b2", "b3"}, "the second segment must touch both"
    table.play("b3 r2")
    assert table.board["A2"] == "A knight r0"
    assert table.board["B3"] == "A pikeman r2"
    assert table.view()["seats"][0]["monolith"] == "unfolded"


def test_the_second_segment_may_touch_the_banner_or_the_first() -> None:
    """MO2"""
    table = put(FOLDED, options=WITH).play("unfold b3 r0")
    assert table.offer == {"b2", "c4", "d3", "d2", "c2", "a2", "a3", "b4"}


def test_one_reachable_space_is_not_enough_to_unfold() -> None:
    """MO2; the example unfold_needs_two_fields"""
    ring = "B golem b2 r0; B golem b3 r0; B golem c2 r0; B golem c4 r0; B golem d2 r0"
    far = "B golem e2 r0; B golem e3 r0; B golem d4 r0"
    line = FOLDED.replace("e1", "a1")
    table = put(f"{line}; {ring}; {far}", "pikeman", options=WITH)
    assert "unfold" not in table.offer
    assert table.rule("unfold") == "unfold-fields"


def test_segments_cannot_overlap_even_if_empty() -> None:
    """MO2; the example unfold_needs_two_fields"""
    line = "A dragon.banner a1 r0; A knight in r0 #1; A pikeman in r0 #2; B abyss.banner c3 r0"
    monoliths = {"A": {"hidden": [1, 2]}, "B": {"hidden": [], "fields": [pair("b1"), pair("b2")]}}
    table = put(line, "pikeman", monoliths=monoliths).pick("unfold")
    assert table.offer == {"a2", "a3", "b3"}
    assert table.rule("b1") == "unfold-fields"


def test_a_netted_banner_can_be_unfolded() -> None:
    """MO5"""
    assert "unfold" in put(f"{FOLDED}; B nightmare c4 r3", "pikeman", options=WITH).offer


def test_in_the_turn_of_unfolding_no_tile_is_placed_elsewhere() -> None:
    """MO3"""
    table = put(FOLDED, "pikeman dragon.order-move", options=WITH).play("unfold b3 r0 b2 r0")
    assert "pikeman" not in table.offer
    assert table.rule("pikeman") == "unfold-turn"
    assert {"order-move", "b3"} <= table.offer, "orders and Features stay allowed"


def test_after_placing_a_tile_a_monolith_cannot_be_unfolded() -> None:
    """MO3"""
    table = put(FOLDED, "pikeman knight", options=WITH).play("pikeman a1 r0")
    assert "unfold" not in table.offer
    assert table.rule("unfold") == "unfold-turn"


def test_orders_and_features_do_not_prevent_unfolding() -> None:
    """MO3"""
    table = put(f"{FOLDED}; A knight a1 r0", "dragon.order-move", options=WITH).play("a1 stay r1 order-move a1 stay r0")
    assert "unfold" in table.offer


def test_empty_own_segments_may_be_filled_in_the_turn_of_unfolding() -> None:
    """MO3"""
    table = put("A dragon.banner c3 r0; A knight in r0; B abyss.banner e1 r0", "pikeman swordsman", options=WITH)
    table.play("unfold b3 r0 b2")
    table.pick("pikeman")
    assert table.prompt == "turn", "the only space was taken"
    table.pick("r0")
    assert table.board["B2"] == "A pikeman r0"


def test_the_demon_cannot_replace_a_tile_in_the_turn_of_unfolding() -> None:
    """MO3, O4"""
    line = "A abyss.banner c3 r0; A spike in r0; B dragon.banner e1 r0; B pikeman a1 r0"
    table = put(line, "demon chaos", options=WITH).play("unfold b3 r0 b2")
    table.pick("demon")
    assert table.prompt == "turn"


def test_nets_of_an_unfolding_monolith_work_when_all_segments_are_placed() -> None:
    """MO3: a tile unfolded into a net is netted at once and cannot be used."""
    table = put(f"{FOLDED}; B nightmare b4 r3", "swordsman", options=WITH).play("unfold b3 r0 b2 r0")
    assert table.at("b3")["netted"]
    assert table.rule("b3") == "netted"


def test_after_unfolding_everybody_knows_the_hidden_tiles() -> None:
    table = put(FOLDED, "dragon.order-battle-or-charge", options=WITH)
    table.play("unfold b3 r0 b2 r0 order-battle-or-charge")
    assert table.events_of("folded")
    assert table.view(1)["seats"][0]["monolith"] == "folded"
    assert table.view(1)["seats"][0]["hidden"] == ids("knight pikeman")


def test_a_monolith_folds_after_a_battle_and_can_be_unfolded_again() -> None:
    """MO4, MO8"""
    line = "A dragon.banner c3 r0; A knight b3 r0 wounds=1; A pikeman b2 r0; B abyss.banner e1 r0"
    table = put(line, "dragon.order-battle-or-charge", **unfolded("b3", "b2")).pick("order-battle-or-charge")
    assert table.view()["seats"][0]["segments"] == []
    inside = [one for one in table.position["tokens"] if one["at"] is None]
    assert sorted((one["token"], one["wounds"]) for one in inside) == [
        ("dragon_empire.knight", 1),
        ("dragon_empire.pikeman", 0),
    ]


def test_an_unfolded_monolith_cannot_be_folded_by_choice() -> None:
    """MO4"""
    table = put("A dragon.banner c3 r0; A knight b3 r0; A pikeman b2 r0; B abyss.banner e1 r0", **unfolded("b3", "b2"))
    assert "unfold" not in table.offer
    assert table.rule("unfold") == table.rule("fold") == "fold"


NETTED = "A dragon.banner c3 r0; A golem b3 r0; A golem b2 r0; B abyss.banner e1 r0"


def test_a_netted_banner_does_not_prevent_folding() -> None:
    """MO5; the example fold_blocked_by_net, case 1"""
    table = put(f"{NETTED}; B nightmare c4 r3", phase="battle", **unfolded("b3", "b2"))
    assert table.view()["seats"][0]["monolith"] == "folded"


def test_a_netted_tile_on_a_lower_segment_prevents_folding() -> None:
    """MO5; the example fold_blocked_by_net, case 2"""
    table = put(f"{NETTED}; B nightmare b4 r3", phase="battle", **unfolded("b3", "b2"))
    assert table.view()["seats"][0]["monolith"] == "unfolded"
    assert {"B2", "B3"} <= set(table.board)


def test_net_markers_are_removed_before_folding() -> None:
    """MO5, house ruling"""
    table = put(NETTED.replace("golem b3 r0", "golem b3 r0 net"), phase="battle", **unfolded("b3", "b2"))
    assert table.view()["seats"][0]["monolith"] == "folded"


def test_a_tile_on_a_segment_moves_it_and_keeps_the_monolith_in_one_piece() -> None:
    """MO6"""
    line = "A dragon.banner c3 r0; A knight b3 r0; A pikeman b2 r0; B abyss.banner e1 r0"
    table = put(line, "swordsman", **unfolded("b3", "b2")).pick("b3")
    assert table.offer == {"a2", "c4", "stay"}
    assert table.rule("b4") == "connected"
    assert table.play("c4 r0").view()["seats"][0]["segments"] == ["C4", "B2"]


def test_the_banner_of_an_unfolded_monolith_stays_with_its_segments() -> None:
    """MO6"""
    line = "A dragon.banner c3 r0; A golem b3 r0; A golem b2 r0; B abyss.banner e1 r0"
    table = put(line, "dragon.order-move", **unfolded("b3", "b2")).play("order-move c3")
    assert table.offer == {"c2", "c4"}


def test_a_teleport_keeps_the_monolith_in_one_piece() -> None:
    """MO6"""
    line = "A abyss.banner c3 r0; A wraith b3 r0; A spike b2 r0; B dragon.banner e1 r0"
    table = put(line, "chaos", **unfolded("b3", "b2")).pick("b3")
    assert labels(sorted(table.offer)) == {"a1", "a2", "b1", "c2", "c4", "d2", "d3"}
    assert table.rule("e3") == "connected"


def test_a_charge_keeps_the_monolith_in_one_piece() -> None:
    """MO6, C1"""
    line = "A dragon.banner c3 r0; A knight b3 r0; A golem b2 r0; B abyss.banner e1 r0; B spike b4 r0"
    table = put(line, "dragon.order-battle-or-charge", closing=2, **unfolded("b3", "b2"))
    table.pick("order-battle-or-charge")
    assert "C4" in table.board, "all other spaces beside the Spike would break up the monolith"
    assert table.view()["seats"][0]["segments"] == ["C4", "B2"]


def test_a_push_keeps_the_monolith_in_one_piece() -> None:
    """P5"""
    line = "A dragon.banner c3 r0; A golem b3 r0; A golem c2 r0; B abyss.banner e1 r0; B spike c4 r0"
    for target, end in (("c3", "B2"), ("b3", "B2")):
        table = put(line, "abyss.order-push spike", turn="B", **unfolded("b3", "c2")).play(f"order-push {target}")
        assert end in table.board, "all other spaces would break up the monolith"
        assert table.prompt == "play"
    without = put(line, "abyss.order-push spike", turn="B").play("order-push b3")
    assert (without.seat, without.offer) == (0, {"a2", "a3", "b2"})


def test_a_segment_cannot_be_moved_onto_another() -> None:
    """MO2, MO6"""
    line = "A dragon.banner c3 r0; A knight b3 r0; B abyss.banner e1 r0"
    table = put(line, "swordsman", **unfolded("b3", "c4")).pick("b3")
    assert "c4" not in table.offer
    assert table.rule("c4") == "segments-move"


def test_a_folded_monolith_cannot_move_onto_a_segment() -> None:
    """MO2, MO6"""
    line = "A dragon.banner c3 r0; B abyss.banner d4 r0"
    table = put(line, "abyss.order-move", turn="B", **unfolded("c4", "d3")).pick("order-move")
    assert table.offer == {"c5", "e3"}


def test_a_free_tile_may_enter_any_empty_segment_and_then_belongs_to_it() -> None:
    """MO7, MV1"""
    line = "A dragon.banner c3 r0; B abyss.banner e1 r0; B wraith a1 r0"
    table = put(line, "spike", turn="B", **unfolded("b3", "b2")).play("a1 b3 r0")
    assert table.board["B3"] == "B wraith r0"
    table = put(line.replace("a1", "b3"), "spike", turn="B", **unfolded("b3", "b2")).pick("b3")
    assert labels(sorted(table.offer)) == {"a1", "a2", "b1", "c2", "c4", "d2", "d3"}


def test_enemy_tiles_may_be_placed_on_empty_segments() -> None:
    """MO7"""
    line = "A dragon.banner c3 r0; B abyss.banner e1 r0"
    assert "b3" in put(line, "spike", turn="B", **unfolded("b3", "b2")).pick("spike").offer


def test_an_enemy_tile_on_a_segment_is_folded_in() -> None:
    """MO7"""
    line = "A dragon.banner c3 r0; A crossbowman b2 r4; B golem b3 r0; B abyss.banner e1 r0"
    table = put(line, phase="battle", **unfolded("b3", "b2"))
    assert set(table.board) == {"C3", "E1"}
    assert set(table.view(1)["seats"][0]["hidden"]) == set(ids("golem crossbowman"))


def test_the_owner_of_a_caught_tile_rotates_it_when_the_monolith_unfolds() -> None:
    """MO7"""
    line = "A dragon.banner c3 r0; A pikeman in r0 #1; B golem in r0 #2; B abyss.banner e1 r0"
    monoliths = {"A": {"hidden": [1, 2], "seen": True}, "B": {"hidden": [0, 0]}}
    table = put(line, "swordsman", monoliths=monoliths).pick("unfold")
    assert (table.prompt, table.seat) == ("segment", 0)
    table.pick("b3")
    assert (table.prompt, table.seat) == ("segment-turn", 1)
    table.pick("r4")
    assert (table.prompt, table.seat) == ("segment", 0)
    table.play("b2 r1")
    assert (table.board["B3"], table.board["B2"]) == ("B golem r4", "A pikeman r1")
    assert table.prompt == "play"


def test_eliminated_tiles_leave_empty_segments() -> None:
    """MO7, B1"""
    line = "A dragon.banner c3 r0; A pikeman b3 r0; A golem b2 r0; B abyss.banner e1 r0; B spike b4 r0"
    table = put(line, "order-precise-shot spike", turn="B", **unfolded("b3", "b2")).play("order-precise-shot b3")
    assert table.view()["seats"][0]["segments"] == ["B3", "B2"]
    assert "b3" in table.pick("spike").offer


def test_a_demon_placed_on_a_segment_belongs_to_it() -> None:
    """O4"""
    line = "A dragon.banner c3 r0; A pikeman b3 r0; A golem b2 r0; B abyss.banner e1 r0"
    table = put(line, "demon abyss.order-move", turn="B", **unfolded("b3", "b2")).play("demon b3 r0 order-move b3")
    assert table.offer == {"a2", "c4", "stay"}


def test_unfolding_may_fill_the_board_and_begin_a_battle() -> None:
    """MO9"""
    fields = sorted(FIELDS - {"c3", "b3", "b2", "e1"})
    line = "A dragon.banner c3 r0; A golem in r0; A golem in r0; B abyss.banner e1 r0; " + "; ".join(
        f"A rune-charge {field} r0" for field in fields
    )
    table = put(line, "swordsman", options=WITH).play("unfold b2 r0 r0")
    assert table.events_of("battle-begins") == [{"kind": "battle-begins", "cause": "full"}]
    assert table.view()["turn"] == 1


def test_unfolding_may_cost_a_wounded_tile_its_banners_toughness() -> None:
    """BN4, MO8: the tile lives only by the Banner beside it, in an invented position or under rules version 1."""
    line = "A guardians.banner c3 r0; A axeman in r0 wounds=1; A golem in r0; B abyss.banner e1 r0"
    table = put(line, "pupil", options=WITH).play("unfold b3 r0 b2 r0")
    assert table.at("b3")["wounds"] == 1
    table = put(line, "pupil", options=WITH).play("unfold a2 r0 b2 r0")
    assert "A2" not in table.board
    assert table.view()["seats"][0]["segments"] == ["A2", "B2"]


GUARDIANS = "A guardians.banner c3 r0; A axeman b3 r0{}; A crossbowman b2 r0{}; B abyss.banner e1 r0"
"""A Banner that gives toughness, with both lower segments beside it."""


def test_a_tile_that_lives_only_by_its_banner_dies_when_it_is_folded() -> None:
    """BN4, MO4, house ruling: inside the monolith it is not adjacent to a Banner."""
    table = put(GUARDIANS.format(" wounds=1", ""), "guardians.order-battle", **unfolded("b3", "b2"))
    table.pick("order-battle")
    assert table.view(0)["seats"][0]["hidden"] == ids("crossbowman")
    assert ids("axeman")[0] in table.view()["seats"][0]["discards"]
    assert table.position["monoliths"]["A"]["hidden"].count(0) == 1, "its segment is folded in empty"
    (killed,) = table.events_of("killed")
    assert (killed["who"], killed["at"], killed["cause"]) == (*ids("axeman"), "B3", "toughness")


@pytest.mark.parametrize(("markers", "lives"), [(" wounds=1", True), (" wounds=2", False)], ids=["own", "given"])
def test_a_tiles_own_toughness_keeps_it_alive_when_folded(markers: str, lives: bool) -> None:
    """BN4, MO8: the Crossbowman survives one wound by itself, and a second one only beside the Banner."""
    table = put(GUARDIANS.format("", markers), phase="battle", **unfolded("b3", "b2"))
    assert (ids("crossbowman")[0] in table.view(0)["seats"][0]["hidden"]) is lives


def test_an_entrenchment_marker_keeps_a_folded_tile_alive() -> None:
    """BN4, T2"""
    table = put(GUARDIANS.format(" wounds=1 trench", ""), phase="battle", **unfolded("b3", "b2"))
    assert table.view(0)["seats"][0]["hidden"] == ids("axeman crossbowman")


def test_a_net_that_prevents_folding_keeps_the_tile_next_to_its_banner() -> None:
    """BN4, MO5"""
    line = GUARDIANS.format(" wounds=1", "") + "; B nightmare b4 r3"
    table = put(line, phase="battle", **unfolded("b3", "b2"))
    assert table.at("b3")["wounds"] == 1


def test_an_enemy_monolith_can_fold_a_tile_away_from_its_banner_too() -> None:
    """BN4, MO7"""
    line = "A dragon.banner a1 r0; A golem a2 r0; B axeman a3 r0 wounds=1; B guardians.banner b4 r0"
    table = put(line, phase="battle", **unfolded("a2", "a3"))
    assert table.view(0)["seats"][0]["hidden"] == ids("golem")
    assert table.view()["seats"][1]["discards"] == ids("axeman")


def test_in_rules_version_1_a_folded_tile_keeps_its_wound_and_lives() -> None:
    """A match that began before the reading changed."""
    line = GUARDIANS.format(" wounds=1", "")
    old = Position.read(game_for("monolith", 1), WITH, written(line, phase="battle", **unfolded("b3", "b2")))
    assert not old.state.discards[0]
    assert [token.wounds for token in old.state.tokens if token.at == OFF] == [1, 0]
