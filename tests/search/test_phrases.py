"""Example questions: every section has some in both languages, and they improve the search."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.registry import GAMES
from locales import LANGUAGES
from search.books import BOT, book
from search.phrases import example_questions
from search.ranking import Features, score
from search.rules_search import library
from search.words import tokens
from tests.support.each import each
from tests.support.engine.complete import COMPLETE

FEWEST, FEW = 3, 5


@each("key", [*COMPLETE, BOT])
def test_every_section_has_example_questions_in_every_language(key: str) -> None:
    found = Counter((section, language) for section, language, _ in example_questions(key))
    assert set(found) == {(section, language) for section in book(key, "en") for language in LANGUAGES}
    assert min(found.values()) >= FEWEST


@each("key", [*GAMES, BOT])
def test_a_section_has_no_example_question_twice(key: str) -> None:
    found = Counter(
        (section, language, " ".join(tokens(question))) for section, language, question in example_questions(key)
    )
    assert [question for question, times in found.items() if times > 1 or not question[2]] == []


@pytest.mark.parametrize("key", [*GAMES, BOT])
def test_an_example_question_leads_to_its_section(key: str) -> None:
    """Only every twenty-fifth one, to save time."""
    game = key if key != BOT else ""
    found = {
        (one, words): library().search(words, game=game, most=FEW) for one, _, words in example_questions(key)[::25]
    }
    assert [one for one, hits in found.items() if one[0] not in [hit.id for hit in hits]] == []


def test_games_without_example_questions_work() -> None:
    assert example_questions("nowhere") == ()


def test_a_section_is_found_by_words_of_its_example_questions() -> None:
    """The rules of Leaders never use the word, but players of card games do."""
    assert library().search("summoning sickness", game="leaders")[0].id == "leaders.new-recruit"


def test_every_stronger_feature_raises_the_score() -> None:
    for name in Features._fields:
        assert score(Features(**{name: 1.0})) > score(Features())
