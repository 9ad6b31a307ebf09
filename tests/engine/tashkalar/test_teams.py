"""Two teams of two: face-up cards in the deck, shared legends, control passed to the partner. Seats A and C play color
A.
"""

from __future__ import annotations

from typing import Any

import pytest

from engine.tashkalar.data.content import CARDS
from tests.support.engine.tashkalar.table import Table, cards, pieces, put

PILE = cards("knight cannon bomb herald messenger swordmaster time_mage")


def teams(board: str = "", hand: str = "hypnotist chronicler assassin", **fields: Any) -> Table:
    fields.setdefault("form", "duel")
    return put(board, hand, seats=4, **fields)


def legends(table: Table) -> list[int]:
    return [len(one) for one in table.state.legends]


def test_turns_pass_around_the_four_seats() -> None:
    table = teams(actions=1)
    seats = []
    for square in ("c1", "d1", "e1", "f1", "g1"):
        seats.append(table.state.turn)
        while table.state.turn == seats[-1]:
            if table.prompt == "action":
                table.play("place" if "place" in table.offer else "end")
            elif table.prompt == "place-on":
                table.play(
                    next(one for one in (square, "c9", "d9", "e9", "f9", "g9", "a5", "a6") if one in table.offer)
                )
    assert seats == [0, 1, 2, 3, 0]


def test_partners_share_their_pieces() -> None:
    """A places them and C uses them."""
    table = teams("", "hypnotist", hands={"A": "hypnotist", "C": "sapling dryad unicorn"}).play("place e6 place e7")
    table.play("place i5 place i6")
    assert (table.seat, table.state.turn) == (2, 2)
    assert "e5" in table.summons("sapling")
    assert not put("A i5 i6; B e6 e7", "sapling dryad").summons("sapling") & {"e5"}


def test_six_facedown_cards_left_in_the_deck_start_the_end() -> None:
    """The last face-down card is drawn; face-up cards are left in the deck."""
    table = teams("", "hypnotist chronicler", actions=1, piles={"A": PILE}).play("place a5")
    assert len(table.state.piles[0]) == 6
    assert table.state.closing == 4


def test_seven_cards_left_do_not_start_the_end() -> None:
    table = teams("", "hypnotist chronicler assassin", actions=1, piles={"A": PILE}).play("place a5")
    assert table.state.closing == -1
    table = teams("", "hypnotist chronicler", actions=1, piles={"A": [*PILE, "imperial.champion"]}).play("place a5")
    assert len(table.state.piles[0]) == 7
    assert table.state.closing == -1


def test_turned_cards_are_drawn_when_needed() -> None:
    table = teams("", "hypnotist", actions=1, piles={"A": PILE[:5]}, closing=3, cause="deck").play("place a5")
    assert len(table.state.hands[0]) == 3
    assert len(table.state.piles[0]) == 3


def test_a_buried_card_counts_as_a_turned_card() -> None:
    """Seven and one buried card are eight; two are drawn, among them the last face-down card."""
    table = teams("A a3", "hypnotist chronicler assassin", actions=1, piles={"A": PILE})
    table.play("discard assassin chronicler done")
    assert len(table.state.hands[0]) == 3
    assert [CARDS[one].id for one in table.state.piles[0]] == [*PILE[2:], "imperial.chronicler"]
    assert table.state.closing == 4


def test_the_teams_legends_pass_to_the_partner_who_draws() -> None:
    table = teams("A e6h e7h d8 e8 f8", "legends.titan legends.hell_bull hypnotist", actions=1).play("titan e5")
    assert table.state.turn == 1
    assert legends(table) == [0, 0, 2, 0]
    assert "legends.hell_bull" in table.hand(2)
    assert table.points == [1, 0]


def test_extra_legends_go_to_the_partner_and_extra_cards_do_not() -> None:
    table = teams("A e4 d5 f6", "forest_mystic legends.titan legends.hell_bull").play("forest-mystic e5 place a5")
    assert legends(table)[2] == 3
    assert len(table.state.hands[0]) == 4
    assert len(table.state.hands[2]) == 0


def test_control_is_passed_before_an_action() -> None:
    table = teams("A a3", "hypnotist bomb legends.titan")
    assert table.codes[-1] == "pass"
    table.play("pass")
    assert (table.seat, table.prompt) == (2, "place-on")
    assert (table.state.turn, table.state.control) == (0, 2)
    assert "legends.titan" in table.hand(2)
    table.play("e4")
    assert (table.seat, table.prompt) == (2, "place-on")
    assert "pass" not in table.offer
    table.play("e6")
    assert table.state.turn == 1
    assert table.board == pieces("A a3 e4 e6")


