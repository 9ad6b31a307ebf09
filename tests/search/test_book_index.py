"""What speaks for the sections of a book: words and how rare they are, letters, and the manner of a question."""

from __future__ import annotations

import pytest

from search.rules_search import library
from search.term_counts import TermCounts, letters, likelier


@pytest.fixture
def tally() -> TermCounts:
    found = TermCounts()
    found.add("one", {"net": 3, "free": 1})
    found.add("two", {"net": 1, "free": 11})
    return found


def test_a_section_counts_the_form_that_it_has_most_of(tally: TermCounts) -> None:
    assert tally.times(["net", "free"]) == {"one": 3, "two": 11}
    assert tally.times(["banner"]) == {}


def test_more_of_a_term_tells_more_but_less_in_a_longer_section(tally: TermCounts) -> None:
    assert tally.bm25("one", 1) < tally.bm25("one", 3) < 3 * tally.bm25("one", 1)
    assert tally.bm25("two", 1) < tally.bm25("one", 1)


def test_what_a_section_lacks_is_the_less_likely_the_more_it_says(tally: TermCounts) -> None:
    assert tally.unlikely("two") < tally.unlikely("one") < 0


def test_a_rare_term_makes_a_section_likelier_than_a_common_one(tally: TermCounts) -> None:
    net, free = tally.expected(["net"]), tally.expected(["free"])
    assert likelier(1, net) > likelier(1, free) > likelier(0, free) == 0


def test_words_that_differ_in_an_ending_or_a_slip_share_letters() -> None:
    assert set(letters("sieci")) & set(letters("siecią")) >= {"^si", "sie", "iec"}
    assert list(letters("a")) == ["^a$"]


def test_letters_speak_for_a_section_although_a_word_is_none_of_the_rules() -> None:
    signs = library().features("pancerzowaty żeton", ["monolith"])
    assert "monolith.armour" in sorted(signs, key=lambda one: -signs[one].letters)[:3]
    signs = library().features("żeton", ["monolith"])
    assert "monolith.armour" not in sorted(signs, key=lambda one: -signs[one].letters)[:3]


def test_how_one_asks_speaks_for_a_section() -> None:
    """The same word of content: how many of them there are, or who has it."""
    many = library().features("how many players", ["tashkalar"])
    first = library().features("who is the first player", ["tashkalar"])
    assert many["tashkalar.stock"].manner > many["tashkalar.leap"].manner
    assert first["tashkalar.set-up"].manner > first["tashkalar.stock"].manner


def test_sections_of_other_games_fill_up_a_short_answer_and_come_last() -> None:
    hits = library().search("acrobat", game="monolith", most=8)
    games = [hit.game for hit in hits]
    assert "leaders" in games
    assert games == sorted(games, key=lambda game: game not in ("monolith", "bot"))


@pytest.mark.parametrize(
    ("question", "section"),
    [
        ("can spectators see my cards", "bot.seen"),
        ("czy kibice zobaczą moją rękę", "bot.seen"),
        ("the board is tiny on my screen", "bot.pictures"),
        ("czy obrazki mają opis dla niewidomych", "bot.pictures"),
        ("may I play several matches at once", "bot.start"),
    ],
)
@pytest.mark.parametrize("here", ["", "monolith"])
def test_watching_and_pictures_are_explained_by_the_book_about_the_bot(question: str, section: str, here: str) -> None:
    assert section in [hit.id for hit in library().ask(question, here=here).hits[:3]]
