"""Typed lines: impossible moves are refused, unknowable ones are accepted, the next word is suggested."""

from __future__ import annotations

import pytest

from cogs.ui.voice import voice
from engine.core.position import Position
from engine.registry import GAMES
from table.plans.line_check import check_line, suggest
from table.plans.plan_lines import read
from table.user_error import UserError
from tests.support.engine.tashkalar.table import cards, decks, pieces, written

FULL = (
    "S leader D1, S jailer B1, S archer C1, S wanderer A1, S royal_guard F1; "
    "N leader D7, N protector B5, N acrobat F5, N assassin E6, N illusionist A4"
)


def leaders(pieces: str = FULL) -> Position:
    return Position.read(GAMES["leaders"], {}, {"pieces": pieces, "turn": "S"})


def duel() -> Position:
    hands = {"A": cards("swordmaster titan"), "B": cards("knight")}
    board = {"pieces": written(pieces("A e5; B c3")), "hands": hands, "decks": decks(2, hands)}
    return Position.read(GAMES["tashkalar"], {}, {"form": "duel", "seats": 2, "turn": "A", "actions": 2, **board})


def refusal(typed: str, seat: int = 1, language: str = "en") -> str:
    position = leaders()
    with pytest.raises(UserError) as caught:
        check_line(position, seat, read(typed, "leaders"), (), language)
    return voice(language)(caught.value.text)


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("jailer z9 end > leader d6 end", "`z9` means nothing there. Possible: `b2`, `c2`"),
        ("nonsense * > leader d6 end", "`nonsense` means nothing there. Possible: `leader`, `jailer`"),
        ("jailer b2 > leader d6 end", "Their move goes on after `jailer b2`: add `*`"),
        ("jailer b2 end > leader d6", "`leader d6` is not a complete move. What can follow: `protector`"),
        ("jailer b2 end > leader a1 end", "`a1`"),
        ("jailer b2 end > leader d6 end > jailer b1 end > leader nowhere end", "`nowhere` means nothing there."),
        ("jailer b2 end > leader d6 end > jailer > leader d5 end", "Their move goes on after `jailer`"),
    ],
)
def test_an_impossible_line_is_refused_with_the_possible_moves(typed: str, words: str) -> None:
    assert words in refusal(typed)


def test_possible_moves_are_named_in_the_persons_language() -> None:
    assert "Można: `wódz`, `dozorca`" in refusal("bzdura end > leader d6 end", language="pl")


@pytest.mark.parametrize(
    "typed",
    [
        "jailer b2 end > leader d6 end",
        "Dozorca b2 zakończ akcje > Wódz D6 END",
        "jailer step b2 end > leader step d6 end",
        "* > whatever words",
        "jailer b2 * > whatever words > nonsense > end",
        "jailer b2 end > leader d6 end > * > nonsense",
    ],
)
def test_lines_that_may_fit_are_accepted(typed: str) -> None:
    check_line(leaders(), 1, read(typed, "leaders"), (), "en")


def test_on_the_players_own_turn_the_opponents_moves_are_not_checked() -> None:
    check_line(leaders(), 0, read("nonsense > nonsense", "leaders"), (), "en")
    with pytest.raises(UserError):
        check_line(leaders(), 0, read("nonsense > end", "leaders"), ("jailer", "b2", "end"), "en")


@pytest.mark.parametrize("theirs", ["swordmaster e6", "knight c4", "place e6", "nonsense"])
def test_a_check_does_not_reveal_hidden_hands(theirs: str) -> None:
    check_line(duel(), 1, read(f"{theirs} > nonsense", "tashkalar"), (), "en")
    assert suggest(duel(), 1, f"{theirs} ", (), "en") == (theirs, [])
    assert suggest(duel(), 1, "", (), "en")[1][0].word == "*"


@pytest.mark.parametrize(
    ("typed", "stem", "words"),
    [
        ("", "", ["*", "leader", "jailer", "wanderer", "royal-guard", "end"]),
        ("doz", "", ["jailer"]),
        ("jailer b", "jailer", ["b2"]),
        ("jailer b2 end ", "jailer b2 end", [">"]),
        ("jailer b2 end > protector", "jailer b2 end >", ["protector"]),
        ("jailer b2 end > leader d6 end ", "jailer b2 end > leader d6 end", [">"]),
        ("* > il", "* >", ["illusionist"]),
        ("jailer b2 end > leader d6 end > wan", "jailer b2 end > leader d6 end >", ["wanderer"]),
        ("nonsense > ", "nonsense >", []),
        ("jailer b2 > ", "jailer b2 >", []),
    ],
)
def test_the_next_word_is_suggested(typed: str, stem: str, words: list[str]) -> None:
    before, found = suggest(leaders(), 1, typed, (), "en")
    assert before == stem
    assert [one.word for one in found if one.word != "archer"] == words


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("doz", ["dozorca"]),
        ("dozorca b2 zak", ["dozorca b2 zakończ akcje"]),
        ("dozorca b2 zakończ ak", ["dozorca b2 zakończ akcje"]),
        ("dozorca b2 zakończ akcje ", ["dozorca b2 zakończ akcje >"]),
        ("* > wódz d6 zakończ a", ["* > wódz d6 zakończ akcje"]),
        ("dozorca b2 zakończ nic", []),
    ],
)
def test_the_next_name_is_suggested_in_polish_however_many_words_it_has(typed: str, lines: list[str]) -> None:
    stem, found = suggest(leaders(), 1, typed, (), "pl")
    assert [f"{stem} {one.word}".strip() for one in found] == lines
