"""Messages, rules and the book about the bot avoid the words that docs/voice.md lists as replaced."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.catalog import Message

from engine.registry import GAMES
from locales import LANGUAGES
from locales.extract import ROOT, forms
from search.books import BOT, book
from tests.support.catalogs import messages
from tests.support.each import each

GUIDE = Path(ROOT, "docs", "voice.md").read_text("utf-8")
EVERYWHERE = "Everywhere"
SCOPES = {EVERYWHERE: "", **{game.name.msgid: key for key, game in GAMES.items()}}
"""The headings of the guide's tables, each with its game; None for all texts."""


class Row(NamedTuple):
    """A line of a table in one language: the term, and the words that it replaces."""

    game: str
    language: str
    terms: tuple[str, ...]
    avoided: tuple[str, ...]


def listed(cell: str) -> tuple[str, ...]:
    return tuple(term.strip() for term in cell.split(",") if term.strip())


@cache
def rows() -> list[Row]:
    """The rows of the guide's tables, for each language."""
    found = []
    for table in GUIDE.split("\n### ")[1:]:
        heading, *lines = table.splitlines()
        cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| ")]
        for english, never, polish, never_polish in cells[2:]:
            found.append(Row(SCOPES[heading], "en", listed(english), listed(never)))
            found.append(Row(SCOPES[heading], "pl", (polish,), listed(never_polish)))
    return found


def places(message: Message) -> set[str]:
    """The games whose engine or renderer contains the message."""
    parts = [Path(place).parts for place, _ in message.locations]
    return {part[1] for part in parts if part[0] in ("engine", "render") and len(part) > 2}


def texts_of(message: Message, language: str) -> tuple[str, ...]:
    if language == "pl":
        return forms(message)
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@cache
def texts(game: str, language: str) -> list[str]:
    """All texts that people read, of one game or of none, without `code`."""
    catalogue = [message for message in messages("pl") if not game or game in places(message)]
    found = [words for message in catalogue for words in texts_of(message, language)]
    for key in [game] if game else [*GAMES, BOT]:
        for section in book(key, language).values():
            found += [section.title, section.body, *(diagram.caption for diagram in section.diagrams)]
    return [re.sub(r"`[^`]*`", "", words) for words in found]


def pattern(term: str) -> re.Pattern[str]:
    """A regular expression that finds the term as whole words; `*` is the rest of a word. Case matters if the term
    begins with a capital.
    """
    words = re.escape(term).replace(r"\*", r"\w*")
    return re.compile(rf"(?<![\w-]){words}(?![\w-])", 0 if term[0].isupper() else re.IGNORECASE)


@cache
def nameless(words: str) -> str:
    """The text without the names of its fields."""
    return re.sub(r"\{[^}]*\}", "{}", words)


@cache
def folded(words: str) -> str:
    """The text in lower case."""
    return words.casefold()


def speaking(words: list[str], term: str) -> list[str]:
    """The texts that contain the term. Names of fields are ignored, unless the term itself has a field."""
    wanted, longest = pattern(term), max(folded(term).split("*"), key=len)
    some = [one for one in words if longest in folded(one)]  # a quick filter before the slow pattern
    return [one for one in some if wanted.search(one if "{" in term else nameless(one))]


def avoided() -> Iterator[tuple[str, str, str]]:
    for row in rows():
        yield from ((row.game, row.language, term) for term in row.avoided)


@each(("game", "language", "term"), list(avoided()))
def test_replaced_words_do_not_come_back(game: str, language: str, term: str) -> None:
    assert speaking(texts(game, language), term) == []


def patterns() -> list[str]:
    """The regular expressions under “Patterns” in the guide."""
    part = GUIDE.split("\n## Patterns\n")[1].split("\n## ")[0]
    return re.findall(r"^- `(.+?)`:", part, re.MULTILINE)


def matching(words: list[str], expression: str) -> list[str]:
    wanted = re.compile(expression, re.IGNORECASE)
    return [one for one in words if wanted.search(one)]


@each(("language", "expression"), [("en", one) for one in patterns()] + [("pl", patterns()[-1])])
def test_replaced_patterns_do_not_come_back(language: str, expression: str) -> None:
    assert matching(texts("", language), expression) == []


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("A flare is no action", True),
        ("There is no such match.", False),
        ("It is no longer there", False),
        ("three lie open", True),
        ("one symbol more", True),
        ("one more symbol", False),
        ("not any more", True),
        ("one step nearer", True),
        ("Then the Rider rides", True),
        ("first this. Then that", False),
        ("looks a match over", True),
        ("the result tells who", True),
        ("stay, for it is late", True),
        ("thinking …", True),
        ("thinking…", False),
        ("Choose: {first} … {last}", False),
    ],
)
def test_patterns_match_their_examples(words: str, found: bool) -> None:
    assert any(matching([words], expression) for expression in patterns()) is found


def test_recommended_words_are_in_use() -> None:
    english = [(row.game, term) for row in rows() if row.language == "en" for term in row.terms]
    assert [(game, term) for game, term in english if not speaking(texts(game, "en"), f"{term}*")] == []


def test_the_guide_has_terms_for_every_game_in_both_languages() -> None:
    assert {(row.game, row.language) for row in rows() if row.terms and row.avoided} == {
        (game, language) for game in SCOPES.values() for language in LANGUAGES
    }


@pytest.mark.parametrize(
    ("words", "term", "found"),
    [
        ("Two Colours", "colour*", True),
        ("a colouring", "colour", False),
        ("co wpisałeś", "*łeś", True),
        ("twój ruch w {game}", "w {game}", True),
        ("{token} is there", "token", False),
        ("raised", "raise", False),
        ("a hex-board", "hex", False),
        ("Ataki Specjalne", "Ataki specjalne", False),
    ],
)
def test_terms_match_whole_words(words: str, term: str, found: bool) -> None:
    assert bool(speaking([words], term)) is found
