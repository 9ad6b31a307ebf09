"""Calibration of the chances in reviews: overconfident ones are drawn toward even."""

from __future__ import annotations

from math import exp, log

from engine.core.position import Position

EARLY_TURNS = 4
"""Number of first turns, in which almost nothing is decided."""
ODDS_EXPONENTS = {"leaders": (0.85, 0.85), "monolith": (0.2, 1.0), "tashkalar": (0.5, 1.0), "knockdown": (0.5, 1.0)}
"""Exponents of the odds in the first turns and later, at most 1.

Leaders and Monolith Arena: about the values that `python -m bench trust` measured over 80 matches each; the others are
assumed."""
EARLY_LOG_ODDS = log(3)
"""Largest distance of the log odds from even in the first turns, e.g. 25 to 75 % with two sides."""
CHANCE_BOUNDS = (0.02, 0.98)
"""Least and greatest chance later. Only finished matches and forced lines are beyond them."""


def is_early(position: Position) -> bool:
    """Whether the position belongs to the first turns."""
    return bool(position.state.number <= EARLY_TURNS)


def trust_in(game: str) -> tuple[float, float]:
    """The exponents of a game; 1 and 1 for a game that was not measured."""
    return ODDS_EXPONENTS.get(game, (1.0, 1.0))


def calibrate(chance: float, position: Position) -> float:
    """The chance drawn toward even (the chance at the start), by the game's exponent."""
    low, high = CHANCE_BOUNDS
    even = -log(len(position.game.teams(position.state)) - 1)
    chance = min(max(chance, low), high)
    early, late = trust_in(position.game.key)
    off = log(chance / (1 - chance)) - even
    off = min(max(early * off, -EARLY_LOG_ODDS), EARLY_LOG_ODDS) if is_early(position) else late * off
    return min(max(1 / (1 + exp(-even - off)), low), high)
