"""Finds the cards and tiles that a question names; their texts are part of the answer."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from engine.core.text import say
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from search.rules_search import Index
from search.words import stems, tokens

MAX_CARDS = 2
"""The maximum number of cards whose texts are shown with a section."""
MAX_RARE_SECTIONS = 9
"""A word is taken for a one-word name only if at most this many sections have it: “summon” does not mean the Summoner.
"""


class Name(NamedTuple):
    """A name of a component as words, each with its stems."""

    words: tuple[frozenset[str], ...]
    component: str


def cards_for(index: Index, question: str, rule: str) -> list[str]:
    """The ids of the components that a question names, in the game of the answering section."""
    game = rule.partition(".")[0]
    if game not in GAMES:
        return []
    named = [name for name in names_in(question, game) if len(name.words) > 1 or _is_rare(index, game, name)]
    return list(dict.fromkeys(name.component for name in named))[:MAX_CARDS]


def _is_rare(index: Index, game: str, name: Name) -> bool:
    return index.sections_with(game, name.words[0]) <= MAX_RARE_SECTIONS


def names_in(words: str, game: str) -> list[Name]:
    """The names of a game's components in a text, in order; of overlapping names, the longest one."""
    names = _names(game)
    forms_of_words = [stems(word) for word in tokens(words)]
    found: list[Name] = []
    place = 0
    while place < len(forms_of_words):
        fitting = [
            name
            for form in forms_of_words[place]
            for name in names.get(form, ())
            if _begins(forms_of_words[place:], name.words)
        ]
        name = max(fitting, key=lambda one: len(one.words), default=None)
        if name is not None:
            found.append(name)
        place += len(name.words) if name is not None else 1
    return found


def _begins(forms_of_words: Sequence[frozenset[str]], words: Sequence[frozenset[str]]) -> bool:
    return len(forms_of_words) >= len(words) and all(
        one & other for one, other in zip(forms_of_words, words, strict=False)
    )


@cache
def _names(game: str) -> Mapping[str, Sequence[Name]]:
    """The names of a game's components, by the stems of their first words.

    Components without a text, components with their own section, and ambiguous names are left out.
    """
    found: dict[str, list[Name]] = defaultdict(list)
    for language in LANGUAGES:
        titles = {" ".join(tokens(one.title)) for one in rulebook(game, language).values()}
        called: dict[str, list[str]] = defaultdict(list)
        for key, component in GAMES[game].components.items():
            called[" ".join(tokens(say(component.name, catalogue(language))))].append(key)
        for name, keys in called.items():
            if len(keys) > 1 or name in titles or not say(GAMES[game].components[keys[0]].text, catalogue(language)):
                continue
            words = tuple(stems(word) for word in name.split())
            for form in words[0]:
                found[form].append(Name(words, keys[0]))
    return found
