"""The recruitment phase: market, spaces, legal recruits, skipped recruitments."""

from __future__ import annotations

from typing import Any

import pytest

from engine.core.position import Position
from engine.leaders.game import GAME
from tests.support.engine.leaders.table import Table, new, put

SOUTH_RING = {"A1", "B1", "C1", "E1", "F1", "G1"}
NORTH_RING = {"A4", "B5", "C6", "E6", "F5", "G4"}
CROWDED = (
    "S leader D3, S rider A1, S vizier B1; N leader D7, N archer C1, N jailer D1, N cub E1, N hermit F1, N bruiser G1"
)
"""All seven recruitment spaces of South are occupied; North has five cards."""


def spaces(table: Table) -> set[str]:
    """The spaces where a figure may enter."""
    return {at for _, where in table.recruitments() for at in where}


def pass_turn(table: Table) -> Table:
    """End the actions and recruit the first options."""
    seat = table.seat
    table.play("end")
    while table.asks and table.seat == seat and table.prompt in ("recruit", "place"):
        table.pick(table.codes[0])
    return table


def test_the_market_is_refilled_between_the_two_recruitments() -> None:
    """FAQ-04"""
    table = pass_turn(new("some seed"))
    table.play("end")
    market = table.codes
    assert len(market) == 3
    table.pick(market[0]).pick(table.codes[0])
    revealed = [event["card"].replace("_", "-") for event in table.events if event["kind"] == "revealed"]
    assert table.prompt == "recruit"
    assert table.codes == [*market[1:], *revealed]
    assert len(table.codes) == 3


def test_the_market_is_refilled_from_the_top_of_the_deck() -> None:
    """TRN-08"""
    table = put(
        "S leader D1; N leader D7", phase="recruit", market=["rider", "archer", "jailer"], deck=["vizier", "acrobat"]
    )
    table.play("archer b1")
    assert table.view()["market"] == ["rider", "jailer", "vizier"]


def test_with_all_recruitment_spaces_occupied_the_recruitment_is_skipped() -> None:
    """FAQ-05"""
    table = put(CROWDED, market=["acrobat"]).play("end")
    assert [event["kind"] for event in table.events][:1] == ["no-room"]
    assert (table.prompt, table.seat) == ("who-acts", 1)


def test_a_skipped_recruitment_is_not_made_up_for() -> None:
    """FAQ-06: the Hermit frees F1; South recruits once, not twice."""
    table = put(CROWDED, market=["acrobat", "assassin", "nemesis"]).play("end hermit f2 end end")
    assert (table.prompt, table.seat) == ("recruit", 0)
    table.play("acrobat")
    assert table.board["S acrobat"] == "F1"
    assert (table.prompt, table.seat) == ("who-acts", 1)


def test_a_skipped_double_recruitment_is_not_made_up_for_either() -> None:
    """FAQ-06"""
    table = put(CROWDED, number=2, recruits=2, first="N", market=["acrobat", "assassin", "nemesis"])
    table.play("end hermit f2 end end acrobat")
    assert (table.prompt, table.seat) == ("who-acts", 1)


def test_a_recruit_may_not_fill_the_last_gap_beside_its_leader() -> None:
    """FAQ-07"""
    table = put("S leader D1, S rider C1, S vizier D2; N leader D7", phase="recruit", market=["wanderer"])
    assert spaces(table) == {"A1", "B1", "F1", "G1"}
    assert table.refused("e1").rule == "leaders.self-capture"


def test_with_only_an_invalid_space_free_the_recruitment_is_skipped() -> None:
    """FAQ-07"""
    board = "S leader D1, S rider C1, S vizier D2; N leader D7, N archer A1, N jailer B1, N cub F1, N hermit G1"
    assert put(board, phase="recruit", market=["wanderer"]).seat == 1


def test_a_player_with_five_cards_does_not_recruit() -> None:
    """TRN-06"""
    table = put("S leader D1, S rider C3, S vizier B1, S archer F1, S jailer G1; N leader D7").play("end")
    assert (table.prompt, table.seat) == ("who-acts", 1)
    assert not any(event["kind"] == "no-room" for event in table.events)


