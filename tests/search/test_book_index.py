"""The score of a book's sections: words and their rarity, shared letters, and the form of a question."""

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


def test_a_section_counts_the_most_frequent_form_of_a_word(tally: TermCounts) -> None:
    assert tally.times(["net", "free"]) == {"one": 3, "two": 11}
    assert tally.times(["banner"]) == {}


def test_more_occurrences_score_higher_but_less_in_a_longer_section(tally: TermCounts) -> None:
    assert tally.bm25("one", 1) < tally.bm25("one", 3) < 3 * tally.bm25("one", 1)
    assert tally.bm25("two", 1) < tally.bm25("one", 1)


def test_a_missing_term_counts_more_against_a_longer_section(tally: TermCounts) -> None:
    assert tally.unlikely("two") < tally.unlikely("one") < 0


def test_a_rare_term_scores_higher_than_a_common_one(tally: TermCounts) -> None:
    net, free = tally.expected(["net"]), tally.expected(["free"])
    assert likelier(1, net) > likelier(1, free) > likelier(0, free) == 0


def test_words_with_a_different_ending_or_a_typo_share_letters() -> None:
    assert set(letters("sieci")) & set(letters("siecią")) >= {"^si", "sie", "iec"}
    assert list(letters("a")) == ["^a$"]


def test_letters_match_a_section_even_without_a_known_word() -> None:
    signs = library().features("pancerzowaty żeton", ["monolith"])
    assert "monolith.armour" in sorted(signs, key=lambda one: -signs[one].letters)[:3]
    signs = library().features("żeton", ["monolith"])
    assert "monolith.armour" not in sorted(signs, key=lambda one: -signs[one].letters)[:3]


def test_the_form_of_a_question_can_favor_a_section() -> None:
    """The same noun in another form of question: how many there are, or who has it."""
    many = library().features("how many players", ["tashkalar"])
    first = library().features("who is the first player", ["tashkalar"])
    assert many["tashkalar.stock"].manner > many["tashkalar.leap"].manner
    assert first["tashkalar.set-up"].manner > first["tashkalar.stock"].manner


def test_sections_of_other_games_come_last() -> None:
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
def test_questions_about_watching_and_pictures_find_the_bots_book(question: str, section: str, here: str) -> None:
    assert section in [hit.id for hit in library().ask(question, here=here).hits[:3]]
