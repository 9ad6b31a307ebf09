"""Counts of words, or of letter groups, per section of a book, and their statistical weights."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

SATURATION, BY_LENGTH = 1.2, 0.4
"""Parameters of BM25: the saturation of repetitions, and the normalization by section length."""
PRIOR = 50.0
"""Pseudo-count of words with the book's distribution, added to each section so that missing words are unlikely but not
impossible (Dirichlet smoothing).
"""
GROUP_LETTERS = 3
"""The size of letter groups."""


class TermCounts:
    """Counts of each term in each section."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, int]] = defaultdict(dict)
        """A term → the sections with it, and its count in them."""
        self.lengths: dict[str, int] = defaultdict(int)
        self.totals: dict[str, int] = defaultdict(int)
        self._all = 0
        self._dampening: dict[str, float] = {}
        self._dampened = 0
        """The length normalization of each section for BM25, and the number of terms for which it was computed."""

    def add(self, section: str, counted: Mapping[str, int]) -> None:
        """Count terms of a section."""
        all_places, totals = self.places, self.totals
        for term, times in counted.items():
            places = all_places[term]
            places[section] = places.get(section, 0) + times
            totals[term] += times
        length = sum(counted.values())
        self.lengths[section] += length
        self._all += length

    def times(self, terms: Collection[str]) -> dict[str, int]:
        """The sections with any of some terms, and the highest count of one of them."""
        found: dict[str, int] = {}
        for term in terms:
            for section, times in self.places.get(term, {}).items():
                if times > found.get(section, 0):
                    found[section] = times
        return found

    def bm25(self, section: str, times: float) -> float:
        """BM25 weight of a term that occurs `times` in the section."""
        if self._dampened != self._all:
            self._dampening, self._dampened = {}, self._all
        dampening = self._dampening.get(section)
        if dampening is None:
            longer = self.lengths[section] * len(self.lengths) / self._all
            dampening = self._dampening[section] = SATURATION * (1 - BY_LENGTH + BY_LENGTH * longer)
        return times * (SATURATION + 1) / (times + dampening)

    def unlikely(self, section: str) -> float:
        """The log-probability of a missing term in a section, relative to the book."""
        return math.log(PRIOR / (self.lengths[section] + PRIOR))

    def expected(self, terms: Collection[str]) -> float:
        """The expected count of some terms in `PRIOR` words of the book."""
        return PRIOR * ((sum(self.totals.get(term, 0) for term in terms) + 0.5) / self._all)


def likelier(times: float, expected: float) -> float:
    """The gain in log-likelihood of terms that occur `times` in a section, relative to their expected count."""
    return math.log(1 + times / expected)


@lru_cache(maxsize=20_000)
def letters(word: str) -> tuple[str, ...]:
    """A word as overlapping letter groups with marked ends; typos and endings leave most groups unchanged."""
    marked = f"^{word}$"
    return tuple([marked[start : start + GROUP_LETTERS] for start in range(max(1, len(marked) - GROUP_LETTERS + 1))])
