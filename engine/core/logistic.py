"""Logistic regression from a position's features to a chance to win, used by the evaluation of every game."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp


def chance(weights: Sequence[float], features: Sequence[float]) -> float:
    """The chance to win, 0 to 1, of the seat whose features these are; all features 0 mean 0.5."""
    odds = sum(map(float.__mul__, weights, features))
    return 1 / (1 + exp(-odds)) if odds > -40 else 0.0