def test_hermit_and_cub_are_one_of_the_five_cards() -> None:
    """TRN-06, HER-01"""
    four = "S leader D1, S rider C3, S hermit B1, S cub F1, S vizier E3; N leader D7"
    assert put(four).play("end").prompt == "recruit"
    five = "S leader D1, S rider C3, S hermit B1, S cub F1, S vizier E3, S jailer G1; N leader D7"
    assert put(five).play("end").seat == 1


@pytest.mark.parametrize("options", [{}, {"mode": "advanced"}])
def test_the_second_player_recruits_twice_in_the_first_turn_and_never_again(options: dict[str, Any]) -> None:
    """TRN-07"""
    table = new("twice", **options)
    while table.prompt == "banish":
        table.pick(table.codes[0])
    first = table.seat
    pass_turn(pass_turn(table))
    assert (table.prompt, table.seat) == ("who-acts", first)
    teams = table.view()["teams"]
    assert (len(teams[first]), len(teams[1 - first])) == (2, 3)
    pass_turn(table)
    while table.prompt == "banish":
        table.pick(table.codes[0])
    pass_turn(table)
    teams = table.view()["teams"]
    assert (len(teams[first]), len(teams[1 - first])) == (3, 4)


def test_a_recruit_enters_on_its_own_side_only() -> None:
    """TRN-08"""
    south = put("S leader D3; N leader D5", phase="recruit", market=["rider"])
    north = put("S leader D3; N leader D5", phase="recruit", market=["rider"], turn="N")
    assert (spaces(south), spaces(north)) == (SOUTH_RING | {"D1"}, NORTH_RING | {"D7"})
    assert south.refused("a4").rule == "leaders.recruit-space"


def test_recruiting_cannot_be_declined() -> None:
    """TRN-09"""
    table = put("S leader D1; N leader D7", phase="recruit", market=["rider", "royal_guard", "archer"])
    assert table.codes == ["rider", "royal-guard", "archer"]
    assert table.refused("end").rule == "leaders.recruit"


def test_only_cards_of_the_market_can_be_recruited() -> None:
    """TRN-08"""
    table = put("S leader D1; N leader D7", phase="recruit", market=["rider", "royal_guard", "archer"])
    assert table.refused("nemesis").rule == "leaders.market"


@pytest.mark.parametrize("side", "SN")
def test_any_character_on_a_recruitment_space_blocks_it(side: str) -> None:
    """TRN-10"""
    table = put(f"S leader D1; N leader D7, {side} rider C1", phase="recruit", market=["archer"])
    assert spaces(table) == SOUTH_RING - {"C1"}
    assert table.refused("c1").rule == "leaders.occupied"


def test_the_crown_space_is_not_offered_while_the_leader_is_on_it() -> None:
    """TRN-11"""
    assert spaces(put("S leader D1; N leader D7", phase="recruit", market=["archer"])) == SOUTH_RING


def test_an_option_excludes_the_crown_space() -> None:
    """TRN-11: `crown_is_recruit_space` off."""
    options = {"crown_is_recruit_space": False}
    table = put("S leader D3; N leader D7", phase="recruit", market=["archer"], options=options)
    assert spaces(table) == SOUTH_RING
    assert table.refused("d1").rule == "leaders.recruit-space"


def test_without_the_crown_space_six_occupied_spaces_leave_no_room() -> None:
    """TRN-11, FAQ-05"""
    board = CROWDED.replace("N jailer D1", "N jailer E5")
    assert put(board, phase="recruit", market=["acrobat"], options={"crown_is_recruit_space": False}).seat == 1
    crowned = put(board, phase="recruit", market=["acrobat", "wanderer"])
    assert crowned.play("acrobat").board["S acrobat"] == "D1"


def test_hermit_and_cub_cannot_be_chosen_with_one_space_free() -> None:
    """TRN-12"""
    board = CROWDED.replace("N cub E1, N hermit F1", "N acrobat E1, N assassin G3")
    table = put(board, phase="recruit", market=["hermit_and_cub", "wanderer", "nemesis"])
    assert table.codes == ["wanderer", "nemesis"]
    assert table.refused("hermit-and-cub").rule == "leaders.two-spaces"


def test_with_only_hermit_and_cub_on_offer_and_one_space_the_recruitment_is_skipped() -> None:
    """TRN-12"""
    board = CROWDED.replace("N cub E1, N hermit F1", "N acrobat E1, N assassin G3")
    assert put(board, phase="recruit", market=["hermit_and_cub"]).seat == 1


