"""Repairing a match: its log is the truth; what is stored besides must be what the log leads to."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence

from msgspec import Struct

from db.rows import Match, Move, NewMessage
from engine.core.position import Position
from engine.core.record import Entry, apply, effective, effective_indexes, from_rows, replay, written
from engine.core.text import text
from table.live import game_of, options_of
from table.moves import Moves
from table.sorry import Sorry

log = logging.getLogger("arena")

ADMIN_SEAT = -1
"""The seat of an entry that an admin made."""


class Finding(Struct, frozen=True):
    """What is the matter with a match."""

    same: bool
    """Whether what is stored is what the log leads to."""
    misfits: int = 0
    """How many of the last entries have to be taken back, because the log cannot be replayed to its end."""


def examine(match: Match, moves: Sequence[Move]) -> Finding:
    """Replay the log and compare it with what is stored."""
    position = Position.new(game_of(match), options_of(match), match.seats, match.seed)
    stands = effective(from_rows(moves))
    for number, entry in enumerate(stands):
        try:
            apply(position, entry)
        except Exception:
            # Whatever stops the replay is a finding about this match, not a fault of who asks.
            log.warning("match %s cannot be replayed beyond %s of its moves", match.id, number, exc_info=True)
            return Finding(same=False, misfits=len(stands) - number)
    return Finding(same=_is_stored(match, position))


def _is_stored(match: Match, position: Position) -> bool:
    try:
        same = json.loads(match.position) == json.loads(written(position))
    except ValueError:
        return False
    asked = tuple(ask.seat for ask in position.asks)
    return same and match.to_move == asked and (match.status == "over") == (position.outcome is not None)


def taking_back(moves: Sequence[Move], count: int) -> Entry:
    """The undo that takes back so many of the entries that stand; with none, it only lays the position anew."""
    entries = from_rows(moves)
    stands = effective_indexes(entries)
    if count > len(stands):
        raise Sorry(text("The match has {n} move so far.", "The match has {n} moves so far.", n=len(stands)))
    return Entry(ADMIN_SEAT, "undo", undo_to=stands[-count] if count else len(entries))


def mended(match: Match, moves: Sequence[Move], undo: Entry) -> Position:
    """What the log leads to with this undo at its end."""
    return replay(game_of(match), options_of(match), match.seats, match.seed, [*from_rows(moves), undo])


class Repairs:
    """Brings stored positions back in line with their logs, for admins."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store

    async def repair(self, number: int, back: int, interaction: int) -> Finding:
        """Store the position that the log leads to, without its last `back` moves, and post the board anew."""
        async with self._moves.queue(number):
            match, moves = await self._moves.begun(number), await self._store.moves(number)
            finding = examine(match, moves)
            undo = taking_back(moves, back)
            if finding.same and not back:
                if match.status == "live":
                    board = NewMessage(kind="turn", payload=json.dumps({"version": match.version, "call": []}))
                    await self._store.post(number, [board])
                    self._moves.announce([match.channel])
                return finding
            if finding.misfits > back:
                raise Sorry(
                    text(
                        "The last {n} move does not fit what was played before. Take it back with take-back.",
                        "The last {n} moves do not fit what was played before. Take them back with take-back.",
                        n=finding.misfits,
                    )
                )
            live = await self._moves.live(number, mended(match, moves, undo))
            await self._moves.commit_entry(live, undo, interaction)
            return finding
