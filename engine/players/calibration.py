"""How far the chances of reviews can be trusted: drawn toward even where they were overconfident."""

from __future__ import annotations

from math import exp, log

from engine.core.position import Position

EARLY = 4
"""The first turns of a match, in which next to nothing is decided."""
TRUST = {"leaders": (0.85, 0.85), "monolith": (0.2, 1.0), "tashkalar": (0.5, 1.0), "knockdown": (0.5, 1.0)}
"""The exponent of the odds in the first turns and later, at most 1.

Leaders and Monolith Arena: about as `python -m bench trust` found it over 80 matches each; the others are assumed."""
SPREAD = log(3)
"""How far the odds are from even in the first turns at most, e.g. 25 to 75 % between two sides …"""
BOUNDS = (0.02, 0.98)
"""… and the least and greatest chance later. What is beyond is a match that is over, or a forced line."""


def is_early(position: Position) -> bool:
    """Whether the position belongs to the first turns."""
    return bool(position.state.number <= EARLY)


def calibrated(chance: float, position: Position) -> float:
    """The chance drawn toward even, that of a match not begun, by as much as the game's chances are to be trusted."""
    low, high = BOUNDS
    even = -log(len(position.game.teams(position.state)) - 1)
    chance = min(max(chance, low), high)
    early, late = TRUST.get(position.game.key, (1.0, 1.0))
    off = log(chance / (1 - chance)) - even
    off = min(max(early * off, -SPREAD), SPREAD) if is_early(position) else late * off
    return min(max(1 / (1 + exp(-even - off)), low), high)