def test_hermit_and_cub_must_leave_their_leader_a_gap() -> None:
    """TRN-12, FAQ-07: C1 and E1 are the Leader's last gaps, so one of the two figures enters on G1."""
    board = "S leader D1, S rider D2; N leader D7, N archer A1, N jailer B1, N acrobat F1"
    table = put(board, phase="recruit", market=["hermit_and_cub"])
    pairs = {where for _, where in table.recruitments()}
    assert pairs == {("C1", "G1"), ("E1", "G1"), ("G1", "C1"), ("G1", "E1")}


def test_hermit_and_cub_that_would_close_both_last_gaps_cannot_be_chosen() -> None:
    """TRN-12, FAQ-07"""
    board = "S leader D1, S rider D2; N leader D7, N archer A1, N jailer B1, N acrobat F1, N assassin G1"
    table = put(board, phase="recruit", market=["hermit_and_cub", "wanderer", "nemesis"])
    assert table.codes == ["wanderer", "nemesis"]


def test_hermit_and_cub_may_enter_apart_from_each_other() -> None:
    """HER-01"""
    table = put("S leader D1; N leader D7", phase="recruit", market=["hermit_and_cub"]).play("a1 g1")
    assert (table.board["S hermit"], table.board["S cub"]) == ("A1", "G1")
    assert table.view()["teams"][0] == ["leader", "hermit_and_cub"]


def test_one_side_can_have_six_figures() -> None:
    """HER-01"""
    board = "S leader D3, S rider C3, S vizier E3, S archer D2; N leader D7"
    table = put(board, phase="recruit", market=["hermit_and_cub"]).play("a1 g1")
    assert len([who for who in table.board if who.startswith("S")]) == 6
    assert len(table.view()["teams"][0]) == 5


def test_a_recruitment_can_capture() -> None:
    """TRN-13, END-08: nothing follows, not even a new card in the market."""
    table = put("S leader A1, S rider C2; N leader D2", phase="recruit", market=["vizier"]).play("e1")
    assert table.verdict == "N captured"
    assert not table.asks
    assert not any(event["kind"] == "revealed" for event in table.events)


def test_a_recruitment_can_surround() -> None:
    """TRN-13: one enemy takes the last space beside the Leader in the corner."""
    board = "S leader D3; N leader A1, N rider A2, N archer B2"
    assert put(board, phase="recruit", market=["vizier"]).play("b1").verdict == "N surrounded"


def test_the_first_of_two_recruitments_can_end_the_match() -> None:
    """TRN-13, END-08"""
    table = put("S leader A1, S rider C2; N leader D2", phase="recruit", recruits=2, market=["vizier"]).play("e1")
    assert (table.verdict, table.asks) == ("N captured", [])


def test_a_cub_that_enters_beside_the_leader_does_not_capture() -> None:
    """TRN-13, HER-04"""
    table = put("S leader A1, S rider C2; N leader D2", phase="recruit", market=["hermit_and_cub"]).play("g1 e1")
    assert table.verdict == "none"


def test_the_deck_never_runs_out() -> None:
    """TRN-15: eight recruitments leave five face-down cards and three in the market."""
    table = new("to the last card")
    for _ in range(8):
        pass_turn(table)
    assert [len(team) for team in table.view()["teams"]] == [5, 5]
    assert (table.view()["deck"], len(table.view()["market"])) == (5, 3)


def test_entering_the_board_does_not_count_as_movement() -> None:
    """NEM-18: the North Nemesis does not react when South recruits."""
    table = put("S leader D1; N leader D7, N nemesis D4", phase="recruit", market=["archer"]).play("b1")
    assert (table.prompt, table.seat) == ("who-acts", 1)
    assert table.board["N nemesis"] == "D4"


def test_the_two_recruitments_of_the_second_player_are_numbered() -> None:
    position = Position.new(GAME, {}, 2, "numbers")
    prompts = []
    while position.state.number <= 3:
        ask = position.asks[0]
        if ask.prompt == "leaders.recruit":
            prompts.append(str(GAME.prompt(ask)))
        position.pick(ask.seat, next((one.code for one in ask.options if one.code == "end"), ask.options[0].code))
    numbered = [f"Recruitment {n} of 2: which character do you recruit?" for n in (1, 2)]
    assert prompts == ["Which character do you recruit?", *numbered, "Which character do you recruit?"]
