"""The advanced mode: all cards face up, and two banishments."""

from __future__ import annotations

import pytest

from tests.engine.leaders.test_recruiting import pass_turn
from tests.support.engine.leaders.table import Table, new, put

SIXTEEN = 16


def begun(seed: str = "strategists") -> Table:
    """A match after the first banishment."""
    table = new(seed, mode="advanced")
    return table.play("acrobat assassin")


def test_all_sixteen_cards_are_face_up() -> None:
    """ADV-01"""
    table = new("x", mode="advanced")
    assert (len(table.codes), len(table.view()["market"]), table.view()["deck"]) == (SIXTEEN, SIXTEEN, 0)


def test_the_first_player_banishes_then_the_second_and_then_the_first_plays() -> None:
    """ADV-02"""
    table = new("x", mode="advanced")
    first = table.seat
    assert table.prompt == "banish"
    table.play("acrobat")
    assert (table.prompt, table.seat, len(table.codes)) == ("banish", 1 - first, SIXTEEN - 1)
    table.play("assassin")
    assert (table.prompt, table.seat, len(table.view()["market"])) == ("who-acts", first, SIXTEEN - 2)


def test_every_remaining_card_may_be_recruited() -> None:
    """ADV-01"""
    table = begun().play("end")
    assert len(table.codes) == SIXTEEN - 2
    taken = table.codes[5]
    table.play(f"{taken} {'b1' if table.seat == 0 else 'b5'}").play("end")
    assert len(table.codes) == SIXTEEN - 3
    assert taken not in table.codes


@pytest.mark.parametrize("card", ["acrobat", "assassin"])
def test_a_banished_character_stays_out_of_the_game(card: str) -> None:
    """ADV-05"""
    table = begun().play("end")
    assert card not in table.codes
    assert table.refused(card).rule == "leaders.banished"


def test_a_banished_character_cannot_be_banished_again() -> None:
    """ADV-05"""
    assert new("x", mode="advanced").play("acrobat").refused("acrobat").rule == "leaders.banish"


def test_with_three_characters_each_both_players_banish_once_more() -> None:
    """ADV-03, ADV-04: it happens after the first player's second turn; then the second player's second turn follows."""
    table = begun()
    first = table.seat
    pass_turn(pass_turn(pass_turn(table)))
    assert [len(team) for team in table.view()["teams"]] == [3, 3]
    assert (table.prompt, table.seat, len(table.codes)) == ("banish", first, SIXTEEN - 6)
    table.pick(table.codes[0])
    assert (table.prompt, table.seat) == ("banish", 1 - first)
    table.pick(table.codes[0])
    assert (table.prompt, table.seat) == ("who-acts", 1 - first)
    assert (len(table.view()["banished"]), len(table.view()["market"])) == (4, 8)


def test_there_is_no_third_banishment() -> None:
    """ADV-03"""
    table = begun()
    banishments = 0
    while [len(team) for team in table.view()["teams"]] != [5, 5]:
        if table.prompt == "banish":
            banishments += 1
            table.pick(table.codes[0])
        else:
            pass_turn(table)
    assert (banishments, len(table.view()["banished"]), len(table.view()["market"])) == (2, 4, 4)


def test_hermit_and_cub_are_banished_together() -> None:
    """ADV-06"""
    table = new("x", mode="advanced").play("hermit-and-cub")
    assert table.view()["banished"] == ["hermit_and_cub"]
    assert len(table.codes) == SIXTEEN - 1


def test_hermit_and_cub_count_as_one_of_the_three_characters() -> None:
    """ADV-03, HER-01"""
    board = "S leader D1, S hermit A1, S cub B1; N leader D7, N rider A4, N vizier B5"
    table = put(board, mode="advanced", phase="recruit", turn="S", number=3).play("archer c1")
    assert table.prompt == "banish"
    lacking = "S leader D1; N leader D7, N rider A4, N vizier B5"
    table = put(lacking, mode="advanced", phase="recruit", turn="S", number=1).play("hermit-and-cub a1 b1")
    assert (table.prompt, table.seat) == ("who-acts", 1)


def test_the_second_banishment_waits_until_both_sides_have_three() -> None:
    """ADV-07, house ruling: the second player has four already."""
    board = "S leader D1, S jailer A1; N leader D7, N rider A4, N vizier B5, N archer C6"
    table = put(board, mode="advanced", phase="recruit", number=5).play("acrobat b1")
    assert (table.prompt, table.seat) == ("banish", 0)


def test_the_second_banishment_does_not_come_before_both_have_three() -> None:
    """ADV-07"""
    board = "S leader D1; N leader D7, N rider A4, N vizier B5, N archer C6"
    table = put(board, mode="advanced", phase="recruit", number=5).play("acrobat b1")
    assert (table.prompt, table.seat) == ("who-acts", 1)


def test_the_second_players_recruitment_can_trigger_the_second_banishment() -> None:
    """ADV-07: the first player still banishes first, and the first player's turn follows."""
    board = "S leader D1, S jailer A1, S acrobat B1; N leader D7, N rider A4"
    table = put(board, mode="advanced", phase="recruit", turn="N", number=4, first="S").play("archer b5")
    assert (table.prompt, table.seat) == ("banish", 0)
    table.pick(table.codes[0]).pick(table.codes[0])
    assert (table.prompt, table.seat) == ("who-acts", 0)


def test_the_second_banishment_waits_for_the_end_of_a_turn_with_two_recruitments() -> None:
    """ADV-03: between the two recruitments nobody banishes."""
    board = "S leader D1, S jailer A1, S acrobat B1; N leader D7, N rider A4"
    table = put(board, mode="advanced", phase="recruit", turn="N", number=2, recruits=2).play("archer b5")
    assert (table.prompt, table.seat) == ("recruit", 1)
    assert table.play("vizier c6").prompt == "banish"


def test_after_a_recruitment_that_ends_the_match_nobody_banishes() -> None:
    """ADV-03, TRN-13"""
    board = "S leader A1, S rider C2; N leader D2, N archer A4, N jailer B5"
    assert put(board, mode="advanced", phase="recruit").play("vizier e1").verdict == "N captured"


def test_the_basic_mode_has_no_banishments() -> None:
    """ADV-02"""
    table = new("x")
    pass_turn(pass_turn(pass_turn(table)))
    assert table.prompt == "who-acts"
    assert table.view()["banished"] == []
