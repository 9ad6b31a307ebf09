"""Base of the store's parts: run work in a read or in one write transaction."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from . import deadlines, messages
from .interactions import need_new
from .rows import Match, NewDue, NewMessage
from .sql import Tx
from .writer import Writer

T = TypeVar("T")


class Transactions:
    """Runs work on the connection's thread."""

    _writer: Writer
    _clock: Callable[[], float]

    async def _read(self, work: Callable[[Tx], T]) -> T:
        now = int(self._clock())
        return await self._writer.read(lambda conn: work(Tx(conn, now)))

    async def _write(self, work: Callable[[Tx], T], interaction: int | None = None) -> T:
        """Run the work in one transaction; raises RepeatedInteraction when the interaction was seen before."""

        def once(tx: Tx) -> T:
            need_new(tx, interaction)
            return work(tx)

        now = int(self._clock())
        return await self._writer.write(lambda conn: once(Tx(conn, now)))


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
