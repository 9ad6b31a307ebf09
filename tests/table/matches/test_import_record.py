"""Imported records become logs, entry by entry."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import msgspec
import pytest

from db.rows import Move
from engine.core.record import Record, check, from_rows
from engine.registry import game_for
from table.matches import import_record
from table.matches.story import note
from table.user_error import UserError

RECORDS = Path(__file__).parents[2] / "records"
SHORT = (RECORDS / "leaders-advanced-repetition.json").read_bytes()


@pytest.mark.parametrize("file", sorted(RECORDS.glob("*.json")), ids=lambda file: file.stem)
def test_every_recorded_match_can_be_imported(file: Path) -> None:
    """The stored rows are those that `db check` gets by a replay, with a narration of every event."""
    record = import_record.read(file.read_bytes())
    whole = import_record.import_record(record)
    moves = [
        Move(match=1, seq=seq, seat=one.seat, kind=one.kind, codes=one.codes, note=one.note, at=0)
        for seq, one in enumerate(whole.moves, 1)
    ]
    assert tuple(from_rows(moves)) == record.entries
    assert note(moves[-1]).announced
    game = game_for(record.game, record.rules_version)
    again = check(msgspec.structs.replace(whole.record, entries=tuple(from_rows(moves))), game)
    assert msgspec.json.decode(whole.position) == msgspec.json.decode(msgspec.json.encode(again.write()))
    kinds = [event.kind for move in moves for event in note(move).events]
    assert "over" in kinds


def test_many_undos_are_imported_quickly() -> None:
    """Each undo returns to a stored position; none replays from the start."""
    record = msgspec.json.decode(SHORT, type=Record)
    first = record.entries[0]
    loops = [
        entry
        for number in range(1000)
        for entry in (first, msgspec.structs.replace(first, kind="undo", codes=(), undo_to=0))
    ]
    shifted = [*loops, *record.entries]
    with mock.patch("table.matches.commit_plan.replay", side_effect=AssertionError("replayed")):
        whole = import_record.import_record(msgspec.structs.replace(record, entries=tuple(shifted)))
    assert len(whole.moves) == len(shifted)


def test_a_record_is_read_with_any_whitespace() -> None:
    assert import_record.read(msgspec.json.format(SHORT, indent=4)) == import_record.read(SHORT)


@pytest.mark.parametrize("data", [b"\xff\xfe{}", b'"\xff"', b"null", b'{"game":"\xff"}'])
def test_bytes_that_are_not_text_are_refused(data: bytes) -> None:
    with pytest.raises(UserError):
        import_record.read(data)
