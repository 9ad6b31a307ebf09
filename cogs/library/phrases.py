"""Titles, aliases and example questions of the sections, and how near a question comes to them.

Every fact of a section is written down as a question in `asked.toml`, beside the rules that it is about. A question is
compared with each phrase by the rarity of the words that both have (the cosine of two bags of words).
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cache
from importlib.resources import files

from msgspec import Struct

from cogs.library.books import BOT, book
from cogs.library.words import STOP_WORDS, WEAK_WORDS, content_words, stem, stems, tokens
from locales import LANGUAGES

TITLE, ALIAS, ASKED = range(3)
"""The kinds of phrases."""
STOP, WEAK = 0.25, 0.5
"""What a stop word weighs, and the share that a word weighs which says little."""
SYNONYM = 0.6
"""What a synonym counts beside the word itself."""
FEW = 4
"""So many of a section's nearest phrases are looked at together."""


class Term(Struct, frozen=True):
    """A word of a question: its stems, those of its synonyms, and whether the question is about it."""

    word: str
    forms: frozenset[str]
    others: frozenset[str]
    content: bool
    begun: bool = False
    """Whether it may be the beginning of a word."""


class Near(Struct):
    """How near a question comes to the phrases of a section: to the nearest of each kind, and to the nearest few."""

    kinds: list[float]
    few: list[float]
    share: float = 0.0
    """How much of a title or alias the question says; more of a longer one is worth more."""

    @property
    def best(self) -> float:
        return max(self.kinds)

    @property
    def mean(self) -> float:
        return sum(sorted(self.few)[-FEW:]) / FEW


class Phrases:
    """The phrases of some books, found by the stems of their words."""

    def __init__(self, rarity: Mapping[str, Collection[str]], sections: int) -> None:
        self._rarity, self._sections = rarity, sections
        self._of: list[tuple[str, int, float, int]] = []
        """Each phrase: its section, its kind, what its words weigh together, how many of them are of content."""
        self._small: list[frozenset[str]] = []
        """The stems of each phrase's stop words."""
        self._places: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
        """A book → a stem → the phrases that have it."""

    def enter(self, key: str) -> None:
        """Take the phrases of a book in."""
        aliases: set[tuple[str, str]] = set()
        for language in LANGUAGES:
            for one in book(key, language).values():
                self._add(one.id, TITLE, one.title, language)
                aliases.update((one.id, alias) for alias in one.aliases)
        for section, alias in sorted(aliases):
            self._add(section, ALIAS, alias)
        for section, language, question in asked(key):
            self._add(section, ASKED, question, language)

    def _add(self, section: str, kind: int, phrase: str, language: str = "") -> None:
        number, weight = len(self._of), 0.0
        small: set[str] = set()
        places = self._places[section.partition(".")[0]]
        for word in dict.fromkeys(tokens(phrase)):
            forms = {stem(word, language)} if language else stems(word)
            weight += self._weight(word, forms, content=word not in STOP_WORDS)
            if word in STOP_WORDS:
                small |= forms
            for form in forms:
                places[form].append(number)
        self._of.append((section, kind, weight, len(content_words(phrase))))
        self._small.append(frozenset(small))

    def _weight(self, word: str, forms: Collection[str], *, content: bool) -> float:
        """What a word tells: the more, the fewer sections have it."""
        if not content:
            return STOP
        most = max((len(self._rarity.get(form, ())) for form in forms), default=0)
        return math.log(1 + self._sections / max(most, 1)) * (WEAK if word in WEAK_WORDS else 1.0)

    def near(self, terms: Iterable[Term], keys: Collection[str]) -> dict[str, Near]:
        """The sections of some books that have a phrase with a word of content of the question."""
        weighed = [(term, self._weight(term.word, term.forms, content=term.content)) for term in terms]
        said = sum(weight for _, weight in weighed) or 1.0
        shared: dict[int, float] = {}
        counted: dict[int, int] = {}
        for term, weight in weighed:
            if term.content:
                for number, share in self._having(term, keys).items():
                    shared[number] = shared.get(number, 0.0) + share * weight
                    counted[number] = counted.get(number, 0) + 1
        little = [term.forms for term, _ in weighed if not term.content]
        found: dict[str, Near] = {}
        for number, both in shared.items():
            section, kind, whole, length = self._of[number]
            small = self._small[number]
            both += STOP * sum(not small.isdisjoint(forms) for forms in little) if small else 0.0
            near = both / math.sqrt(said * max(whole, both))
            if section not in found:
                found[section] = Near([0.0, 0.0, 0.0], [])
            one = found[section]
            one.kinds[kind] = max(one.kinds[kind], near)
            one.few.append(near)
            if kind != ASKED:
                one.share = max(one.share, _share(min(counted[number], length), length))
        return found

    def _having(self, term: Term, keys: Collection[str]) -> dict[int, float]:
        """The phrases that have a word or one of its synonyms."""
        found: dict[int, float] = {}
        for forms, share in ((term.others, SYNONYM), (term.forms, 1.0)):
            for key in keys:
                places = self._places[key]
                for form in forms:
                    found.update(dict.fromkeys(places.get(form, ()), share))
        return found


def _share(both: int, length: int) -> float:
    return (both / length) ** 2 * (0.7 + 0.3 * both)


@cache
def asked(key: str) -> tuple[tuple[str, str, str], ...]:
    """The example questions of a book: section, language, question. A game without such a file has none."""
    folder = files("cogs.library").joinpath(BOT) if key == BOT else files("engine").joinpath(key)
    file = folder.joinpath("asked.toml")
    if not file.is_file():
        return ()
    topics = tomllib.loads(file.read_text(encoding="utf-8"))
    return tuple(
        (f"{key}.{topic}", language, question.strip())
        for topic, languages in topics.items()
        for language, questions in languages.items()
        for question in questions.split(";")
    )
