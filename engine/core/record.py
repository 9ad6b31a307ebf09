"""A whole match as text: its start and every entry since. Log, export and test record share this format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import msgspec
from msgspec import Struct, field

from engine.core.ask import Event, Refused
from engine.core.dice import seed_hash
from engine.core.game import AnyGame, Impossible, MatchOptions
from engine.core.position import Position
from engine.core.text import text


class Entry(Struct, frozen=True, omit_defaults=True):
    """One confirmed action of a seat. Entries are never removed: an undo is an entry too."""

    seat: int
    kind: str = "play"
    """`play`, `undo`, `resign`, `draw` (agreed by all) or `timeout` (of the seat, and of the seats in the codes)."""
    codes: tuple[str, ...] = ()
    undo_to: int = field(default=0, name="keep")
    """For an undo: the number of entries (undos included) after which the log is restored."""


class Result(Struct, frozen=True):
    winners: tuple[int, ...]
    reason: str


class Record(Struct, frozen=True, omit_defaults=True):
    """A match from its first line to its last."""

    game: str
    options: dict[str, str | int | bool]
    seats: int
    rules_version: int
    seed_hash: str
    seed: str = ""
    """Published when the match is over; without it random draws cannot be replayed."""
    entries: tuple[Entry, ...] = ()
    result: Result | None = None
    by: str = ""
    """The program that wrote the record, with its version; may be empty."""


def effective(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that no later undo has taken back."""
    return [entries[index] for index in effective_indexes(entries)]


def effective_indexes(entries: Sequence[Entry]) -> list[int]:
    """The log indexes of the entries that no later undo has taken back."""
    found: list[int] = []
    for index, entry in enumerate(entries):
        if entry.kind == "undo":
            found = [index for index in found if index < entry.undo_to]
        else:
            found.append(index)
    return found


def apply(position: Position, entry: Entry) -> list[Event]:
    """Carry out an entry other than an undo; returns its events."""
    if entry.kind == "resign":
        return position.resign(entry.seat)
    if entry.kind == "timeout":
        return position.run_out({entry.seat, *(int(code) if code.isdecimal() else -1 for code in entry.codes)})
    if entry.kind == "draw":
        return position.agree_draw()
    if entry.kind != "play":
        raise Impossible(text("There is no entry of the kind {kind}.", kind=entry.kind))
    events: list[Event] = []
    for code in entry.codes:
        events += position.pick(entry.seat, code)
    return events


def replay(game: AnyGame, options: MatchOptions, seats: int, seed: str, entries: Sequence[Entry]) -> Position:
    """The position after all entries."""
    position = Position.new(game, options, seats, seed)
    for entry in effective(entries):
        apply(position, entry)
    return position


def check(record: Record, game: AnyGame) -> Position:
    """Replay a finished record; raises `Impossible` if its seed or result differs."""
    if (record.game, record.rules_version) != (game.key, game.rules_version):
        raise Impossible(
            text("The record is of {game}, rules version {version}.", game=record.game, version=record.rules_version)
        )
    if seed_hash(record.seed) != record.seed_hash:
        raise Impossible(text("The seed is not the one that was published at the start."))
    position = replay(game, record.options, record.seats, record.seed, record.entries)
    found = Result(position.outcome.winners, position.outcome.reason) if position.outcome else None
    if found != record.result:
        raise Impossible(text("The replay ends differently: {found}.", found=str(found)))
    return position


def written(position: Position) -> str:
    """A position as one line of JSON, the same for equal positions."""
    return msgspec.json.encode(position.write(), order="sorted").decode()


def is_written(position: Position, stored: str) -> bool:
    """Whether the stored JSON is this position, possibly written by an earlier version with fewer rests."""
    here = msgspec.json.decode(written(position))
    there = msgspec.json.decode(stored)
    if here == there or not isinstance(there, dict):
        return bool(here == there)
    if position.outcome is not None:
        # Ended from outside in the middle of a battle, say: for the earlier version with the board before the battle.
        return there.keys() < here.keys() and bool(here["outcome"] == there.get("outcome"))
    try:
        again = Position.read(position.game, position.options, there)
    except (Impossible, Refused):
        return False
    return bool(here == msgspec.json.decode(written(again)))


class Row(Protocol):
    """A row of a stored log: the codes and the rest of the entry are JSON text."""

    @property
    def seat(self) -> int | None: ...
    @property
    def kind(self) -> str: ...
    @property
    def codes(self) -> str: ...
    @property
    def note(self) -> str: ...


class _Note(Struct):
    keep: int = 0


def from_row(row: Row) -> Entry:
    """One entry of a stored log."""
    codes = msgspec.json.decode(row.codes, type=tuple[str, ...])
    note = msgspec.json.decode(row.note, type=_Note)
    return Entry(row.seat if row.seat is not None else -1, row.kind, codes, note.keep)


def from_rows(rows: Sequence[Row]) -> list[Entry]:
    """The entries of a stored log. The last row of a canceled match is not an entry."""
    return [from_row(row) for row in rows if row.kind != "cancel"]
