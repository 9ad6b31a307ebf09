"""Draws by house ruling (END-13): repetition and the turn limit; and ends by agreement or resignation."""

from __future__ import annotations

from itertools import product

import pytest

from tests.support.each import each
from tests.support.engine.leaders.table import Table, put

FULL = (
    "S leader D1, S rider A1, S vizier B1, S archer F1, S jailer G1; "
    "N leader D7, N acrobat A4, N bruiser B5, N wanderer F5, N protector G4"
)
"""Both sides have five cards, so nobody recruits."""
OPEN = "S leader D1, S rider C3; N leader D7"


def passes(table: Table, turns: int) -> Table:
    """Play this many turns in which nobody acts."""
    for _ in range(turns):
        table.play("end")
    return table


def test_a_threefold_repetition_is_a_draw() -> None:
    """END-13: the same position at the start of South's turn three times."""
    table = passes(put(FULL), 3)
    assert table.verdict == "none"
    assert passes(table, 1).verdict == "repetition"
    assert table.does(do="outcome")["draw"] is True


def test_repetitions_need_not_be_consecutive() -> None:
    """END-13"""
    table = put(FULL)
    for there, back in (("d2", "d1"), ("c1", "d1")):
        assert table.verdict == "none"
        table.play(f"leader {there} end end leader {back} end end")
    assert table.verdict == "repetition"


def test_the_same_board_with_the_other_side_to_move_is_another_position() -> None:
    """END-13: after three passes the same board has occurred four times, twice with each side to move."""
    assert passes(put(FULL), 3).verdict == "none"


def test_exchanged_characters_make_another_position() -> None:
    """END-13: the same spaces are occupied each time."""
    table = put(FULL.replace("S rider A1, S vizier B1, S archer F1", "S illusionist C3, S vizier C5, S archer E1"))
    for _ in range(4):
        assert table.verdict == "none"
        table.play("illusionist swap end end")
    assert table.verdict == "repetition"


def test_the_same_spaces_held_by_other_teams_make_another_position() -> None:
    """END-13: two positions with the Rider of South do not count for the position with the Rider of North."""
    position = passes(put(FULL), 3).position
    again = {key: position[key] for key in ("turn", "phase", "number", "first", "seen", "mode")}
    assert passes(put(position["pieces"], **again), 1).verdict == "repetition"
    other = position["pieces"].replace("S rider A1, ", "") + ", N rider A1"
    assert passes(put(other, **again), 1).verdict == "none"


def test_a_recruitment_makes_another_position() -> None:
    """END-13: nobody acts, but each time there is one more figure on the board."""
    table = put("S leader D1; N leader D7", market=["rider"], number=3)
    while table.verdict == "none" and table.view()["turn_number"] < 8:
        table.play("end")
        while table.prompt in ("recruit", "place"):
            table.pick(table.codes[0])
    assert table.verdict == "none"


def test_the_match_is_drawn_when_the_last_turn_has_been_played() -> None:
    """END-13: 150 turns."""
    table = put(OPEN, turn="N", number=150, phase="recruit", market=["archer"]).play("a4")
    assert (table.verdict, table.does(do="outcome")["winners"]) == ("cap", [])


def test_turn_149_is_not_the_last() -> None:
    """END-13"""
    table = put(FULL, number=149).play("end")
    assert (table.verdict, table.view()["turn_number"]) == ("none", 150)


def test_a_capture_in_the_last_turn_wins() -> None:
    """END-13, END-08"""
    board = "S leader A1, S rider D2, S vizier E3; N leader D4"
    assert put(board, number=150).play("rider step d3").verdict == "N captured"


def test_a_repetition_in_the_last_turn_counts_as_the_turn_limit() -> None:
    """END-13: there is no turn after the last one."""
    table = passes(put(FULL, number=147), 3)
    assert passes(table, 1).verdict == "cap"


@each(("seat", "codes"), list(product([0, 1], ["", "rider", "rider ride", "end"])))
def test_a_player_may_resign_at_any_moment(seat: int, codes: str) -> None:
    table = put(OPEN, market=["archer", "jailer"]).play(codes)
    outcome = table.does(do="resign", seat=seat)
    assert outcome == {
        "ok": True,
        "over": True,
        "winners": [1 - seat],
        "draw": False,
        "reason": "resigned",
        "scores": [],
    }
    assert table.does(do="asks")["asks"] == []


def test_a_draw_can_be_agreed_at_any_moment() -> None:
    table = put(OPEN).play("rider")
    outcome = table.does(do="draw")
    assert (outcome["over"], outcome["winners"], outcome["draw"], outcome["reason"]) == (True, [], True, "agreed")


def test_an_unfinished_action_does_not_count_when_a_player_resigns() -> None:
    table = put(OPEN).play("rider ride c5 leader")
    table.does(do="resign", seat=0)
    assert table.board == {"S leader": "D1", "S rider": "C5", "N leader": "D7"}
    assert table.position["picks"] == []


@pytest.mark.parametrize("request_", [{"do": "resign", "seat": 0}, {"do": "draw"}])
def test_a_finished_match_does_not_end_again(request_: dict[str, object]) -> None:
    table = put(OPEN)
    table.does(do="resign", seat=1)
    assert table.talk.answer(request_)["error"]["code"] == "over"
    assert table.does(do="outcome")["winners"] == [0]
