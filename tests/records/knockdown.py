"""Whole matches of Knockdown for `tests/records`: every end, with open and with hidden hands.

Where a fight is wanted, fighters close in, attack whenever they reach each other, answer and test; for a standstill
nobody takes a card.
"""

from __future__ import annotations

import random

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, Record
from engine.knockdown.game import GAME
from tests.records.play import Kind, Recorder, undone

RECORDER = Recorder(GAME)
KINDS: tuple[Kind, ...] = (
    Kind("open", 2, {}),
    Kind("hidden", 2, {"hands": "hidden", "fighters": "random", "relief": "all", "block": "both", "later_pick": True}),
)


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Whatever comes; standing answers only now and then."""
    options = [one for one in ask.options if one.code != "guard"] if chance.random() < 0.98 else ask.options
    return chance.choice(list(options))


def fight(position: Position, ask: Ask, chance: random.Random) -> Option:
    """Attacks that reach, combos, answers and tests before anything else."""
    by_code = {option.code: option for option in ask.options}
    prompt = ask.prompt.removeprefix("knockdown.")
    if prompt == "action":
        hits = [one for one in ask.options if one.label.msgid.startswith("Attack") or one.code == "combo"]
        return chance.choice(hits) if hits else anything(position, ask, chance)
    if prompt == "test":
        view = GAME.view(position.state, ask.seat, position.asks)
        rival = view.seats[1 - ask.seat]
        return by_code["test" if rival.heavy + rival.light > 9 else "no"]
    if prompt in ("block", "react") and chance.random() < 0.7:
        return chance.choice([one for one in ask.options if one.code != "none"])
    return anything(position, ask, chance)


def nothing(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Nobody takes a card of the row."""
    return next((one for one in ask.options if one.code in ("move", "keep")), None) or chance.choice(list(ask.options))


def everything() -> dict[str, Record]:
    """A record for every reason, of both kinds."""
    records: dict[str, Record] = {}
    found, ended = RECORDER.found, RECORDER.ended
    for number, kind in enumerate(KINDS):
        records |= {
            f"{kind.name}-knock-out": undone(found(kind, "knock-out", fight, among=12), 14),
            f"{kind.name}-cards": found(kind, "cards", anything, among=6),
            f"{kind.name}-stalled": found(kind, "stalled", nothing),
            f"{kind.name}-agreed": ended(kind, "agreed", Entry(0, "draw"), 30 + number, fight),
            f"{kind.name}-resigned": ended(kind, "resigned", Entry(1, "resign"), 34 + number, fight),
            f"{kind.name}-timeout": ended(kind, "timeout", Entry(0, "timeout"), 36 + number, fight),
        }
    return RECORDER.named(records)
