"""Recorded matches of New Game for `tests/records`: one for every end."""

from __future__ import annotations

import random

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, Record
from engine.newgame.game import GAME
from tests.records.play import Kind, Recorder

RECORDER = Recorder(GAME)
PLAIN = Kind("plain", 2, {})


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Any option, at random."""
    return chance.choice(ask.options)


def everything() -> dict[str, Record]:
    """A record for every reason to end."""
    return RECORDER.named(
        {
            "last-stone": RECORDER.found(PLAIN, "last-stone", anything),
            "agreed": RECORDER.ended(PLAIN, "agreed", Entry(0, "draw"), 6, anything),
            "resigned": RECORDER.ended(PLAIN, "resigned", Entry(1, "resign"), 7, anything),
            "timeout": RECORDER.ended(PLAIN, "timeout", Entry(0, "timeout"), 8, anything),
        }
    )
