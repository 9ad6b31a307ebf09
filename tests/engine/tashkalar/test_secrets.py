"""Hands are visible to their owner only, not even to the partner."""

from __future__ import annotations

from engine.tashkalar.game import GAME
from tests.support.engine.tashkalar.table import put


def test_a_view_has_the_viewers_hand_and_no_other() -> None:
    table = put(
        "",
        "bomb hypnotist legends.titan",
        flare="flare_03",
        hands={"B": "dryad"},
        flares={"A": "flare_03", "B": "flare_04"},
    )
    views = [GAME.view(table.state, seat, table.position.asks) for seat in (None, 0, 1)]
    assert [view.seats[0].hand for view in views] == [
        (), ("imperial.bomb", "imperial.hypnotist", "legends.titan"), (),
    ]  # fmt: skip
    assert [view.seats[1].hand for view in views] == [(), (), ("sylvan.dryad",)]
    assert [view.seats[0].flare for view in views] == [(), ("flare_03",), ()]
    assert [(view.seats[0].beings, view.seats[0].legends, view.seats[0].flares) for view in views] == [(2, 1, 1)] * 3


def test_partners_do_not_see_each_others_beings() -> None:
    table = put("", seats=4, hands={"A": "bomb legends.titan", "C": "dryad"})
    view = GAME.view(table.state, 2, table.position.asks)
    assert view.seats[0].hand == ()
    assert view.seats[2].hand == ("sylvan.dryad",)
