"""Recorded matches of Knockdown for `tests/records`: every end, with open and with hidden hands, by the first rules
version, and a match that differs between versions.

For a fight, fighters approach, attack in range, answer and test; for stalling, nobody takes a card.
"""

from __future__ import annotations

import random
from itertools import pairwise

from engine.core.ask import Ask, Option
from engine.core.position import Position
from engine.core.record import Entry, Record, apply, effective
from engine.knockdown.effects import HELPS_ONESELF
from engine.knockdown.game import GAME
from engine.registry import game_for
from tests.records.play import Kind, Recorder, undone

FIRST, SECOND, THIRD = (Recorder(game_for("knockdown", version)) for version in (1, 2, 3))
KINDS: tuple[Kind, ...] = (
    Kind("open", 2, {}),
    Kind("hidden", 2, {"hands": "hidden", "fighters": "random", "relief": "all", "block": "both", "later_pick": True}),
)


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Any option; automatic replies only now and then."""
    options = [one for one in ask.options if one.code != "guard"] if chance.random() < 0.98 else ask.options
    return chance.choice(list(options))


def fight(position: Position, ask: Ask, chance: random.Random) -> Option:
    """Prefer attacks in range, combos, answers and tests."""
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
    """Never take a card of the row."""
    return next((one for one in ask.options if one.code in ("move", "keep")), None) or chance.choice(list(ask.options))


def helpful(position: Position, ask: Ask, chance: random.Random) -> Option:
    """Leave Slip Aside in the row as a reaction, and prefer attacks that only help their own player."""
    wanted = ("slip-aside",) if ask.prompt == "knockdown.react" else ("stone-breath", "beggars-prayer", "distil")
    left = [one for one in ask.options if ask.prompt == "knockdown.react" or one.code != "slip-aside"]
    first = [one for one in left if one.code in wanted]
    return chance.choice(first or left)


def answered(record: Record) -> set[str]:
    """The attacks that were answered by a reaction."""
    position = Position.new(game_for(record.game, record.rules_version), record.options, record.seats, record.seed)
    events = [event for entry in effective(record.entries) for event in apply(position, entry)]
    attacks = [event.args for event in events if event.kind == "attacked"]
    return {one["attack"] for one, two in pairwise(attacks) if two["reaction"]}


def targets() -> dict[str, Record]:
    """A match by each version: in the first, an attack that only helps its player is answered; in the second, it is
    not.
    """
    kind = KINDS[0]
    for number in range(5000):
        seed = f"targets {number}"
        records = [one.record(seed, kind, one.play(seed, kind, helpful)[0]) for one in (FIRST, SECOND)]
        if answered(records[0]) & HELPS_ONESELF and answered(records[1]):
            return {f"targets-{record.rules_version}": record for record in records}
    raise LookupError("no match tells the versions apart")


def everything() -> dict[str, Record]:
    """A record for every reason to end, with open and with hidden hands."""
    records = targets() | {"rounds-3": THIRD.found(KINDS[0], "knock-out", fight)}
    found, ended = FIRST.found, FIRST.ended
    for number, kind in enumerate(KINDS):
        records |= {
            f"{kind.name}-knock-out": undone(found(kind, "knock-out", fight, among=12), 14),
            f"{kind.name}-cards": found(kind, "cards", anything, among=6),
            f"{kind.name}-stalled": found(kind, "stalled", nothing),
            f"{kind.name}-agreed": ended(kind, "agreed", Entry(0, "draw"), 30 + number, fight),
            f"{kind.name}-resigned": ended(kind, "resigned", Entry(1, "resign"), 34 + number, fight),
            f"{kind.name}-timeout": ended(kind, "timeout", Entry(0, "timeout"), 36 + number, fight),
        }
    return FIRST.named(records)
