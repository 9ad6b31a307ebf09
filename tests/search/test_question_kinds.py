"""The subject of a question: the game that it names, the words that it quotes, and the book about the bot."""

from __future__ import annotations

from itertools import product

import pytest

from engine.registry import GAMES
from locales import LANGUAGES
from search.books import BOT, book, section
from search.game_named import game_named
from search.rules_search import games_that_fit, library
from search.words import question_words
from tests.support.each import each


@each(
    ("question", "here", "game"),
    [
        ("how do I win in Tash-Kalar", "leaders", "tashkalar"),
        ("tash kalar: end of the game", "leaders", "tashkalar"),
        ("knockdown hand limit", "monolith", "knockdown"),
        ("ilu sojuszników w Starciu Wodzów", "knockdown", "leaders"),
        ("what is armor in Monolith Arena", "leaders", "monolith"),
        ("how do I win", "leaders", "leaders"),
        ("how do I win", "", ""),
        ("jak rozłożyć monolit", "monolith", "monolith"),
    ],
)
def test_a_named_game_overrides_the_channels(question: str, here: str, game: str) -> None:
    assert game_named(question, here)[0] == game


@each(
    ("question", "here", "section"),
    [
        ("How many hit points does a banner have", "leaders", "monolith.hit-points"),
        ("ile punktów życia ma sztandar", "knockdown", "monolith.hit-points"),
        ("when may I invoke a flare", "leaders", "tashkalar.flare-timing"),
        ("how do I win", "leaders", "leaders.aim"),
        ("how do I win", "knockdown", "knockdown.aim"),
        ("can I play against the computer?", "leaders", "bot.computer"),
    ],
)
def test_words_of_one_game_find_that_game(question: str, here: str, section: str) -> None:
    assert library().ask(question, here=here).hits[0].id == section


def test_the_name_of_a_game_is_not_searched_for() -> None:
    assert game_named("how do I win in Tash-Kalar?", "leaders")[1].split() == ["how", "do", "I", "win", "?"]


@each("key", GAMES)
def test_games_are_recognized_by_their_keys(key: str) -> None:
    assert game_named(f"end of the match {key}")[0] == key


def test_a_rules_term_stays_in_the_question() -> None:
    assert game_named("who takes the knockdown test", "knockdown") == ("knockdown", "who takes the knockdown test")


def test_common_words_count_when_quoted() -> None:
    assert "may" in question_words("what if the card says may")
    assert {"up", "to"} <= set(question_words("does “up to” include zero"))
    assert "may" not in question_words("may I move twice")


@pytest.mark.parametrize("question", ['the card says "may"', "does “up to” mean zero is fine", "card says up to"])
def test_may_and_up_to_find_the_sections_about_them(question: str) -> None:
    assert library().ask(question, here="tashkalar").hits[0].id == "tashkalar.optional"


@pytest.mark.parametrize("filler", ["how does {} work", "what is special about {}", "jak działa {}", "karta {}"])
@pytest.mark.parametrize(
    ("word", "game", "rule"),
    [
        ("combo", "knockdown", "knockdown.combo"),
        ("nemesis", "leaders", "leaders.nemesis"),
        ("venom", "monolith", "monolith.venom"),
    ],
)
def test_filler_words_change_nothing(filler: str, word: str, game: str, rule: str) -> None:
    assert library().ask(filler.format(word), here=game).hits[0].id == rule


def test_the_bots_book_is_the_same_in_both_languages() -> None:
    english, polish = (book(BOT, language) for language in LANGUAGES)
    assert list(english) == list(polish)
    for one, found in english.items():
        assert found.see == polish[one].see, one
        assert found.title != polish[one].title, one


@each(("language", "here"), list(product(LANGUAGES, ["", *GAMES])))
def test_every_section_about_the_bot_is_reached_by_its_title(here: str, language: str) -> None:
    lost = [
        one
        for one, found in book(BOT, language).items()
        if one not in [hit.id for hit in library().ask(found.title, here=here).hits[:5]]
    ]
    assert lost == []


def test_questions_about_the_bot_need_no_game() -> None:
    hits = library().ask("how do I change the language of the bot").hits
    assert hits[0].id == "bot.language" and games_that_fit(hits) == []


def test_unknown_sections_are_not_found() -> None:
    assert section("bot.clock", "pl") is not None
    assert section("bot.nothing", "en") is None and section("chess.move", "en") is None


def test_a_word_known_only_to_another_game_finds_it() -> None:
    assert library().ask("morlock", here="leaders").elsewhere
    assert not library().ask("morlock", here="monolith").elsewhere
    assert not library().ask("time limit", here="leaders").elsewhere
    assert not library().ask("morlock").elsewhere
