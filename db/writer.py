"""Runs jobs in batches on the thread of one SQLite connection. The only module that reaches into aiosqlite."""

import asyncio
import logging
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import aiosqlite
from msgspec import Struct

from .opening import checkpoint
from .sql import transaction

log = logging.getLogger("arena")

T = TypeVar("T")

CHECKPOINT_EVERY = 3600
"""Seconds after which the WAL is emptied into the database, so that a copy of the file alone is never old."""


class Usage(Struct, frozen=True):
    """How many jobs the connection was given since it was opened."""

    reads: int
    writes: int
    """Those that wait at the same time share one transaction on disk."""


class Job(Generic[T]):
    """A piece of work for the connection's thread, and afterwards its result or error."""

    def __init__(self, work: Callable[[sqlite3.Connection], T], *, writes: bool) -> None:
        self.work, self.writes = work, writes
        self.result: T
        self.error: BaseException | None = None
        self.done = False

    def run(self, conn: sqlite3.Connection) -> None:
        """Do the work, in a transaction of its own if it writes."""
        work = partial(self.work, conn)
        try:
            self.result = transaction(conn, work) if self.writes else work()
        except BaseException as error:
            self.error = error
        self.done = True


class Writer:
    """Queues jobs and runs all that wait in one batch on the connection's thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._jobs: deque[Job[Any]] = deque()
        self._batch: asyncio.Future[None] | None = None
        """Done when the batch that is running now is."""
        self._reads = self._writes = 0
        self._checkpoint_at = time.monotonic() + CHECKPOINT_EVERY
        self._stopped = False

    @property
    def usage(self) -> Usage:
        return Usage(self._reads, self._writes)

    @classmethod
    async def start(cls, connector: Callable[[], sqlite3.Connection]) -> "Writer":
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

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._reads += 1
        return await self._result(Job(work, writes=False))

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Run the work in a transaction, which is on disk when this returns.

        Writes that wait while the disk is busy share the next transaction: a hundred rows take it as long as one. If
        one of them fails, all are rolled back and each runs again alone, so work must change nothing but the database.
        """
        self._writes += 1
        return await self._result(Job(work, writes=True))

    async def stop(self) -> None:
        """Empty the WAL and close the connection; the second time nothing is done."""
        if not self._stopped:
            self._stopped = True
            self._checkpoint_at = 0.0
            await self.read(lambda _: None)
        await self._connection.close()

    async def _result(self, job: Job[T]) -> T:
        """Queue the job, wait until it is done, and return its result or raise its error."""
        self._jobs.append(job)
        while not job.done:  # a batch that is running may have started without it
            if self._batch is None:
                await self._run_batch()
            else:
                await asyncio.shield(self._batch)
        if job.error is not None:
            raise job.error
        return job.result

    async def _run_batch(self) -> None:
        """Run all queued jobs. If the awaiting task is cancelled, the next waiter starts a new batch."""
        self._batch = batch = asyncio.get_running_loop().create_future()
        connection = self._connection
        try:
            # aiosqlite offers only single statements in public, and a hop for each costs five times as much.
            await connection._execute(lambda: self._run_queued(connection._conn))  # type: ignore[no-untyped-call]
        finally:
            self._batch = None
            batch.set_result(None)

    def _run_queued(self, conn: sqlite3.Connection) -> None:
        """On the connection's thread: the writes in one transaction, then the reads, and alone what has failed."""
        jobs = [self._jobs.popleft() for _ in range(len(self._jobs))]
        _write_together(conn, [job for job in jobs if job.writes])
        for job in jobs:
            if not job.done:
                job.run(conn)
        if time.monotonic() >= self._checkpoint_at:
            self._checkpoint_at = time.monotonic() + CHECKPOINT_EVERY
            try:
                checkpoint(conn)
            except sqlite3.Error as error:
                log.warning("the WAL was not checkpointed: %s", error)


def _write_together(conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
    """Run all in one transaction. If one fails, none is done and each has to run alone."""
    if len(jobs) < 2:
        return
    try:
        results = transaction(conn, lambda: [job.work(conn) for job in jobs])
    except Exception:
        return
    for job, result in zip(jobs, results, strict=True):
        job.result, job.done = result, True
