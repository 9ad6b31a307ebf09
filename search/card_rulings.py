"""Finds the sections of the rules that are about a card."""

from __future__ import annotations

import re
from functools import cache

from engine.core.text import say
from engine.learning.rulebook import Section, rulebook
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from search.card_search import Card

MAX_RULINGS, MAX_WEAK_RULINGS = 5, 3
"""The maximum number of sections, and the maximum if only weak ones are found."""
WEAK_SCORE = 2.0
CASES = ("", "gen", "dat", "acc", "ins", "loc", "voc")


@cache
def rulings(card: Card) -> tuple[str, ...]:
    """The ids of the rules sections about the card, best first: by title, then by alias, then by their text."""
    scores: dict[str, float] = {}
    for language in LANGUAGES:
        named = Named(card, language)
        for section in rulebook(card.game, language).values():
            scores[section.id] = max(named.score(section), scores.get(section.id, 0.0))
    found = sorted((one for one in scores if scores[one] > 0), key=lambda one: -scores[one])
    sure = sum(scores[one] > WEAK_SCORE for one in found)
    return tuple(found[: min(MAX_RULINGS, max(sure, MAX_WEAK_RULINGS))])


class Named:
    """The patterns by which the rules of a language mention a component."""

    def __init__(self, card: Card, language: str) -> None:
        words = catalogue(language)
        component = card.component
        forms = {say(component.name, words, case) for case in CASES}
        self._forms = {form.lower() for form in forms}
        pattern = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        self._called = re.compile(rf"(?<!\w)(?:{pattern})(?:e?s)?(?!\w)", re.IGNORECASE)
        self._named = re.compile(rf"(?<!\w)(?:{pattern})(?!\w)")
        self._bold = re.compile(rf"\*\*(?:{pattern})(?!\w)")
        group = "" if component.group == GAMES[card.game].name else say(component.group, words).lower()
        self._group = re.compile(rf"(?<!\w){re.escape(group)}(?!\w)") if group else None
        self._does = say(component.text, words)
        self._facts = "\n".join(say(fact, words) for fact in component.facts)
        self._others = _names(card.game, language)
        self._ours, self._theirs = _groups(card)

    def score(self, section: Section) -> float:
        """The relevance of a section for the component; 0 for sections about typing, which list everything."""
        tail = section.id.partition(".")[2]
        if tail.startswith(("typing", "codes", "ways")):
            return 0.0
        parts = set(tail.split("-"))
        kin = 15.0 * bool(parts & self._ours) - 15.0 * bool(parts & self._theirs - self._ours)
        title = re.sub(r"^(The|A) ", "", section.title)
        section_text = _lower(section.title, section.body, section.aliases)
        if not any(form in section_text for form in self._forms):
            return self._speaks_of(title) or self._is_of_group(title)
        if self._called.search(title):
            return kin + (100 if self._called.fullmatch(title) else 80)
        among_aliases = self._called.search("\n".join(section.aliases))
        if among_aliases and any(self._called.fullmatch(alias) for alias in section.aliases):
            return kin + 70
        if self._bold.search(section.body):
            return kin + 50
        if own := self._speaks_of(title):
            return own
        if among_aliases:
            return kin + 33
        group = self._is_of_group(title)
        if group <= WEAK_SCORE and (mentioned := len(self._named.findall(section.body))):
            return min(20.0, 4.0 * mentioned) + kin
        return group

    def _is_of_group(self, title: str) -> float:
        """The score of a section whose title is or contains the component's group."""
        if not self._group or not self._group.search(title.lower()):
            return 0.0
        return 30.0 if self._group.fullmatch(title.lower()) else WEAK_SCORE

    def _speaks_of(self, title: str) -> float:
        """The score of a section whose title the component's own text mentions: a Knight has Maneuver, and Armor."""
        if title in self._others or not title[0].isupper() or not (title in self._does or title in self._facts):
            return 0.0
        whole = re.compile(rf"(?<!\w){re.escape(title)}(?!\w)")
        return 42.0 if whole.search(self._does) else 36.0 if whole.search(self._facts) else 0.0


@cache
def _lower(title: str, body: str, aliases: tuple[str, ...]) -> str:
    """All words of a section in lower case: searching it for a name is faster than matching every pattern."""
    return "\n".join((title, body, *aliases)).lower()


@cache
def _names(game: str, language: str) -> frozenset[str]:
    """The names of all components of a game."""
    return frozenset(say(one.name, catalogue(language)) for one in GAMES[game].components.values())


@cache
def _groups(card: Card) -> tuple[frozenset[str], frozenset[str]]:
    """The content words of the card's group id, and those of all groups of its game."""

    def content_words(one: str) -> frozenset[str]:
        return frozenset(one.rpartition(".")[0].split("_")) - {"", "of", "the"}

    return content_words(card.id), frozenset().union(*(content_words(one) for one in GAMES[card.game].components))
