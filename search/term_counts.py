"""How often words, or a few letters of them, stand in each section of a book; and what that tells."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Collection, Mapping
from functools import lru_cache

SATURATION, BY_LENGTH = 1.2, 0.4
"""Of bm25: how soon more of the same tells no more, and how much a long section has to have more of it."""
PRIOR = 50.0
"""So many words as the whole book has them are added to those of a section, so that what it lacks is unlikely, not
impossible (Dirichlet)."""
LETTERS = 3
"""Letters of a word that are compared at a time."""


class TermCounts:
    """How often each term stands in each section."""

    def __init__(self) -> None:
        self.places: dict[str, dict[str, int]] = defaultdict(dict)
        """A term → the sections that have it, and how often."""
        self.lengths: dict[str, int] = defaultdict(int)
        self.totals: dict[str, int] = defaultdict(int)
        self._all = 0
        self._dampening: dict[str, float] = {}
        self._dampened = 0
        """By how much each section's length dampens what a term tells, by bm25; and how many terms that is true for."""

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
        """The sections that have any of some terms, and how often the one of which they have most."""
        found: dict[str, int] = {}
        for term in terms:
            for section, times in self.places.get(term, {}).items():
                if times > found.get(section, 0):
                    found[section] = times
        return found

    def told(self, section: str, times: float) -> float:
        """BM25 weight of a term that occurs `times` in the section."""
        if self._dampened != self._all:
            self._dampening, self._dampened = {}, self._all
        dampening = self._dampening.get(section)
        if dampening is None:
            longer = self.lengths[section] * len(self.lengths) / self._all
            dampening = self._dampening[section] = SATURATION * (1 - BY_LENGTH + BY_LENGTH * longer)
        return times * (SATURATION + 1) / (times + dampening)

    def unlikely(self, section: str) -> float:
        """How unlikely any term is that a section lacks, as a logarithm."""
        return math.log(PRIOR / (self.lengths[section] + PRIOR))

    def expected(self, terms: Collection[str]) -> float:
        """How often any of some terms would stand in a section of `PRIOR` words like the whole book."""
        return PRIOR * ((sum(self.totals.get(term, 0) for term in terms) + 0.5) / self._all)


def likelier(times: float, expected: float) -> float:
    """How much likelier terms become when a section has them so often, beside how often they are expected."""
    return math.log(1 + times / expected)


@lru_cache(maxsize=20_000)
def letters(word: str) -> tuple[str, ...]:
    """A word in overlapping groups of letters, its beginning and end marked: what a slip or an ending leaves alike."""
    marked = f"^{word}$"
    return tuple([marked[start : start + LETTERS] for start in range(max(1, len(marked) - LETTERS + 1))])
