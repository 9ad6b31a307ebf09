"""Store interface for due rows: work scheduled for a time."""

from collections.abc import Sequence

from db.rows import Due, NewDue, NewMessage
from db.sql import Tx
from db.tables import deadlines, matches, messages
from db.tables.shards import ALL_SHARDS, Shards
from db.transactions import Transactions, enqueue


class DueRows(Transactions):
    """Scheduled work."""

    async def make_due_now(self, kind: str, shards: Shards = ALL_SHARDS) -> None:
        """Make all future rows of this kind due now, for these shards' matches."""
        await self._write(lambda tx: deadlines.make_kind_due_now(tx, kind, shards))

    async def overdue(self, limit: int = 100, shards: Shards = ALL_SHARDS, *, takeover: int = 0) -> list[Due]:
        """The overdue rows of these shards' matches, the oldest first.

        Includes those of other shards once they are overdue by more than `takeover` seconds, except clock rows.
        """
        return await self._read(lambda tx: deadlines.due_by_now(tx, limit, shards, takeover))

    async def next_wake(self, shards: Shards = ALL_SHARDS) -> int | None:
        """The next time at which a row of these shards is due or a message is to be retried."""

        def soonest(tx: Tx) -> int | None:
            times = [time for time in (deadlines.next_at(tx, shards), messages.next_retry(tx)) if time is not None]
            return min(times, default=None)

        return await self._read(soonest)

    async def of_match(self, match: int) -> list[Due]:
        """All due rows of a match, the soonest first."""
        return await self._read(lambda tx: deadlines.of_match(tx, match))

    async def put_off(self, due: Due, at: int) -> bool:
        """Set another time. Returns False if the row was finished, deleted or replaced meanwhile."""
        return await self._write(lambda tx: deadlines.put_off(tx, due.id, at))

    async def finish(
        self,
        due: Due,
        *,
        outbox: Sequence[NewMessage] = (),
        then: Sequence[NewDue] = (),
        outdates: Sequence[str] = (),
    ) -> bool:
        """Delete the row and store what follows from it. Returns False and stores nothing if the row is gone."""

        def work(tx: Tx) -> bool:
            finished = deadlines.finish(tx, due.id)
            if finished:
                enqueue(tx, matches.match(tx, due.of_match), outbox, then, outdates=outdates)
            return finished

        return await self._write(work, match=due.of_match)
