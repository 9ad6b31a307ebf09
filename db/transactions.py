"""Base class of the store's parts: runs work in read and write transactions."""

from collections.abc import Callable, Sequence
from contextvars import ContextVar
from typing import TypeVar

from db.backend import Engine
from db.errors import StoreError
from db.rows import Match, NewDue, NewMessage
from db.sql import Tx
from db.tables import deadlines, messages
from db.tables.interactions import is_known, need_new, remember

T = TypeVar("T")


COMMITTED: ContextVar[list[None] | None] = ContextVar("committed", default=None)
"""A list set by the running task; each committed transaction appends an entry to it."""


class Transactions:
    """Runs work in transactions of the engine."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock

    async def _read(self, work: Callable[[Tx], T]) -> T:
        """Run the work on one state of the database, which includes every write that has returned."""
        return await self._engine.read(work, int(self._clock()))

    async def _write(self, work: Callable[[Tx], T], interaction: int | None = None, *, match: int | None = None) -> T:
        """Run the work in one transaction. Raises RepeatedInteraction if the interaction was stored before.

        `match` is locked first, so that nobody else changes it during the transaction.
        """

        def once(tx: Tx) -> T:
            if match is not None:
                tx.lock_matches((match,))
            if interaction is None:
                return work(tx)
            # Checked after the work to save a round trip; an exception rolls everything back.
            remembered = remember(tx, interaction)
            try:
                result = work(tx)
            except StoreError:  # our own error, so the database has answered
                need_new(remembered, interaction)
                raise
            need_new(remembered, interaction)
            return result

        result = await self._engine.write(once, int(self._clock()))
        if (committed := COMMITTED.get()) is not None:
            committed.append(None)
        return result

    async def was_carried_out(self, interaction: int) -> bool:
        """Whether a change for this interaction was stored within the last hour."""
        return await self._read(lambda tx: is_known(tx, interaction))


def enqueue(
    tx: Tx,
    match: Match,
    outbox: Sequence[NewMessage],
    due: Sequence[NewDue] = (),
    *,
    outdates: Sequence[str] = (),
) -> Match:
    """Add messages to the outbox and set due rows in the transaction that changes the match.

    Earlier messages of the kinds in `outdates` are marked for editing.
    """
    messages.outdate(tx, match.id, outdates)
    messages.post(tx, match, outbox)
    deadlines.set_due(tx, match.id, due)
    return match
