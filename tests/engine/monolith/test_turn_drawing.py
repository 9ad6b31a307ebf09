"""Drawing, the mandatory discard, the unlucky draw, the tactical variant."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.each import each
from tests.support.engine.monolith.table import BANNERS, Table, ids, new, put

BOARD_TOKENS = "pikeman knight swordsman landsknecht pikeman knight arquebusier knight swordsman"


def piles(tokens: str, other: str = "spike spike spike chaos chaos") -> dict[str, list[str]]:
    return {"A": ids(tokens), "B": ids(other)}


def begin(tokens: str, number: int = 5, **fields: Any) -> Table:
    """A's turn begins with a known pile."""
    return put(BANNERS, phase="draw", number=number, piles=piles(tokens), **fields)


@each(("number", "drawn"), [(1, 1), (2, 2), (3, 3), (4, 3), (9, 3)])
def test_the_first_player_draws_one_tile_and_the_second_two_and_then_up_to_three(number: int, drawn: int) -> None:
    """TU1"""
    assert len(begin(BOARD_TOKENS, number).hand(0)) == drawn


def test_kept_tiles_count_when_drawing() -> None:
    """TU1"""
    table = put(BANNERS, "knight", phase="draw", piles=piles("swordsman pikeman landsknecht"))
    assert table.hand(0) == ["knight", "swordsman", "pikeman"]


def test_with_three_tiles_one_must_be_discarded_first() -> None:
    """TU2"""
    table = begin("pikeman knight swordsman arquebusier")
    assert (table.prompt, table.offer) == ("must-discard", {"pikeman", "knight", "swordsman"})
    assert table.rule("end") == "discard"
    table.pick("knight")
    assert table.prompt == "play"
    assert table.offer == {"pikeman", "swordsman", "discard", "end"}


def test_the_two_other_tiles_may_be_kept_or_discarded() -> None:
    """TU2"""
    table = begin("pikeman knight swordsman arquebusier").play("knight discard pikeman")
    assert table.hand(0) == ["swordsman"]
    table.pick("end")
    assert table.view()["seats"][0]["hand"] == ids("swordsman")


def test_in_the_short_first_turns_no_tile_must_be_discarded() -> None:
    """TU2"""
    for number in (1, 2):
        assert begin(BOARD_TOKENS, number).prompt == "play"


def test_with_fewer_than_three_tiles_no_tile_must_be_discarded() -> None:
    """TU2"""
    table = begin("pikeman knight")
    assert (table.prompt, table.hand(0)) == ("play", ["pikeman", "knight"])


def test_drawn_tiles_are_visible_to_everybody() -> None:
    """TU3"""
    table = begin(BOARD_TOKENS)
    for seat in (None, 0, 1):
        assert table.view(seat)["seats"][0]["hand"] == ids("pikeman knight swordsman")


def test_both_discard_piles_are_visible() -> None:
    """TU3"""
    table = begin("pikeman knight swordsman arquebusier").pick("knight")
    assert table.view(1)["seats"][0]["discards"] == ids("knight")


ORDERS = "dragon.order-battle-or-charge dragon.order-battle-or-charge dragon.order-net"


def test_a_hand_of_orders_only_may_be_discarded_and_redrawn() -> None:
    """TU4"""
    table = begin(f"{ORDERS} pikeman knight swordsman arquebusier")
    assert (table.prompt, table.offer) == ("unlucky", {"redraw", "keep"})
    table.pick("redraw")
    assert table.prompt == "must-discard"
    assert table.hand(0) == ["pikeman", "knight", "swordsman"]
    assert table.view()["seats"][0]["discards"] == ids(ORDERS)


def test_a_hand_may_be_discarded_and_redrawn_again_in_the_same_turn() -> None:
    """TU4"""
    table = begin(f"{ORDERS} dragon.order-move dragon.order-move dragon.order-move pikeman knight swordsman knight")
    assert table.pick("redraw").prompt == "unlucky"
    assert table.pick("redraw").hand(0) == ["pikeman", "knight", "swordsman"]


