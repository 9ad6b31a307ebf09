"""The search index of one book: computes the features of its sections for a question."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection
from itertools import chain

from msgspec import Struct

from engine.learning.rulebook import Section
from locales import LANGUAGES
from search.books import book
from search.phrases import Near, Phrases, Term, phrases
from search.ranking import Features
from search.term_counts import TermCounts, letters, likelier
from search.words import STOP_WORDS, WEAK_WORDS, stem, tokens

SYNONYM_WEIGHT, WEAK_WEIGHT = 0.6, 0.5
"""The weights of a synonym, and of a word that says little about the topic."""
NEARNESS_POWER = 4
"""The exponent for similarities: half the similarity counts a sixteenth."""
LOG_PHRASES_SCALE = 4.0
"""Normalizes the logarithm of the number of phrases; a section with e⁴ phrases has value 1."""


_FAR = Near([])


class Counted(Struct):
    """Sums over the words of a question for one section."""

    words: float = 0.0
    covered: float = 0.0
    likely: float = 0.0
    small: float = 0.0
    letters: float = 0.0
    spelled: float = 0.0


class BookIndex:
    """The sections of a book, in every language."""

    def __init__(self, key: str) -> None:
        self.vocabulary: set[str] = set()
        self._texts, self._phrased, self._letters = TermCounts(), TermCounts(), TermCounts()
        for language in LANGUAGES:
            for one in book(key, language).values():
                section_words = tokens(_text(one))
                self.vocabulary.update(section_words)
                self._texts.add(one.id, Counter([stem(word, language) for word in section_words]))
        found = list(phrases(key))
        self.names = [(one.name, one.section) for one in found if one.name is not None]
        """The normalized titles and aliases, each with its section."""
        self._sizes = Counter([one.section for one in found])
        words: dict[str, list[str]] = defaultdict(list)
        forms: dict[str, list[str]] = defaultdict(list)
        for phrase in found:
            words[phrase.section] += phrase.words
            forms[phrase.section] += chain.from_iterable(phrase.words.values())
        for section, stemmed in forms.items():
            self._phrased.add(section, Counter(stemmed))
        for section, section_words in words.items():
            self.vocabulary.update(section_words)
            spelled = [letters(word) for word in section_words if word not in STOP_WORDS]
            self._letters.add(section, Counter(chain.from_iterable(spelled)))
        texts, phrased = self._texts.places, self._phrased.places
        self._sections_with = {
            form: len(texts.get(form, {}).keys() | phrased.get(form, {}).keys())
            for form in texts.keys() | phrased.keys()
        }
        """A stem → the number of sections with it."""
        self._phrases = Phrases(found, self._word_weight)

    @property
    def stems(self) -> Collection[str]:
        """The stems of all its words."""
        return self._sections_with.keys()

    def _rarity(self, having: int) -> float:
        return math.log(1 + len(self._sizes) / max(having, 1))

    def spread(self, forms: Collection[str]) -> int:
        """The number of sections with the most frequent of some stems."""
        return max((self._sections_with.get(form, 0) for form in forms), default=0)

    def _word_weight(self, word: str, forms: Collection[str]) -> float:
        """The weight of a word: its rarity among the sections, less for weak words."""
        return self._rarity(self.spread(forms)) * (WEAK_WEIGHT if word in WEAK_WORDS else 1.0)

    def features(self, terms: Collection[Term]) -> dict[str, Features]:
        """The features of every section that shares a word with the question; `words` and `letters` are not yet
        normalized.
        """
        near = self._phrases.near(terms)
        counted: dict[str, Counted] = defaultdict(Counted)
        content = [term for term in terms if term.content]
        counted.update({one: Counted() for one in near})
        whole = sum(self._word_weight(term.word, term.forms) for term in content) or 1.0
        for term in content:
            self._count_word(counted, term, whole)
        for term in terms:
            if not term.content:
                expected = self._phrased.expected(term.forms)
                for one, times in self._phrased.times(term.forms).items():
                    if one in counted:
                        counted[one].small += likelier(times, expected)
        spelled = [term.word for term in content if term.word not in STOP_WORDS]
        self._count_letters(counted, {group for word in spelled for group in letters(word)})
        signs: dict[str, Features] = {}
        for one, found in counted.items():
            nearness, unlikely = near.get(one, _FAR), self._phrased.unlikely(one)
            signs[one] = Features(
                words=found.words,
                covered=found.covered,
                nearest=nearness.best**NEARNESS_POWER,
                few=nearness.mean,
                share=nearness.share,
                called=nearness.called,
                letters=found.letters,
                spelled=found.spelled,
                likely=(found.likely + len(content) * unlikely) / 10,
                manner=(found.small + (len(terms) - len(content)) * unlikely) / 10,
                phrases=math.log(self._sizes[one]) / LOG_PHRASES_SCALE,
            )
        return signs

    def _count_word(self, counted: dict[str, Counted], term: Term, whole: float) -> None:
        weight = self._word_weight(term.word, term.forms)
        forms = term.forms | term.begun
        exact, same = self._phrased.times(forms), self._phrased.times(term.others)
        expected = self._phrased.expected(term.forms)
        for one in exact.keys() | same.keys():
            times = max(exact.get(one, 0.0), SYNONYM_WEIGHT * same.get(one, 0.0))
            counted[one].likely += likelier(times, expected)
        text, same_text = self._texts.times(forms), self._texts.times(term.others)
        for one in text.keys() | same_text.keys():
            times = max(text.get(one, 0.0), SYNONYM_WEIGHT * same_text.get(one, 0.0))
            counted[one].words += weight * self._texts.bm25(one, times)
        having = exact.keys() | text.keys()
        for one in having:
            counted[one].covered += weight / whole
        for one in (same.keys() | same_text.keys()) - having:
            counted[one].covered += SYNONYM_WEIGHT * weight / whole

    def _count_letters(self, counted: dict[str, Counted], groups: Collection[str]) -> None:
        """Compare the letters of the question's words with those of each section in `counted`."""
        whole = 0.0
        bm25 = self._letters.bm25
        for group in groups:
            places = self._letters.places.get(group)
            if places is None:
                continue
            weight = self._rarity(len(places))
            whole += weight
            for one, times in places.items():
                if one in counted:
                    found = counted[one]
                    found.letters += weight * bm25(one, times)
                    found.spelled += weight
        for found in counted.values():
            found.spelled /= whole or 1.0


def _text(section: Section) -> str:
    """The complete text of a section."""
    return " ".join((section.body, *(diagram.caption for diagram in section.diagrams)))
