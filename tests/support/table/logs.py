"""Recorded matches as the store returns them."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec

from db.rows import Match, Move
from engine.core.record import Entry, Record
from table.matches.story import Note

RECORDS = Path(__file__).parents[2] / "records"


def recorded(name: str) -> Record:
    return msgspec.json.decode((RECORDS / f"{name}.json").read_bytes(), type=Record)


def match_of(record: Record) -> Match:
    return Match(
        id=1,
        guild=None,
        channel=1,
        parent=None,
        game=record.game,
        options=json.dumps(record.options),
        seats=record.seats,
        seed=record.seed,
        seed_hash=record.seed_hash,
        rules_version=record.rules_version,
        status="over",
        version=len(record.entries),
        position="",
        to_move=(),
        language="en",
        palette="classic",
        result="",
        creator=1,
        created_at=0,
        updated_at=0,
        ended_at=None,
    )


def moves_of(entries: tuple[Entry, ...], *, quiet: tuple[int, ...] = ()) -> list[Move]:
    """The entries as rows; those with the `quiet` numbers were not announced at once."""
    return [
        Move(
            match=1,
            seq=number,
            seat=entry.seat,
            kind=entry.kind,
            codes=json.dumps(entry.codes),
            note=msgspec.json.encode(Note(undo_to=entry.undo_to, announced=number not in quiet)).decode(),
            at=0,
        )
        for number, entry in enumerate(entries, 1)
    ]
