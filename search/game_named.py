"""Finds the game that a question names."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from importlib.resources import files

from engine.core.text import say
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from locales.folding import fold_accents

_BEFORE = r"(?:\b(?:in|w|we|game|gra|grze)\s+)*"


def game_named(question: str, here: str = "") -> tuple[str, str]:
    """The game that a question names, else `here`; and the question without that name.

    A name that is also a word in the rules of `here` stays in the question, because that may be its meaning.
    """
    folded = fold_accents(question)
    for key, name, pattern in _names():
        found = pattern.search(folded)
        if found is None:
            continue
        rest = f"{question[: found.start()]} {question[found.end() :]}" if len(folded) == len(question) else question
        introduced = not folded[: found.start()].strip() and found.group() != found.group("name")
        introduced |= folded[found.end() :].lstrip().startswith(":")
        if not rest.strip(" ?!.,:"):
            return key, question
        if " " in name or "-" in name or key != here or introduced:
            return key, rest
        return key, question
    return here, question


@cache
def _names() -> tuple[tuple[str, str, re.Pattern[str]], ...]:
    """Each normalized name of a game, longest first, with its game and its pattern."""
    found = sorted(((key, name) for key in GAMES for name in names_of(key)), key=lambda one: (-len(one[1]), one))
    return tuple((key, name, re.compile(rf"{_BEFORE}(?P<name>\b{re.escape(name)}\b)")) for key, name in found)


@cache
def names_of(key: str) -> frozenset[str]:
    """A game's key, its name in every language, and its nicknames, all normalized."""
    names = {fold_accents(say(GAMES[key].name, catalogue(language))) for language in LANGUAGES}
    listed = tomllib.loads(files(__package__).joinpath("game_names.toml").read_text(encoding="utf-8"))
    return frozenset({key, *names, *(name.strip() for name in listed.get(key, key).split(","))})
