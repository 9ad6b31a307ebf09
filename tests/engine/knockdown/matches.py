"""Matches played at random, for laws that hold at every point of every match."""

from __future__ import annotations

import json
import random
from typing import Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from engine.core.ask import Event
from engine.core.position import Position
from engine.knockdown.game import GAME

CAREFUL = settings(deadline=None, derandomize=True, max_examples=40)
Options = dict[str, str | int | bool]

KINDS: dict[str, Options] = {
    "plain": {},
    "hidden": {"hands": "hidden"},
    "lot": {"fighters": "random", "later_pick": True},
    "heavy": {"fighters": "random", "relief": "heavy", "menhir": "heavy"},
    "each": {"fighters": "random", "relief": "each", "block": "both"},
    "all": {"fighters": "random", "relief": "all", "hands": "hidden"},
}


class Match(NamedTuple):
    """A position that was reached by play."""

    kind: str
    position: Position


def go(position: Position, chance: random.Random) -> tuple[int, str, list[Event]]:
    """One random pick of any seat that is asked. Fights are sought: standing answers seldom, tests always."""
    ask = chance.choice(position.asks)
    options = list(ask.options)
    if ask.prompt == "knockdown.action" and chance.random() < 0.9:
        options = [one for one in options if one.code != "guard"]
        hits = [one for one in options if one.label.msgid.startswith("Attack") or one.code == "combo"]
        options = hits if hits and chance.random() < 0.6 else options
    elif ask.prompt == "knockdown.test":
        options = options[:1]
    code = chance.choice(options).code
    return ask.seat, code, position.pick(ask.seat, code)


def played(seed: str, picks: int, kind: str) -> Match:
    """A match after so many random picks, or at its end."""
    position, chance = Position.new(GAME, KINDS[kind], 2, seed), random.Random(seed)
    while position.asks and picks > 0:
        go(position, chance)
        picks -= 1
    return Match(kind, position)


seeds = st.integers(0, 10**6).map(str)
kinds = st.sampled_from(sorted(KINDS))
matches = st.builds(played, seeds, st.integers(0, 220), kinds)
"""Matches at any point, in the middle of a step too."""


def on_the_wire(position: Position) -> dict[str, Any]:
    """The position as it is after a journey through JSON."""
    written: dict[str, Any] = json.loads(json.dumps(position.write()))
    return written


def reread(position: Position, **changed: Any) -> Position:
    """The position read from its writing, with some fields changed."""
    return Position.read(GAME, position.options, {**on_the_wire(position), **changed})
