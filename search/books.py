"""The books with answers: the rules of every game, and the book about the bot."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

from engine.core.text import Text, text
from engine.learning.rulebook import Section, parse, rulebook
from engine.registry import GAMES

BOT = "bot"
"""The key of the book about the bot; no game has it."""


def book(key: str, language: str) -> Mapping[str, Section]:
    """The sections of a game's rules, or of the book about the bot, by id."""
    return _bot_book(language) if key == BOT else rulebook(key, language)


@cache
def _bot_book(language: str) -> Mapping[str, Section]:
    name = f"{BOT}/rules.{language}.md"
    return MappingProxyType(parse(files(__package__).joinpath(name).read_text(encoding="utf-8"), name))


def book_name(key: str) -> Text:
    """The display name of a book."""
    return text("The bot") if key == BOT else GAMES[key].name


def section(rule: str, language: str) -> Section | None:
    """A section by its id, for example `leaders.jailer`."""
    key = rule.partition(".")[0]
    return book(key, language).get(rule) if key in (*GAMES, BOT) else None
