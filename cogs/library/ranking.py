"""How the signs that a section answers a question are weighed.

The weights are learned: `python -m bench.ranking` fits them to questions whose answers are known (a softmax over the
sections, so that the right one gets the most), and prints the table below and how each set of questions fares.
"""

from __future__ import annotations

import math
from operator import mul
from typing import NamedTuple


class Signs(NamedTuple):
    """What speaks for a section; each from 0 to about 1."""

    words: float = 0.0
    """How much of the question's words its title, aliases and text have, by bm25, beside the section that has most."""
    covered: float = 0.0
    """The share of the question's words that it has at all."""
    asked: float = 0.0
    """How near the question comes to one of its example questions."""
    nearest: float = 0.0
    """How near it comes to any of these, its title or an alias."""
    few: float = 0.0
    """How near it comes to the four nearest of them, on average."""
    listing: float = 0.0
    """Whether it is a list at the end of the rules, or about typing."""
    exact: float = 0.0
    """Whether the question is its title or alias word for word."""
    share: float = 0.0
    """How much of a title or alias the question says; more of a longer one is worth more."""


WEIGHTS = Signs(words=3.49, covered=0.61, asked=4.16, nearest=4.33, few=3.51, listing=-0.29, exact=0.41, share=3.04)
"""As learned."""
SPREAD = 4.0
"""How far a difference of weighed signs spreads the scores: by this much, one is e times the other."""


def score(signs: Signs) -> float:
    """How well a section answers; above 0."""
    return math.exp(sum(map(mul, WEIGHTS, signs)) / SPREAD)
