"""Plays matches entry by entry and searches for the ends that records need; each game has its own policies."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from engine.core.ask import Ask, Option
from engine.core.dice import seed_hash
from engine.core.game import Game, MatchOptions
from engine.core.position import Position
from engine.core.record import Entry, Record, Result, replay

Choose = Callable[[Position, Ask, random.Random], Option]


class Kind(NamedTuple):
    """A kind of match: its name in the names of records, its number of seats, its options."""

    name: str
    seats: int
    options: MatchOptions


def variety(record: Record) -> int:
    """The number of different events in a match."""
    return len({code for entry in record.entries for code in entry.codes})


class Recorder(NamedTuple):
    """Plays and records matches of one game."""

    game: Game[Any, Any]

    def play(
        self, seed: str, kind: Kind, choose: Choose, most: int = 10_000, undo_at: int = -1
    ) -> tuple[list[Entry], Position]:
        """Play a match: the picks of a seat up to a boundary make one entry. The entry at `undo_at` is undone."""
        position, chance = Position.new(self.game, kind.options, kind.seats, seed), random.Random(seed)
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
                position = replay(self.game, kind.options, kind.seats, seed, entries)
        return entries, position

    def record(self, seed: str, kind: Kind, entries: Sequence[Entry]) -> Record:
        """The match as a record, with the result of its replay."""
        game, options = self.game, self.game.settle(kind.options)
        outcome = replay(game, options, kind.seats, seed, entries).outcome
        assert outcome is not None
        result = Result(outcome.winners, outcome.reason)
        return Record(game.key, options, kind.seats, game.rules_version, seed_hash(seed), seed, tuple(entries), result)

    def found(
        self,
        kind: Kind,
        reason: str,
        choose: Choose,
        *,
        among: int = 1,
        undo_at: int = -1,
        worth: Callable[[Record], int] = variety,
    ) -> Record:
        """A match with the wanted end: of the first `among` ones, the one with the highest worth."""
        records: list[Record] = []
        for number in range(5000):
            seed = f"{kind.name} {reason} {number}"
            entries, position = self.play(seed, kind, choose, undo_at=undo_at)
            if position.outcome is not None and position.outcome.reason == reason:
                records.append(self.record(seed, kind, entries))
            if len(records) == among:
                return max(records, key=worth)
        raise LookupError(f"no match of {kind.name} ends {reason}")

    def ended(
        self, kind: Kind, reason: str, last: Entry, after: int, choose: Choose, seeds: Iterable[str] = ()
    ) -> Record:
        """A match that its players end after this many entries."""
        for seed in seeds or (f"{kind.name} {reason} {number}" for number in range(5000)):
            entries, position = self.play(seed, kind, choose, most=after)
            if position.asks:
                return self.record(seed, kind, [*entries, last])
        raise LookupError(f"every match of {kind.name} is over after {after} entries")

    def named(self, records: dict[str, Record]) -> dict[str, Record]:
        """The records by file name."""
        return {f"{self.game.key}-{name}": record for name, record in records.items()}


def undone(record: Record, at: int) -> Record:
    """The same match with one entry undone and played again."""
    entry = record.entries[at]
    entries = (*record.entries[: at + 1], Entry(entry.seat, "undo", undo_to=at), *record.entries[at:])
    return msgspec.structs.replace(record, entries=entries)
