"""Base of the store's parts: run work in a read or in one write transaction."""

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
"""A list that the running task has set gets an entry for each of its transactions that is committed."""


class Transactions:
    """Runs work in transactions of the engine."""

    def __init__(self, engine: Engine, clock: Callable[[], float]) -> None:
        self._engine, self._clock = engine, clock

    async def _read(self, work: Callable[[Tx], T]) -> T:
        """Run the work on one state of the database, at least as new as every write that has returned."""
        return await self._engine.read(work, int(self._clock()))

    async def _write(self, work: Callable[[Tx], T], interaction: int | None = None, *, match: int | None = None) -> T:
        """Run the work in one transaction; raises RepeatedInteraction when the interaction was seen before.

        `match`: nobody else changes this match meanwhile.
        """

        def once(tx: Tx) -> T:
            if match is not None:
                tx.lock_matches((match,))
            if interaction is None:
                return work(tx)
            # Asked after the work, so that the database need not be waited for twice; what is raised undoes all of it.
            remembered = remember(tx, interaction)
            try:
                result = work(tx)
            except StoreError:  # of ours: the database has answered
                need_new(remembered, interaction)
                raise
            need_new(remembered, interaction)
            return result

        result = await self._engine.write(once, int(self._clock()))
        if (committed := COMMITTED.get()) is not None:
            committed.append(None)
        return result

    async def was_carried_out(self, interaction: int) -> bool:
        """Whether a change that belongs to the interaction was stored within the last hour."""
        return await self._read(lambda tx: is_known(tx, interaction))


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
