"""Due rows as the store offers them: what is to be done at a time."""

from collections.abc import Sequence

from db.rows import Due, NewDue, NewMessage
from db.sql import Tx
from db.tables import deadlines, matches, messages
from db.tables.shards import ALL, Shards
from db.transactions import Transactions, enqueue


class DueRows(Transactions):
    """What is to be done at a time."""

    async def make_due_now(self, kind: str, shards: Shards = ALL) -> None:
        """Make all rows of this kind due that lie ahead of these shards' matches."""
        await self._write(lambda tx: deadlines.make_kind_due_now(tx, kind, shards))

    async def ripe(self, limit: int = 100, shards: Shards = ALL, *, takeover: int = 0) -> list[Due]:
        """The rows of these shards' matches that are due by now, the oldest first.

        Those of others, too, once they are overdue by more than `takeover` seconds, unless they are about clocks.
        """
        return await self._read(lambda tx: deadlines.due_by_now(tx, limit, shards, takeover))

    async def next_wake(self, shards: Shards = ALL) -> int | None:
        """When the next row of these shards is due or the next message to be tried again."""

        def soonest(tx: Tx) -> int | None:
            times = [time for time in (deadlines.next_at(tx, shards), messages.next_retry(tx)) if time is not None]
            return min(times, default=None)

        return await self._read(soonest)

    async def of_match(self, match: int) -> list[Due]:
        """All due rows of a match, the soonest first."""
        return await self._read(lambda tx: deadlines.of_match(tx, match))

    async def put_off(self, due: Due, at: int) -> bool:
        """Set another time; False when the row was finished, cleared or replaced in the meantime."""
        return await self._write(lambda tx: deadlines.put_off(tx, due.id, at))

    async def finish(
        self,
        due: Due,
        *,
        outbox: Sequence[NewMessage] = (),
        then: Sequence[NewDue] = (),
        outdates: Sequence[str] = (),
    ) -> bool:
        """Delete the row and store what follows; False, and nothing is stored, when it was gone in the meantime."""

        def work(tx: Tx) -> bool:
            finished = deadlines.finish(tx, due.id)
            if finished:
                enqueue(tx, matches.match(tx, due.of_match), outbox, then, outdates=outdates)
            return finished

        return await self._write(work, match=due.of_match)
