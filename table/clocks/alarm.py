"""The alarm: a timer that runs due rows. Every deadline is a stored row, so a restart loses nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from db.errors import Passing
from db.rows import Due
from db.store import Store
from db.tables.shards import Shards
from table.log_context import set_log_fields
from table.outbox.leases import LEASE_SECONDS

log = logging.getLogger("arena")

Handler = Callable[[Due], Awaitable[None]]
"""Handles a due row; it finishes or postpones the row in the transaction that does the work."""

RETRY_SECONDS = 60
"""Seconds until a failed due row is retried."""
DATABASE_RETRY_SECONDS = 10
"""Seconds until the next round after the database could not be reached."""
HEARTBEAT_SECONDS = 2 * 3600
"""Default seconds between heartbeats, for a simulated clock; `bot.py` passes a shorter time."""
HEARTBEAT_GRACE_SECONDS = 10 * 60
"""Seconds by which a heartbeat may be late before the gap counts as an outage."""
TAKEOVER_SECONDS = LEASE_SECONDS
"""Seconds after which this process runs overdue rows of another process's matches."""


class Alarm:
    """Runs the handlers of due rows, one round at a time."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        handlers: Mapping[str, Handler],
        *,
        after: Callable[[], object],
        reachable: Callable[[], Shards],
        record_jumps: Callable[[], Awaitable[None]],
        heartbeat: int = HEARTBEAT_SECONDS,
        poll: int | None = None,
    ) -> None:
        """`record_jumps` is awaited before each round and `after` is called after it. Only rows of `reachable` shards
        are run. There is a round at least every `heartbeat` seconds, which limits the time that a crash gives back.
        If other processes write due rows, too, there is one every `poll` seconds.
        """
        self._store, self._clock, self._handlers = store, clock, handlers
        self._after, self._reachable, self._record_jumps, self._heartbeat = after, reachable, record_jumps, heartbeat
        self._longest = heartbeat if poll is None else poll
        self._silence = heartbeat + (HEARTBEAT_GRACE_SECONDS if poll is None else heartbeat)
        self._heartbeat_at = 0.0
        self.failures = 0
        """The number of due rows whose handler failed."""
        self.on_done: list[Callable[[Due], object]] = []
        """Called with each due row that was handled."""
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._running = asyncio.Lock()
        self._stopped = False

    async def run_due(self) -> None:
        """Run all due rows and set the timer to the next one; does nothing once the alarm is stopped."""
        if self._stopped:
            return
        set_log_fields()  # drop the fields of the task that set the timer
        shards = self._reachable()
        if not shards.ids:
            self.at(self._clock() + self._longest)
            return
        try:
            async with self._running:
                await self._record_jumps()
                await self._note_heartbeat(shards)
                await self._round(shards)
                ahead = await self._store.due.next_wake(shards)
        except Passing as error:
            log.warning("due rows could not be run (%s); retrying in %s s", error, DATABASE_RETRY_SECONDS)
            ahead = int(self._clock()) + DATABASE_RETRY_SECONDS
        except Exception:
            log.exception("due rows could not be run; retrying in %s s", RETRY_SECONDS)
            ahead = int(self._clock()) + RETRY_SECONDS
        self.at(self._clock() + self._longest if ahead is None else max(ahead, self._clock() + 0.5))

    async def _note_heartbeat(self, shards: Shards) -> None:
        """Store a heartbeat of the shards: in every round, or every half `heartbeat` if rounds are more frequent."""
        if self._longest == self._heartbeat or abs(self._clock() - self._heartbeat_at) >= self._heartbeat / 2:
            self._heartbeat_at = self._clock()
            await self._store.clock_stops.heartbeat(self._silence, shards)

    async def _round(self, shards: Shards) -> None:
        tried: set[int] = set()
        while rows := await self._store.due.overdue(shards=shards, takeover=TAKEOVER_SECONDS):
            due_rows = [due for due in rows if due.id not in tried]
            if not due_rows:
                break
            tried.update(due.id for due in due_rows)
            await asyncio.gather(*(self._do(due) for due in due_rows))  # in parallel: their writes share a transaction
        self._after()

    async def _do(self, due: Due) -> None:
        set_log_fields(match=due.match, guild=due.guild)
        try:
            await self._handlers[due.kind.partition(":")[0]](due)
        except Exception:
            # A failing row must not stop the others.
            whose = f"match {due.match}" if due.guild is None else f"server {due.guild}"
            log.exception("due row %s (%s of %s) could not be done", due.id, due.kind, whose)
            self.failures += 1
            await self._store.due.put_off(due, int(self._clock()) + RETRY_SECONDS)
        else:
            for call in self.on_done:
                call(due)

    def at(self, time: float) -> None:
        """Wake up at that time, unless an earlier wake-up is set or the alarm is stopped."""
        if self._stopped:
            return
        if time <= self._clock():
            self.now()
            return
        loop = asyncio.get_running_loop()
        delay = min(time - self._clock(), self._longest)
        if (
            self._timer is not None
            and not self._timer.cancelled()
            and loop.time() < self._timer.when() <= loop.time() + delay
        ):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(delay, self.now)

    def now(self) -> None:
        """Run all due rows in the background."""
        task = asyncio.get_running_loop().create_task(self.run_due())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """Stop permanently; the remaining due rows run after the next start."""
        self._stopped = True
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in self._tasks:
            task.cancel()
