"""Base of the store's parts: run work in a read or in one write transaction."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from . import deadlines, messages
from .interactions import need_new
from .opening import in_plain_words
from .reader import Reader
from .rows import Match, NewDue, NewMessage
from .sql import Tx
from .writer import Writer

T = TypeVar("T")


QUICK_WRITE = 0.1
"""Seconds; what takes longer waits for a lock or for the disk, and reads no longer wait for it."""


class Transactions:
    """Runs work on the threads of the two connections."""

    _path: Path
    _reader: Reader
    _writer: Writer
    _clock: Callable[[], float]

    async def _read(self, work: Callable[[Tx], T]) -> T:
        """Run the work on one state of the database, at least as new as every write that has returned.

        Writes that were asked for before are waited for, too, unless one of them waits for a lock.
        """
        now = int(self._clock())
        await self._writer.caught_up(QUICK_WRITE)
        with in_plain_words(self._path):
            return await self._reader.run(lambda conn: work(Tx(conn, now)))

    async def _write(self, work: Callable[[Tx], T], interaction: int | None = None) -> T:
        """Run the work in one transaction; raises RepeatedInteraction when the interaction was seen before."""

        def once(tx: Tx) -> T:
            need_new(tx, interaction)
            return work(tx)

        now = int(self._clock())
        with in_plain_words(self._path):
            return await self._writer.run(lambda conn: once(Tx(conn, now)))


def enqueue(
    tx: Tx,
    match: Match,
    outbox: Sequence[NewMessage],
    due: Sequence[NewDue] = (),
    *,
    outdates: Sequence[str] = (),
) -> Match:
    """Put messages into the outbox and set due rows, in the transaction that changes the match.

    Earlier messages of the kinds that it `outdates` are to be edited.
    """
    messages.outdate(tx, match.id, outdates)
    messages.post(tx, match, outbox)
    deadlines.set_due(tx, match.id, due)
    return match
