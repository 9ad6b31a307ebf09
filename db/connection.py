"""A connection to SQLite whose thread runs jobs in batches. The only module that reaches into aiosqlite."""

import asyncio
import sqlite3
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

import aiosqlite

T = TypeVar("T")


class Job(Generic[T]):
    """A piece of work for the connection's thread, and afterwards its result or error."""

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self.work = work
        self.result: T
        self.error: BaseException | None = None
        self.done = False

    def succeed(self, result: T) -> None:
        self.result, self.done = result, True

    def fail(self, error: BaseException) -> None:
        self.error, self.done = error, True


class Connection(ABC):
    """Queues jobs and runs all that wait in one batch on the connection's thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._jobs: deque[Job[Any]] = deque()
        self._batch: asyncio.Task[None] | None = None
        """The batch that is running now."""
        self._batch_since = 0.0
        self._latest: Job[Any] | None = None
        self.asked = 0
        """How many jobs it was given."""

    @classmethod
    async def start(cls, connector: Callable[[], sqlite3.Connection]) -> Self:
        """Connect on a new thread, where `connector` runs; what it raises is raised here."""
        connection = aiosqlite.Connection(connector, iter_chunk_size=64)
        # What is committed is on disk: a program that ends without closing must not hang on this thread.
        connection._thread.daemon = True
        try:
            return cls(await connection)
        except BaseException:
            # aiosqlite still has to tell the loop that its thread ends; a loop closed before that prints a traceback.
            await asyncio.to_thread(connection._thread.join)
            raise

    async def stop(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue the work, wait until it is done, and return its result or raise its error."""
        self.asked += 1
        self._latest = job = Job(work)
        self._jobs.append(job)
        while not job.done:  # a batch that is running may have started without it
            await self._running_batch()
        if job.error is not None:
            raise job.error
        return job.result

    async def caught_up(self, seconds: float) -> None:
        """Wait until all that has been asked for is done, unless a batch takes longer than so many seconds."""
        job = self._latest
        while job is not None and not job.done and self._batch is not None:
            left = self._batch_since + seconds - asyncio.get_running_loop().time()
            if left <= 0:
                return
            await asyncio.wait({self._batch}, timeout=left)

    async def _running_batch(self) -> None:
        """Wait for the batch that is running, or for a new one; it goes on when the awaiting task is cancelled."""
        if self._batch is None:
            self._batch_since = asyncio.get_running_loop().time()
            self._batch = asyncio.create_task(self._run_batch())
            self._batch.add_done_callback(lambda batch: batch.cancelled() or batch.exception())  # all may have left
        await asyncio.shield(self._batch)

    async def _run_batch(self) -> None:
        """Run all queued jobs."""
        connection = self._connection
        try:
            # aiosqlite offers only single statements in public, and a hop for each costs five times as much.
            await connection._execute(lambda: self._run_queued(connection._conn))  # type: ignore[no-untyped-call]
        finally:
            self._batch = None

    def _run_queued(self, conn: sqlite3.Connection) -> None:
        """On the connection's thread: run the jobs that wait."""
        self.run_jobs(conn, [self._jobs.popleft() for _ in range(len(self._jobs))])

    @abstractmethod
    def run_jobs(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        """On the connection's thread: each job succeeds or fails."""
