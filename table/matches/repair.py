"""Repairs matches: the log is authoritative, and the stored position must equal its replay."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from db.rows import Match, Move, NewMessage
from engine.core.position import Position
from engine.core.record import Entry, apply, effective, effective_indexes, from_rows, is_written, replay
from engine.core.text import text
from table.matches.live import game_of, options_of
from table.matches.moves import Moves
from table.outbox import edits
from table.queues import retry_if_changed
from table.user_error import UserError

log = logging.getLogger("arena")

ADMIN_SEAT = -1
"""The seat of an admin's entry."""


class Finding(Struct, frozen=True):
    """The result of comparing a match with its log."""

    same: bool
    """Whether the stored position equals the log's replay."""
    misfits: int = 0
    """The number of last entries that cannot be replayed and have to be undone."""


def examine(match: Match, moves: Sequence[Move]) -> Finding:
    """Replay the log and compare the result with the stored position."""
    position = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    effective_entries = effective(from_rows(moves))
    for number, entry in enumerate(effective_entries):
        try:
            apply(position, entry)
        except Exception:
            # A failed replay is a finding about this match, not an error of the command.
            log.warning("match %s cannot be replayed beyond %s of its moves", match.id, number, exc_info=True)
            return Finding(same=False, misfits=len(effective_entries) - number)
    return Finding(same=_equals_stored(match, position))


def _equals_stored(match: Match, position: Position) -> bool:
    try:
        same = is_written(position, match.position)
    except msgspec.DecodeError:
        return False
    asked = tuple(ask.seat for ask in position.asks)
    return same and match.to_move == asked and (match.status == "over") == (position.outcome is not None)


def undo_of_last(moves: Sequence[Move], count: int) -> Entry:
    """An undo of the last `count` entries that still count; 0 only replaces the position by the replay."""
    entries = from_rows(moves)
    effective_entries = effective_indexes(entries)
    if count > len(effective_entries):
        raise UserError(
            text("The match has {n} move so far.", "The match has {n} moves so far.", n=len(effective_entries))
        )
    return Entry(ADMIN_SEAT, "undo", undo_to=effective_entries[-count] if count else len(entries))


def repaired_position(match: Match, moves: Sequence[Move], undo: Entry) -> Position:
    """The position after the log with this undo appended."""
    return replay(game_of(match), options_of(match), match.seats, match.seed, [*from_rows(moves), undo])


class Repairs:
    """Aligns stored positions with their logs, for admins."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store

    @retry_if_changed
    async def repair(self, number: int, back: int, interaction: int) -> Finding:
        """Store the position of the log without its last `back` moves, and post the board again."""
        async with self._moves.queue(number):
            match, moves = await self._moves.need_begun(number), await self._store.matches.moves(number)
            finding = examine(match, moves)
            undo = undo_of_last(moves, back)
            if finding.same and not back:
                if match.status == "live":
                    board = NewMessage(kind="turn", payload=json.dumps({"version": match.version, "call": []}))
                    await self._store.outbox.post(number, [board], outdates=edits.ALL_KINDS)
                    self._moves.announce([match.channel])
                return finding
            if finding.misfits > back:
                raise UserError(
                    text(
                        "The last {n} move does not fit what was played before. Take it back with the option "
                        "take-back.",
                        "The last {n} moves do not fit what was played before. Take them back with the option "
                        "take-back.",
                        n=finding.misfits,
                    )
                )
            live = await self._moves.live(number, repaired_position(match, moves, undo))
            await self._moves.commit_entry(live, undo, interaction)
            return finding
