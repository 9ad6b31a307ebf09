"""Whole matches of Knockdown for `tests/records`: every end, with open and with hidden hands.

Where a fight is wanted, fighters close in, attack whenever they reach each other, answer and test; for a standstill
nobody takes a card.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import msgspec

from engine.core.ask import Ask, Option
from engine.core.dice import seed_hash
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, replay
from engine.registry import GAMES

GAME = GAMES["knockdown"]
Options = dict[str, str | int | bool]
Kind = tuple[str, Options]
KINDS: tuple[Kind, ...] = (
    ("open", {}),
    ("hidden", {"hands": "hidden", "fighters": "random", "relief": "all", "block": "both", "later_pick": True}),
)
Choose = Callable[[Position, Ask, random.Random], Option]


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


def play(seed: str, kind: Kind, choose: Choose, most: int = 10_000) -> tuple[list[Entry], Position]:
    """A match in entries: what a seat plays up to the next boundary is one."""
    position, chance = Position.new(GAME, kind[1], 2, seed), random.Random(seed)
    entries: list[Entry] = []
    while position.asks and len(entries) < most:
        seat, codes = position.asks[0].seat, list[str]()
        while position.asks and (not codes or not position.boundary):
            option = choose(position, position.asks[0], chance)
            codes.append(option.code)
            position.pick(seat, option.code)
        entries.append(Entry(seat, codes=tuple(codes)))
    return entries, position


def recorded(seed: str, kind: Kind, entries: list[Entry]) -> Record:
    """The match as a record, with the result that its replay has."""
    options = GAME.settle(kind[1])
    outcome = replay(GAME, options, 2, seed, entries).outcome
    assert outcome is not None
    result = Result(outcome.winners, outcome.reason)
    return Record(GAME.key, options, 2, GAME.rules_version, seed_hash(seed), seed, tuple(entries), result)


def found(kind: Kind, reason: str, choose: Choose, among: int = 1) -> Record:
    """A match with the wanted end: among the first so many the one in which the most different things are said."""
    records: list[Record] = []
    for number in range(3000):
        seed = f"{kind[0]} {reason} {number}"
        entries, position = play(seed, kind, choose)
        if position.outcome is not None and position.outcome.reason == reason:
            records.append(recorded(seed, kind, entries))
        if len(records) == among:
            return max(records, key=lambda one: len({code for entry in one.entries for code in entry.codes}))
    raise LookupError(f"no match of {kind[0]} ends {reason}")


def ended(kind: Kind, reason: str, last: Entry, after: int) -> Record:
    """A match that its players end after so many entries."""
    for number in range(100):
        seed = f"{kind[0]} {reason} {number}"
        entries, position = play(seed, kind, fight, most=after)
        if position.asks:
            return recorded(seed, kind, [*entries, last])
    raise LookupError(f"every match of {kind[0]} is over after {after} entries")


def undone(record: Record, at: int) -> Record:
    """The same match, in which one entry was taken back and played again."""
    entry = record.entries[at]
    entries = (*record.entries[: at + 1], Entry(entry.seat, "undo", undo_to=at), *record.entries[at:])
    return msgspec.structs.replace(record, entries=entries)


def everything() -> dict[str, Record]:
    """A record for every reason, of both kinds."""
    records: dict[str, Record] = {}
    for number, kind in enumerate(KINDS):
        records |= {
            f"{kind[0]}-knock-out": undone(found(kind, "knock-out", fight, among=12), 14),
            f"{kind[0]}-cards": found(kind, "cards", anything, among=6),
            f"{kind[0]}-stalled": found(kind, "stalled", nothing),
            f"{kind[0]}-agreed": ended(kind, "agreed", Entry(0, "draw"), 30 + number),
            f"{kind[0]}-resigned": ended(kind, "resigned", Entry(1, "resign"), 34 + number),
            f"{kind[0]}-timeout": ended(kind, "timeout", Entry(0, "timeout"), 36 + number),
        }
    return {f"{GAME.key}-{name}": record for name, record in records.items()}
