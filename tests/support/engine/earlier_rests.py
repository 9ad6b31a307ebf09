"""Positions within a battle or combo as stored by versions with fewer rests; and how those matches continued."""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.ask import Event
from engine.core.position import Position
from engine.core.record import Entry, replay
from engine.registry import GAMES

DATA = Path(__file__).parents[2] / "positions" / "earlier_rests.jsonl.gz"

Pick = tuple[int, str]
"""A seat and a code."""


class Stored(Struct, frozen=True):
    """A position stored by commit 38f2a51, with the log before it and the picks after it."""

    game: str
    options: dict[str, str | int | bool]
    seats: int
    seed: str
    log: tuple[Pick, ...]
    position: dict[str, Any]
    after: tuple[Pick, ...]
    digest: str
    """A digest of all events and questions after it, pick by pick."""

    def __str__(self) -> str:
        return f"{self.seed} {len(self.log)}"

    def replayed(self) -> Position:
        """The position replayed from its log."""
        entries = [Entry(seat, "play", (code,)) for seat, code in self.log]
        return replay(GAMES[self.game], self.options, self.seats, self.seed, entries)

    def resigned(self, outcome: Mapping[str, Any]) -> dict[str, Any]:
        """The position as that version stored it when a player resigned here: at the rest before."""
        return {**self.position, "picks": [], "outcome": outcome}

    def read(self) -> Position:
        """The position read from its stored form."""
        return Position.read(GAMES[self.game], self.options, self.position)


def stored_positions() -> list[Stored]:
    """All stored positions."""
    return [msgspec.json.decode(line, type=Stored) for line in gzip.decompress(DATA.read_bytes()).splitlines()]


def digest_of(position: Position, picks: Sequence[Pick]) -> str:
    """Play these picks; return a digest of all events, questions, boundaries and dice on the way."""
    found: list[object] = [_open_questions(position)]
    for seat, code in picks:
        events = position.pick(seat, code)
        found.append(
            (_event_data(events), _open_questions(position), position.boundary, position.dice.used, position.outcome)
        )
    return hashlib.sha256(msgspec.json.encode(found, order="sorted")).hexdigest()[:16]


def _event_data(events: Sequence[Event]) -> list[object]:
    return [(event.kind, dict(event.args), event.only) for event in events]


def _open_questions(position: Position) -> list[object]:
    return [(ask.seat, ask.prompt, ask.about, [option.code for option in ask.options]) for ask in position.asks]
