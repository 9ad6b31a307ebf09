"""Finds cards by a typed name, in either language."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rapidfuzz.distance import OSA

from engine.core.game import Component
from engine.core.text import Say, say
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from locales.folding import hyphenated

MAX_QUERY_LENGTH = 100
"""The maximum number of characters of a name that are compared."""
EXACT, BEGINS, WORDS, INSIDE, ALIKE = 100.0, 90.0, 80.0, 70.0, 65.0
"""Scores of a name: it equals the typed words, begins with them, has all of them, contains them, or resembles them."""
LIKELY, POSSIBLE = 0.7 * ALIKE, 0.5 * ALIKE
"""A look-alike above LIKELY is taken if no other comes near; one below POSSIBLE is ignored."""
NEAR = 4.0


class Card(NamedTuple):
    """A component of a game, which /card can show."""

    game: str
    id: str

    @property
    def component(self) -> Component:
        return GAMES[self.game].components[self.id]

    def title(self, speak: Say) -> str:
        return f"{speak(self.component.name)} · {speak(self.component.group)}"


@cache
def all_cards() -> tuple[Card, ...]:
    """The components of all games."""
    return tuple(Card(game, component) for game in GAMES for component in GAMES[game].components)


def plain(words: str) -> str:
    """The words in normalized form: letters and digits, without accents."""
    return " ".join(re.findall(r"[a-z0-9]+", hyphenated(words[:MAX_QUERY_LENGTH])))


@cache
def names(card: Card) -> tuple[str, ...]:
    """Its name in every language that we have."""
    return tuple(plain(say(card.component.name, catalogue(language))) for language in LANGUAGES)


@cache
def by_key() -> dict[str, Card]:
    """Every card by its autocomplete value: its id, prefixed with the game if the id is ambiguous."""
    by_word: dict[str, set[Card]] = {}
    for card in all_cards():
        for word in (plain(card.id), *names(card)):
            by_word.setdefault(word, set()).add(card)
    return {card.id if len(by_word[plain(card.id)]) == 1 else f"{card.game}:{card.id}": card for card in all_cards()}


@cache
def keys() -> dict[Card, str]:
    return {card: key for key, card in by_key().items()}


class Form(NamedTuple):
    """A card in one language, prepared for comparison with typed words."""

    name: str
    words: tuple[str, ...]
    """The words of its name."""
    spaced: str
    """Its name with a space before each word."""
    around: str
    """The words of its name, group and game, with a space before each."""


@cache
def searchable() -> tuple[tuple[Card, tuple[Form, ...]], ...]:
    """All cards with their forms in every language."""
    return tuple((card, tuple(_form(card, language) for language in LANGUAGES)) for card in all_cards())


def _form(card: Card, language: str) -> Form:
    about = (card.component.name, card.component.group, GAMES[card.game].name)
    name, *more = (plain(say(one, catalogue(language))) for one in about)
    return Form(name, tuple(name.split()), f" {name}", f" {' '.join((name, *more))}")


def _fitness(wanted: str, words: Sequence[str], form: Form) -> float:
    """How well the form contains the typed words, which have a space before each; 0 if it does not."""
    if wanted == form.name:
        return EXACT
    if form.name.startswith(wanted):
        return BEGINS
    named = False
    for one in words:
        if one not in form.around:
            return INSIDE if wanted in form.name else 0.0
        named = named or one in form.spaced
    return WORDS if named else INSIDE if wanted in form.name else 0.0


def _likeness(wanted: str, words: Sequence[str], form: Form) -> float:
    """The similarity of the words to the name; 0 if it is too low."""
    whole = OSA.normalized_similarity(wanted, form.name)
    begun = OSA.normalized_similarity(wanted, form.name[: len(wanted)]) if len(wanted) > 3 else 0.0
    each = [max(OSA.normalized_similarity(one, word) for word in form.words) for one in words]
    found: float = ALIKE * max(whole, 0.95 * begun, 0.95 * sum(each) / len(each))
    return found if found >= POSSIBLE else 0.0


def ranked(wanted: str, here: str) -> list[tuple[float, Card]]:
    """Matching cards with their scores: those of this channel's game first, then by score."""
    words = wanted.split()
    spaced = [f" {one}" for one in words]
    fits = [(max(_fitness(wanted, spaced, form) for form in forms), card) for card, forms in searchable()]
    if not any(fit for fit, _ in fits):
        fits = [(max(_likeness(wanted, words, form) for form in forms), card) for card, forms in searchable()]
    return sorted((fit for fit in fits if fit[0]), key=lambda fit: (fit[1].game != here, -fit[0]))


def suggest_cards(typed: str, here: str) -> list[Card]:
    """The cards that autocomplete offers; look-alikes only if nothing else fits."""
    wanted = plain(typed)
    if not wanted:
        return sorted(all_cards(), key=lambda card: card.game != here)
    fits = ranked(wanted, here)
    sure = [card for fit, card in fits if fit > ALIKE]
    return sure or [card for _, card in sorted(fits, key=lambda fit: (-fit[0], fit[1].game != here))]


def find_cards(typed: str, here: str) -> list[Card]:
    """The card that the words name; several if they are ambiguous, the likeliest first; empty if no name is similar."""
    if typed in by_key():
        return [by_key()[typed]]
    wanted = plain(typed)
    if not wanted:
        return []
    fits = sorted(ranked(wanted, here), key=lambda fit: -fit[0])
    if not fits:
        return []
    best = fits[0][0]
    if best > ALIKE:
        near = [card for fit, card in fits if fit == EXACT or (best < EXACT and fit > ALIKE)]
    elif best >= LIKELY:
        near = [card for fit, card in fits if fit > best - NEAR]
    else:
        return [card for _, card in fits]
    return [card for card in near if card.game == here] or near
