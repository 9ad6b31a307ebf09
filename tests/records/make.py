"""Whole recorded matches, one for every end in every mode: `python -m tests.records.make` writes them anew.

Leaders is played here, the other games in modules of their own.

They are meant to stay: a change of the rules that would alter one bumps the rules version instead.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.core.ask import Ask, Option
from engine.core.dice import seed_hash
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, replay
from engine.registry import GAMES
from tests.records import knockdown, monolith, tashkalar

HERE = Path(__file__).parent
GAME = GAMES["leaders"]
Choose = Callable[[Position, Ask, random.Random], Option]


def anything(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Whatever comes."""
    return chance.choice(ask.options)


def nothing(_: Position, ask: Ask, chance: random.Random) -> Option:
    """Nobody acts; recruits come as they like."""
    return next((one for one in ask.options if one.code == "end"), None) or chance.choice(ask.options)


def no_end(position: Position, ask: Ask, chance: random.Random) -> Option:
    """One character moves in a turn, and nothing is done that ends the match before its last turn."""
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


def play(seed: str, mode: str, choose: Choose, most: int = 10_000, undo_at: int = -1) -> tuple[list[Entry], Position]:
    """A match in entries: what a seat plays up to the next boundary is one. The one at `undo_at` is taken back."""
    position, chance = Position.new(GAME, {"mode": mode}, 2, seed), random.Random(seed)
    entries: list[Entry] = []
    while position.asks and len(entries) < most:
        seat, codes = position.asks[0].seat, list[str]()
        while position.asks and (not codes or not position.boundary):
            option = choose(position, position.asks[0], chance)
            codes.append(option.code)
            position.pick(seat, option.code)
        entries.append(Entry(seat, codes=tuple(codes)))
        if len(entries) == undo_at and position.asks:
            entries.append(Entry(seat, "undo", undo_to=undo_at - 1))
            position = replay(GAME, {"mode": mode}, 2, seed, entries)
    return entries, position


def recorded(seed: str, mode: str, entries: list[Entry]) -> Record:
    """The match as a record, with the result that its replay has."""
    options = GAME.settle({"mode": mode})
    outcome = replay(GAME, options, 2, seed, entries).outcome
    assert outcome is not None
    result = Result(outcome.winners, outcome.reason)
    return Record(GAME.key, options, 2, GAME.rules_version, seed_hash(seed), seed, tuple(entries), result)


def found(mode: str, reason: str, choose: Choose, *, undo_at: int = -1, among: int = 1) -> Record:
    """A match with the wanted end: among the first so many the one in which the most different things are said."""
    records: list[Record] = []
    for number in range(5000):
        seed = f"{mode} {reason} {number}"
        entries, position = play(seed, mode, choose, undo_at=undo_at)
        if position.outcome is not None and position.outcome.reason == reason:
            records.append(recorded(seed, mode, entries))
        if len(records) == among:
            return max(records, key=lambda one: len({code for entry in one.entries for code in entry.codes}))
    raise LookupError(f"no match of the {mode} mode ends {reason}")


def ended(mode: str, reason: str, last: Entry) -> Record:
    """A match that its players end."""
    for number in range(5000):
        seed = f"{mode} {reason} {number}"
        entries, position = play(seed, mode, anything, most=30)
        if position.asks:
            return recorded(seed, mode, [*entries, last])
    raise LookupError(reason)


def everything() -> dict[str, Record]:
    """A record for every reason, in both modes."""
    records: dict[str, Record] = {}
    for mode in ("basic", "advanced"):
        records |= {
            f"{mode}-captured": found(mode, "captured", anything, undo_at=9, among=40),
            f"{mode}-surrounded": found(mode, "surrounded", anything, undo_at=-1 if mode == "basic" else 14),
            f"{mode}-repetition": found(mode, "repetition", nothing),
            f"{mode}-cap": found(mode, "cap", no_end),
            f"{mode}-agreed": ended(mode, "agreed", Entry(0, "draw")),
            f"{mode}-resigned": ended(mode, "resigned", Entry(1, "resign")),
            f"{mode}-timeout": ended(mode, "timeout", Entry(0, "timeout")),
        }
    return {f"{GAME.key}-{name}": record for name, record in records.items()}


def in_lines(record: Record) -> str:
    """JSON with one entry to a line, so that a person can follow."""
    head = msgspec.json.encode(msgspec.structs.replace(record, entries=(), result=None)).decode()
    lines = ",\n".join(f"  {msgspec.json.encode(entry).decode()}" for entry in record.entries)
    result = msgspec.json.encode(record.result).decode()
    return f'{head[:-1]},\n"entries":[\n{lines}\n],\n"result":{result}}}\n'


def main() -> None:
    others = knockdown.everything() | monolith.everything() | tashkalar.everything()
    for name, record in (everything() | others).items():
        (HERE / f"{name}.json").write_text(in_lines(record), encoding="utf-8")


if __name__ == "__main__":
    main()
