"""How a piece of work gets into the database: alone to read, in one transaction to write."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from . import deadlines, messages
from .interactions import first_time
from .rows import Match, NewDue, NewMessage
from .table import Tx
from .writer import Writer

T = TypeVar("T")


class Door:
    """What every part of the store stands on."""

    _writer: Writer
    _clock: Callable[[], float]

    async def _read(self, work: Callable[[Tx], T]) -> T:
        now = int(self._clock())
        return await self._writer.read(lambda conn: work(Tx(conn, now)))

    async def _write(self, work: Callable[[Tx], T], interaction: int | None = None) -> T:
        def whole(tx: Tx) -> T:
            first_time(tx, interaction)
            return work(tx)

        now = int(self._clock())
        return await self._writer.write(lambda conn: whole(Tx(conn, now)))


def promise(tx: Tx, match: Match, outbox: Sequence[NewMessage], due: Sequence[NewDue] = ()) -> Match:
    """What goes with a change of a match: messages to be sent, deadlines to be kept."""
    messages.post(tx, match, outbox)
    deadlines.set_due(tx, match.id, due)
    return match