def test_a_hand_of_orders_may_be_kept_and_then_one_is_discarded() -> None:
    """TU4, TU2"""
    assert begin(f"{ORDERS} pikeman knight").pick("keep").prompt == "must-discard"


@pytest.mark.parametrize("number", [1, 2])
def test_in_the_opening_one_or_two_orders_are_an_unlucky_draw_too(number: int) -> None:
    """TU4"""
    table = begin(f"{ORDERS} pikeman knight swordsman", number)
    assert table.prompt == "unlucky"
    assert len(table.pick("redraw").hand(0)) == number


def test_one_board_tile_makes_a_draw_acceptable() -> None:
    """TU4"""
    assert begin("dragon.order-move dragon.order-net pikeman knight").prompt == "must-discard"


def test_redrawing_is_not_offered_with_an_empty_pile() -> None:
    """TU4"""
    assert begin(ORDERS).prompt == "must-discard"


def test_in_the_tactical_variant_the_hand_is_six_from_the_first_turn() -> None:
    """TU8"""
    table = begin(BOARD_TOKENS, 1, tactical=True)
    assert (table.prompt, len(table.hand(0))) == ("must-discard", 6)


def test_the_tactical_variant_allows_two_tiles_to_be_played_or_discarded() -> None:
    """TU8"""
    table = begin(BOARD_TOKENS, 5, tactical=True).play("pikeman pikeman c3 r0 discard knight")
    assert table.seat == 1
    assert table.hand(0) == ["swordsman", "landsknecht", "knight"]


def test_in_the_first_tactical_turn_one_tile_is_played() -> None:
    """TU8"""
    table = begin(BOARD_TOKENS + " knight", 1, tactical=True).play("pikeman knight c3 r0")
    assert "pikeman" not in table.offer
    assert table.rule("pikeman") == "tactical-opening"
    assert table.rule("discard") == "tactical-opening"


def test_features_do_not_count_as_tiles_in_the_tactical_variant() -> None:
    """TU8, TU5"""
    table = begin(BOARD_TOKENS + " knight", 5, tactical=True).play("pikeman knight c3 r0 knight d3 r0")
    assert table.offer == {"c3", "d3", "end"}
    assert table.rule("swordsman") == "tactical"


def test_fewer_than_six_tactical_tiles_need_no_discard() -> None:
    """TU8"""
    assert begin("pikeman knight", tactical=True).prompt == "play"


def test_a_turn_without_options_ends_automatically() -> None:
    table = begin("pikeman knight swordsman arquebusier").play("knight pikeman c3 r0 swordsman c2 r0")
    assert table.seat == 1


def test_a_match_begins_with_factions_and_banners_in_turn_order() -> None:
    """The set-up, TU1"""
    table = new("seed")
    first = table.seat
    assert table.offer == {"dragon-empire", "lords-of-the-abyss", "guardians-of-the-realm", "harbingers-of-the-forest"}
    table.pick("lords-of-the-abyss")
    assert table.seat == 1 - first
    assert table.rule("lords-of-the-abyss") == "factions"
    table.pick("dragon-empire")
    assert (table.prompt, table.seat, len(table.offer)) == ("banner", first, 19)
    table.pick("c3")
    assert (table.prompt, table.seat, len(table.offer)) == ("banner", 1 - first, 18)
    assert table.rule("c3") == "free-field"
    table.pick("c4")
    assert table.seat == first
    view = table.view()
    assert len(view["seats"][first]["hand"]) == 1
    assert [view["seats"][seat]["pile"] for seat in (first, 1 - first)] == [33, 34]


def test_the_first_player_is_random() -> None:
    assert {new(str(seed)).seat for seed in range(20)} == {0, 1}


def test_factions_may_be_dealt_at_random() -> None:
    dealt = set()
    for seed in range(30):
        view = new(str(seed), factions="random").view()
        factions = [seat["faction"] for seat in view["seats"]]
        assert len(set(factions)) == 2
        dealt.add(tuple(factions))
    assert len(dealt) > 6
