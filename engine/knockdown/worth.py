"""The judge of the computer players: damage, rounds, what the hands can pay."""

from __future__ import annotations

from math import exp

from engine.knockdown.arena import dark
from engine.knockdown.state import State, total

HEAVY, LIGHT, TOTAL, ROUND, CARD, SKILL, DARK, POISON, CURSE, ELIXIR = (
    0.45,
    0.2,
    0.1,
    2.2,
    0.25,
    0.2,
    0.3,
    0.2,
    0.2,
    0.3,
)


def worth(s: State, seat: int) -> float:
    """The seat's chance to win the match."""
    return 1 / (1 + exp(-(_side(s, seat) - _side(s, 1 - seat))))


def _side(s: State, seat: int) -> float:
    one = s.seats[seat]
    damage = total(one)
    return (
        ROUND * one.victories
        - HEAVY * one.heavy
        - LIGHT * one.light
        - TOTAL * max(0, damage - 6)
        + CARD * min(len(one.hand), 7)
        + SKILL * len(one.skills)
        - (DARK if dark(one.at, s.candles) else 0)
        - POISON * one.poison
        - CURSE * one.curse
        + ELIXIR * len(one.elixirs)
    )
