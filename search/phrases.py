"""Titles, aliases and example questions of a book's sections, and their similarity to a question.

Every fact of a section is written as a question in `example_questions.toml`, beside the rules that it is about. A
question is compared with each phrase by the rarity of their common words (the cosine of two bags of words).
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from importlib.resources import files

from msgspec import Struct

from locales import LANGUAGES
from search.books import BOT, book
from search.words import STOP_WORDS, stems, tokens

STOP_WEIGHT = 0.25
SYNONYM_WEIGHT = 0.6
"""The weight of a synonym relative to the word itself."""
NEAREST_PHRASES = 10
"""The number of a section's nearest phrases that are averaged."""

_NONE: frozenset[str] = frozenset()

Rarity = Callable[[str, Collection[str]], float]
"""Returns the weight of a word, by the word and its stems."""


class Term(Struct, frozen=True):
    """A word of a question: its stems, its synonyms' stems, and whether it is a content word."""

    word: str
    forms: frozenset[str]
    others: frozenset[str]
    content: bool
    begun: frozenset[str] = frozenset()
    """Stems that start with the unfinished word."""


class Near(Struct):
    """The similarities of a question to the phrases of a section."""

    each: list[float]
    share: float = 0.0
    """The part of a title or alias that the question contains, with a bonus for longer ones."""
    called: float = 0.0
    """The same weighted by the rarity of the words, times the part of the question that it covers."""

    @property
    def best(self) -> float:
        return max(self.each, default=0.0)

    @property
    def mean(self) -> float:
        """The average similarity of the nearest few."""
        return sum(sorted(self.each)[-NEAREST_PHRASES:]) / NEAREST_PHRASES


class Phrase(Struct, frozen=True, gc=False):
    """A title, alias or example question of a section: its words, each with its stems."""

    section: str
    words: dict[str, frozenset[str]]
    name: str | None
    """The normalized title or alias; None for a question."""


class Phrases:
    """The phrases of a book, indexed by the stems of their words."""

    def __init__(self, phrases: Sequence[Phrase], rarity: Rarity) -> None:
        self._rarity = rarity
        self._of: list[tuple[str, float, int, frozenset[str]]] = []
        """Each phrase: its section, the total weight of its words, the number of its content words if it is a name, and
        the stems of its stop words.
        """
        self._places: dict[str, list[int]] = defaultdict(list)
        """A stem → the phrases with it."""
        rarity_of = cache(rarity)
        places = self._places
        for number, phrase in enumerate(phrases):
            weight, small, content = 0.0, _NONE, 0
            for word, forms in phrase.words.items():
                if word in STOP_WORDS:
                    weight += STOP_WEIGHT
                    small |= forms
                else:
                    weight += rarity_of(word, forms)
                    content += 1
                for form in forms:
                    places[form].append(number)
            length = 0 if phrase.name is None else content or len(phrase.words)
            self._of.append((phrase.section, weight, length, small))

    def near(self, terms: Collection[Term]) -> dict[str, Near]:
        """The sections with a phrase that contains a content word of the question."""
        total = 0.0
        shared: dict[int, float] = {}
        counted: dict[int, int] = {}
        for term in terms:
            weight = self._rarity(term.word, term.forms) if term.content else STOP_WEIGHT
            total += weight
            if term.content:
                for number, share in self._having(term).items():
                    shared[number] = shared.get(number, 0.0) + share * weight
                    counted[number] = counted.get(number, 0) + 1
        little = [term.forms for term in terms if not term.content]
        found: dict[str, Near] = {}
        for number, both in shared.items():
            section, whole, length, small = self._of[number]
            if small:
                same = 0
                for forms in little:
                    if not small.isdisjoint(forms):
                        same += 1
                both += STOP_WEIGHT * same
            one = found.get(section)
            if one is None:
                one = found[section] = Near([])
            one.each.append(both / math.sqrt(total * (both if both > whole else whole)))
            if length:
                one.share = max(one.share, _share(min(counted[number], length), length))
                one.called = max(one.called, min(1.0, both / whole) ** 2 * min(1.0, whole / total))
        return found

    def _having(self, term: Term) -> dict[int, float]:
        """The phrases that contain a word or one of its synonyms."""
        found: dict[int, float] = {}
        for forms, share in ((term.others, SYNONYM_WEIGHT), (term.forms, 1.0)):
            for form in forms:
                found.update(dict.fromkeys(self._places.get(form, ()), share))
        return found


def _share(both: int, length: int) -> float:
    return (both / length) ** 2 * (0.7 + 0.3 * both)


def phrases(key: str) -> Iterator[Phrase]:
    """The phrases of a book."""
    aliases: set[tuple[str, str]] = set()
    for language in LANGUAGES:
        for one in book(key, language).values():
            yield _phrase(one.id, one.title, language, is_name=True)
            for alias in one.aliases:
                if (one.id, alias) not in aliases:
                    aliases.add((one.id, alias))
                    yield _phrase(one.id, alias, is_name=True)
    for section, language, question in example_questions(key):
        yield _phrase(section, question, language)


def _phrase(section: str, phrase: str, language: str = "", *, is_name: bool = False) -> Phrase:
    words = tokens(phrase)
    return Phrase(section, {word: stems(word, language) for word in words}, " ".join(words) if is_name else None)


@cache
def example_questions(key: str) -> tuple[tuple[str, str, str], ...]:
    """The example questions of a book: section, language, question. A game without such a file has none."""
    folder = files("search").joinpath(BOT) if key == BOT else files("engine").joinpath(key, "data")
    file = folder.joinpath("example_questions.toml")
    if not file.is_file():
        return ()
    topics = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        (f"{key}.{topic}", language, question.strip())
        for topic, languages in topics.items()
        for language, questions in languages.items()
        for question in questions.split(";")
    )
