"""House rulings that the rules declare, where the rulebook leaves something open."""

from __future__ import annotations

from engine.tashkalar.data.content import IS_LEGEND
from tests.support.engine.tashkalar.table import put

ELEMENTAL = "A d6h f6h e7h d8 f8"


def test_in_a_teams_extra_turn_the_partner_has_the_legends() -> None:
    """They were passed on at the end of the turn before; none can be summoned."""
    table = put(ELEMENTAL, "legends.time_elemental legends.titan hypnotist bomb", seats=4, actions=1)
    table.play("time-elemental e5")
    assert (table.state.turn, table.state.extra) == (0, True)
    assert table.state.legends[0] == []
    assert len(table.state.legends[2]) == 2 and all(IS_LEGEND[card] for card in table.state.legends[2])


def test_the_point_for_a_legend_gets_its_color_before_the_effect() -> None:
    table = put("A f4h e5h d6h f6 g7; B i5; C i6", "legends.two_headed_dragon hypnotist", form="melee")
    table.play("two-headed-dragon d4")
    assert (table.prompt, table.offer) == ("legend-point", {"b", "c"})
    assert table.board["d4"] == "Al"
    table.play("c")
    assert (table.prompt, table.by_colour[0]) == ("raise", [0, 0, 1])


def test_flare_11_may_stop_after_the_first_of_two_standard_moves() -> None:
    table = put("A e5; B a3 a4 a5 a6 a7", "hypnotist bomb", flare="flare_11").play("flare-11 e5 e4")
    assert (table.prompt, "done" in table.offer) == ("move-whom", True)
    table.play("done")
    assert (table.prompt, table.board["e4"]) == ("action", "A")


def test_the_forest_ancient_destroys_as_many_of_each_color_as_it_placed() -> None:
    """One piece of B and one of C: after a common of B, only commons of C can be chosen."""
    table = put("A e4 d5 f5 d6; B e7; C f7", "forest_ancient sylvan_queen", form="melee")
    table.play("forest-ancient e5 b c3 c g3")
    assert (table.prompt, table.offer) == ("destroy", {"c3", "e7", "g3", "f7"})
    table.play("e7")
    assert (table.prompt, table.offer) == ("destroy", {"g3", "f7"})
    table.play("g3")
    assert table.destroyed == "B 1 0 0; C 1 0 0"
