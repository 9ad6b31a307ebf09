"""From what speaks for a seat to its chance to win: logistic regression, as every judge of a position uses it."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def chance(weights: Sequence[float], features: Sequence[float]) -> float:
    """The chance to win, 0 to 1, of whom these features speak for (0: nothing speaks for anybody)."""
    odds = sum(map(float.__mul__, weights, features))
    return 1 / (1 + exp(-odds)) if odds > -40 else 0.0
