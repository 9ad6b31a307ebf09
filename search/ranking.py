"""Weights of the features that a section answers a question.

The weights are learned: `python -m bench.ranking` fits them to questions with known answers (a softmax over the
sections, so that the right one gets the highest score), and prints the table below and the results for each set of
questions.
"""

from __future__ import annotations

import math
from operator import mul
from typing import NamedTuple


class Features(NamedTuple):
    """Features of a section for a question; most are between 0 and about 1."""

    words: float = 0.0
    """BM25 score of the question's words in the section's text, relative to the best section."""
    covered: float = 0.0
    """The share of the question's words in the section's text or phrases (titles, aliases, examples)."""
    nearest: float = 0.0
    """The similarity of the nearest phrase, raised to a power so that only close phrases count."""
    few: float = 0.0
    """The average similarity of the ten nearest phrases."""
    share: float = 0.0
    """The part of a title or alias that the question contains, with a bonus for longer ones."""
    called: float = 0.0
    """The same weighted by the rarity of the words, times the part of the question that it covers."""
    letters: float = 0.0
    """BM25 score of the question's letter groups in the section's phrases, relative to the best section."""
    spelled: float = 0.0
    """The share of these letter groups in the section's phrases."""
    likely: float = 0.0
    """The log-likelihood of the question's content words in the section's phrases, relative to the whole book."""
    manner: float = 0.0
    """The same for the other words: "how many", "who" or "may I"."""
    phrases: float = 0.0
    """The logarithm of the number of its phrases."""


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
SCORE_TEMPERATURE = 4.0
"""The temperature of the scores: a difference of this much makes one score e times the other."""


def score(signs: Features) -> float:
    """The score of a section; above 0."""
    return math.exp(sum(map(mul, WEIGHTS, signs)) / SCORE_TEMPERATURE)
