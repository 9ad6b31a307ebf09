"""Whole matches of New Game for `tests/records`: every end."""

from __future__ import annotations

import random

from engine.core.dice import seed_hash
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, replay
from engine.newgame.game import GAME


def play(seed: str, most: int = 1000) -> list[Entry]:
    """A random match in entries: what a seat plays in a turn is one."""
    position, chance = Position.new(GAME, {}, 2, seed), random.Random(seed)
    entries: list[Entry] = []
    while position.asks and len(entries) < most:
        seat, codes = position.asks[0].seat, list[str]()
        while position.asks and (not codes or not position.boundary):
            codes.append(chance.choice(position.asks[0].options).code)
            position.pick(seat, codes[-1])
        entries.append(Entry(seat, codes=tuple(codes)))
    return entries


def recorded(seed: str, *entries: Entry) -> Record:
    """The match as a record, with the result that its replay has."""
    options = GAME.settle({})
    outcome = replay(GAME, options, 2, seed, entries).outcome
    assert outcome is not None
    result = Result(outcome.winners, outcome.reason)
    return Record(GAME.key, options, 2, GAME.rules_version, seed_hash(seed), seed, entries, result)


def everything() -> dict[str, Record]:
    """A record for every reason."""
    records = {
        "last-stone": recorded("last stone", *play("last stone")),
        "agreed": recorded("agreed", *play("agreed", 6), Entry(0, "draw")),
        "resigned": recorded("resigned", *play("resigned", 7), Entry(1, "resign")),
        "timeout": recorded("timeout", *play("timeout", 8), Entry(0, "timeout")),
    }
    return {f"{GAME.key}-{name}": record for name, record in records.items()}
