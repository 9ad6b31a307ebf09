"""How the signs that a section answers a question are weighed.

The weights are learned: `python -m bench.ranking` fits them to questions whose answers are known (a softmax over the
sections, so that the right one gets the most), and prints the table below and how each set of questions fares.
"""

from __future__ import annotations

import math
from operator import mul
from typing import NamedTuple


class Features(NamedTuple):
    """What speaks for a section; most of them go from 0 to about 1."""

    words: float = 0.0
    """How much of the question's words its text has, by bm25, beside the section that has most."""
    covered: float = 0.0
    """The share of the question's words that it has at all, in its text or in a phrase (title, alias, example)."""
    nearest: float = 0.0
    """How near the question comes to one of its phrases, so that only one that says about the same counts (a power)."""
    few: float = 0.0
    """How near it comes to the ten nearest of them, on average."""
    share: float = 0.0
    """How much of a title or alias the question says; more of a longer one is worth more."""
    called: float = 0.0
    """The same by the rarity of the words, and how much of the question that is: little, if it says much besides."""
    letters: float = 0.0
    """How much its phrases have of the letters of the question's words, three at a time, beside the best section."""
    spelled: float = 0.0
    """The share of these letters that it has at all."""
    likely: float = 0.0
    """How likely the question's words of content are among those of its phrases, beside the whole book."""
    manner: float = 0.0
    """How likely the other words are: whether one asks for it by "how many", "who" or "may I"."""
    phrases: float = 0.0
    """How many phrases it has."""


WEIGHTS = Features(
    words=1.67,
    covered=1.40,
    nearest=2.34,
    few=2.61,
    share=2.14,
    called=2.08,
    letters=3.75,
    spelled=2.12,
    likely=1.96,
    manner=2.74,
    phrases=0.92,
)
"""As learned."""
SPREAD = 4.0
"""How far a difference of weighed signs spreads the scores: by this much, one is e times the other."""


def score(signs: Features) -> float:
    """How well a section answers; above 0."""
    return math.exp(sum(map(mul, WEIGHTS, signs)) / SPREAD)
