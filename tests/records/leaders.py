"""Recorded matches of Leaders for `tests/records`: every end, in both modes."""

from __future__ import annotations

import random

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, Record
from engine.leaders.game import GAME
from tests.records.play import Kind, Recorder

RECORDER = Recorder(GAME)
KINDS = tuple(Kind(mode, 2, {"mode": mode}) for mode in ("basic", "advanced"))


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Any option."""
    return chance.choice(ask.options)


def nothing(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Never act; recruit any card."""
    return next((one for one in ask.options if one.code == "end"), None) or chance.choice(ask.options)


def no_end(position: Position, ask: Ask, chance: random.Random) -> Option:
    """Move one character per turn, and avoid everything that ends the match before its last turn."""
    if ask.prompt == "leaders.who-acts" and position.state.acted:
        return ask.options[-1]
    options = list(ask.options)
    chance.shuffle(options)
    for option in sorted(options, key=lambda one: one.code == "end"):
        ahead = position.fork()
        ahead.pick(ask.seat, option.code)
        if ahead.outcome is None or ahead.outcome.reason == "cap":
            return option
    return options[0]


def everything() -> dict[str, Record]:
    """A record for every reason to end, in both modes."""
    records: dict[str, Record] = {}
    found, ended = RECORDER.found, RECORDER.ended
    for kind in KINDS:
        undo_at = -1 if kind.name == "basic" else 14
        records |= {
            f"{kind.name}-captured": found(kind, "captured", anything, undo_at=9, among=40),
            f"{kind.name}-surrounded": found(kind, "surrounded", anything, undo_at=undo_at),
            f"{kind.name}-repetition": found(kind, "repetition", nothing),
            f"{kind.name}-cap": found(kind, "cap", no_end),
            f"{kind.name}-agreed": ended(kind, "agreed", Entry(0, "draw"), 30, anything),
            f"{kind.name}-resigned": ended(kind, "resigned", Entry(1, "resign"), 30, anything),
            f"{kind.name}-timeout": ended(kind, "timeout", Entry(0, "timeout"), 30, anything),
        }
    return RECORDER.named(records)
