"""Typed lines: only their form is checked; examples for each game."""

from __future__ import annotations

import pytest

from cogs.ui.voice import voice
from db.rows import Plan
from engine.registry import GAMES
from locales import LANGUAGES
from table.plans.plan_lines import MAX_ANSWERS, MAX_LINE_LENGTH, example, line_text, read
from table.plans.plans import MATCHED_OPEN
from table.user_error import UserError
from tests.support.engine.subjects import is_space


def refusal(typed: str) -> str:
    with pytest.raises(UserError) as caught:
        read(typed, "leaders")
    return str(caught.value.text)


@pytest.mark.parametrize(
    "typed",
    [
        "archer c3 end > rider e4 end > * > leader d2 end",
        "archer c3 end>rider e4 end>*>leader d2 end",
        "  archer  c3 end => rider e4 end → any -> leader d2 end confirm",
        "archer, c3, end > rider, e4, end ok > cokolwiek > leader d2 end",
        "archer c3 end >> rider e4 end > … > leader d2 end",
    ],
)
def test_a_line_can_be_typed_in_several_forms(typed: str) -> None:
    assert read(typed, "leaders") == ("archer c3 end", "rider e4 end", "*", "leader d2 end")


def test_a_lines_words_are_kept_as_typed() -> None:
    assert read("Łuczniczka C3 * > Crow's Eye a+b royal-guard", "leaders") == (
        "Łuczniczka C3 *",
        "Crow's Eye a+b royal-guard",
    )


def test_unknown_words_in_a_line_are_accepted() -> None:
    """Whether the opponent has such a card is not revealed."""
    assert read("no such thing > neither this", "monolith") == ("no such thing", "neither this")


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("archer c3 end", "with `>` between"),
        ("", "with `>` between"),
        ("archer >", "missing before or after"),
        ("> leader d2", "missing before or after"),
        ("archer > > leader d2 > end", "missing before or after"),
        ("confirm > leader d2", "missing before or after"),
        ("archer > leader d2 > *", "ends with your move"),
        ("* archer > leader d2", "alone, or at the end"),
        ("archer * c3 > leader d2", "alone, or at the end"),
        ("archer > leader *", "alone, or at the end"),
        ("archer > *", "alone, or at the end"),
        ("archer > <@1>", "missing before or after"),
        ("archer > `d2`", "I can't read"),
        ("archer > @everyone", "I can't read"),
        ("archer|rider > d2", "I can't read"),
        ("archer > -", "I can't read"),
        ("archer > \u202ed2", "I can't read"),
        (" > ".join(["a b"] * (2 * MAX_ANSWERS + 2)), "up to 10 answers"),
        ("a" * MAX_LINE_LENGTH + " > b", "up to 600 characters"),
    ],
)
def test_an_incomplete_line_is_refused_with_what_is_missing(typed: str, words: str) -> None:
    assert words in refusal(typed)


def test_a_line_may_have_ten_answers() -> None:
    assert len(read(" > ".join(["leader d2 end archer b1"] * 2 * MAX_ANSWERS), "leaders")) == 2 * MAX_ANSWERS


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (("archer c3 *", "rider e4 end"), "if `archer c3 *`, then `rider e4 end`"),
        (("*", "rider e4 end"), "whatever they play, then `rider e4 end`"),
        ((MATCHED_OPEN, "rider e4 end"), "whatever they play, then `rider e4 end`"),
        (("?end archer c3", "end"), "if `end archer c3`, then `end`"),
        (("", "e4 end", "*", "end"), "now `e4 end` · whatever they play, then `end`"),
    ],
)
def test_a_line_is_described_in_a_sentence(steps: tuple[str, ...], words: str) -> None:
    plan = Plan(id=1, match=1, seat=0, kind="line", steps=steps, since=0)
    assert voice("en")(line_text(plan)) == words


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_an_example_line(game: str) -> None:
    for language in LANGUAGES:
        theirs, mine = read(example(game, language), game)
        assert len(theirs.split()) > 1 and len(mine.split()) > 1
    english, polish = example(game, "en"), example(game, "pl")
    only_spaces = all(is_space(game, code) for line in read(english, game) for code in line.split())
    assert (polish == english) == only_spaces, "only the names of spaces are the same in both languages"