def test_after_passing_control_the_owner_of_the_turn_draws() -> None:
    table = teams("A a3", "hypnotist", piles={"A": PILE}).play("pass e4 e6")
    assert len(table.state.hands[0]) == 3
    assert len(table.state.hands[2]) == 0
    assert legends(table) == [0, 0, 2, 0]


def test_control_is_passed_between_actions() -> None:
    table = teams("A a3").play("place a4 pass")
    assert (table.seat, table.prompt) == (2, "place-on")
    table.play("a5")
    assert table.state.turn == 1


def test_control_is_passed_inside_an_effect() -> None:
    """The partner finishes the effect and places the pieces; the turn remains the owner's."""
    table = teams("A e4 e6; B d4 f6", "swordmaster hypnotist").play("swordmaster e5")
    assert (table.seat, table.offer) == (0, {"d4", "f6", "done", "pass"})
    table.play("pass")
    assert (table.seat, table.prompt) == (2, "destroy")
    assert table.offer == {"d4", "f6", "done"}
    table.play("d4")
    assert table.board["e5"] == "Ah"
    assert (table.seat, table.prompt) == (2, "place-on")
    table.play("i5")
    assert table.state.turn == 1
    assert [CARDS[one].id for one in table.state.discards[0]] == ["imperial.swordmaster"]
    assert table.state.discards[2] == []


def test_actions_gained_in_a_passed_effect_let_the_partner_place_pieces() -> None:
    table = teams("A d5 c6 d6 c7", "unicorn dryad", actions=1).play("unicorn e5 pass")
    assert table.seat == 2
    table.play("action")
    assert (table.seat, table.prompt, table.actions) == (2, "place-on", 1)


def test_after_a_passed_last_action_no_flare_can_be_invoked() -> None:
    board = "A e4 e6; B d4 i3h i4h i5h i6h i7h"
    table = teams(board, "swordmaster hypnotist", flare="flare_12", actions=1).play("swordmaster e5 pass done")
    assert table.state.turn == 1
    kept = teams(board, "swordmaster hypnotist", flare="flare_12", actions=1).play("swordmaster e5 done")
    assert (kept.seat, kept.codes) == (0, ["flare-12", "end"])


def test_the_partner_can_neither_summon_nor_invoke_flares() -> None:
    table = teams(
        "A e4 e6; B i3h i4h i5h i6h i7h",
        "hypnotist",
        hands={"A": "hypnotist", "C": "swordmaster"},
        flares={"C": "flare_12"},
    )
    table.play("pass")
    assert table.prompt == "place-on"
    assert table.refused("swordmaster").rule
    assert table.refused("flare-12").rule


def test_control_is_passed_inside_a_flare() -> None:
    table = teams("A a4; B i4h i5h i6h", "hypnotist", flare="flare_03").play("flare-03 pass")
    assert (table.seat, table.prompt) == (2, "move-whom")
    table.play("done")
    assert (table.seat, table.prompt, table.actions) == (2, "place-on", 2)


def test_the_owner_of_the_turn_claims_the_task() -> None:
    table = teams(
        "A e4 d5 f5 e6", "hypnotist", form="high", actions=1, tasks=["center_cross", "heroic_devastation", "isolation"]
    ).play("pass e5")
    assert (table.seat, table.prompt, table.codes) == (0, "claim", ["center-cross", "none"])
    table.play("center-cross")
    assert table.points == [2, 0]


def test_without_a_partner_control_cannot_be_passed() -> None:
    table = put("A a3", "hypnotist bomb")
    assert "pass" not in table.offer
    assert table.refused("pass").rule == "tashkalar.passing-control"


def test_both_partners_of_a_team_win() -> None:
    table = teams("", actions=1, closing=1, cause="goal", scores={"A": {"points": 3}, "B": {"points": 1}}).play(
        "place a5"
    )
    assert table.position.outcome is not None
    assert table.position.outcome.winners == (0, 2)
    assert table.position.outcome.scores == (3, 1, 3, 1)


@pytest.mark.parametrize("form", ["duel", "high"])
def test_every_player_has_a_last_turn(form: str) -> None:
    points = {"duel": 18, "high": 9}[form]
    table = teams("", actions=1, form=form, scores={"B": {"points": points}}).play("place a5")
    assert table.state.closing == 4


def test_a_flare_gives_the_other_team_a_point() -> None:
    table = teams("A a4; B i4h i5h i6h", "hypnotist", flare="flare_01").play("flare-01 e5")
    assert table.points == [0, 1]
