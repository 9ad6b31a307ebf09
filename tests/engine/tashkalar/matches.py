"""Matches of every form played at random, for laws that hold at every point of every match."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from engine.core.ask import Event
from engine.core.position import Position
from engine.tashkalar.game import GAME

CAREFUL = settings(deadline=None, derandomize=True, max_examples=40)


class Kind(NamedTuple):
    """A way to play: how many seats, with which options."""

    seats: int
    options: dict[str, Any]


KINDS = {
    "duel": Kind(2, {"decks": "random"}),
    "high": Kind(2, {"form": "high"}),
    "melee 3": Kind(3, {"decks": "random"}),
    "melee 4": Kind(4, {}),
    "duel teams": Kind(4, {"form": "duel"}),
    "high teams": Kind(4, {"form": "high", "decks": "random"}),
}


class Match(NamedTuple):
    """A position that was reached by play, and the codes that led there."""

    seed: str
    kind: Kind
    log: list[tuple[int, str]]
    position: Position


def begin(seed: str, kind: Kind) -> Position:
    """A new match."""
    return Position.new(GAME, kind.options, kind.seats, seed)


def go(position: Position, chance: random.Random) -> tuple[int, str, list[Event]]:
    """One random pick; beings are summoned and effects used more often than by pure chance, so that more happens."""
    ask = position.asks[0]
    options = list(ask.options)
    if chance.random() < 0.6:
        dull = ("done", "pass", "end", "none", "discard", "place")
        options = [one for one in options if one.code not in dull] or options
    code = chance.choice(options).code
    return ask.seat, code, position.pick(ask.seat, code)


def played(seed: str, picks: int, kind: str) -> Match:
    """A match after so many random picks, or at its end."""
    position, chance = begin(seed, KINDS[kind]), random.Random(seed)
    log: list[tuple[int, str]] = []
    while position.asks and len(log) < picks:
        log.append(go(position, chance)[:2])
    return Match(seed, KINDS[kind], log, position)


seeds = st.integers(0, 10**6).map(str)
kinds = st.sampled_from(sorted(KINDS))
matches = st.builds(played, seeds, st.integers(0, 300), kinds)
"""Matches at any point, in the middle of an effect too."""


def on_the_wire(position: Position) -> dict[str, Any]:
    """The position as it is after a journey through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(position.write()))
    return written


def reread(position: Position, **changed: Any) -> Position:
    """The position read from its writing, with some fields changed."""
    return Position.read(GAME, position.options, {**on_the_wire(position), **changed})
