"""Matches played at random, for laws that hold at every point of every match."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from engine.core.ask import Event
from engine.core.position import Position
from engine.registry import GAMES

GAME = GAMES["leaders"]
CAREFUL = settings(deadline=None, derandomize=True, max_examples=150)


class Match(NamedTuple):
    """A position that was reached by play, and the codes that led there."""

    seed: str
    options: dict[str, Any]
    log: list[tuple[int, str]]
    position: Position


def begin(seed: str, options: dict[str, Any]) -> Position:
    """A new match."""
    return Position.new(GAME, options, 2, seed)


def go(position: Position, chance: random.Random) -> tuple[int, str, list[Event]]:
    """One random pick."""
    ask = position.asks[0]
    code = chance.choice(ask.options).code
    return ask.seat, code, position.pick(ask.seat, code)


def played(seed: str, picks: int, options: dict[str, Any]) -> Match:
    """A match after so many random picks, or at its end."""
    position, chance = begin(seed, options), random.Random(seed)
    log: list[tuple[int, str]] = []
    while position.asks and len(log) < picks:
        log.append(go(position, chance)[:2])
    return Match(seed, options, log, position)


every_option = st.fixed_dictionaries(
    {"mode": st.sampled_from(["basic", "advanced"]), "crown_is_recruit_space": st.booleans()}
)
matches = st.builds(played, st.integers(0, 10**6).map(str), st.integers(0, 300), every_option)
"""Matches at any point, in the middle of a step too."""


def on_the_wire(position: Position) -> dict[str, Any]:
    """The position as it is after a journey through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(position.write()))
    return written


def reread(position: Position, **changed: Any) -> Position:
    """The position read from its writing, with some fields changed."""
    return Position.read(GAME, position.options, {**on_the_wire(position), **changed})
