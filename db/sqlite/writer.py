"""Writes on the only writing connection; queued writes share a transaction."""

import logging
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

import aiosqlite

from db.errors import RemovedDatabase, RemovedWal, StoreError
from db.sqlite.commit_guard import CommitGuard
from db.sqlite.connection import Connection, Job, transaction
from db.sqlite.opening import checkpoint, is_busy

T = TypeVar("T")
log = logging.getLogger("arena")

CHECKPOINT_SECONDS = 3600
"""Seconds between checkpoints of the WAL, so that a copy of the database file alone is never old."""


class Writer(Connection):
    """Runs writes in transactions, which are on disk when `run` returns.

    Writes queued while the disk is busy share the next transaction: a hundred rows take as long as one. If one of them
    fails, all are rolled back and each runs again alone, so work must change nothing but the database.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        super().__init__(connection)
        self._checkpoint_at = time.monotonic() + CHECKPOINT_SECONDS
        self._stopped = False
        self.guard: CommitGuard | None = None
        self.failure: StoreError | None = None
        """Why no more writes are possible: a file of the database was removed."""

    async def stop(self) -> None:
        """Empty the WAL and close the connection; later calls do nothing."""
        if not self._stopped:
            self._stopped = True
            self._checkpoint_at = 0.0
            await self._running_batch()
        await super().stop()
        if self.guard is not None:
            self.guard.close()
            self.guard = None

    def run_jobs(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        if self.failure is None:
            self._write(conn, jobs)
        else:
            for job in jobs:
                job.fail(self.failure)
        if time.monotonic() >= self._checkpoint_at:
            self._checkpoint_at = time.monotonic() + CHECKPOINT_SECONDS
            try:
                checkpoint(conn)
            except sqlite3.Error as error:
                log.warning("the WAL was not checkpointed: %s", error)

    def _write(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        """Run all jobs in one transaction. If one fails, roll back and run each alone.

        If another process holds the lock, or a file of the database was removed, all jobs fail together without a
        second try.
        """
        try:
            results = self._transaction(conn, lambda: [job.work(conn) for job in jobs]) if jobs else []
        except BaseException as error:
            if len(jobs) == 1 or _concerns_all(error):
                for job in jobs:
                    job.fail(error)
                return
            for number, job in enumerate(jobs):
                try:
                    job.succeed(self._transaction(conn, partial(job.work, conn)))
                except BaseException as own:
                    job.fail(own)
                    if _concerns_all(own):
                        for other in jobs[number + 1 :]:
                            other.fail(own)
                        return
            return
        for job, result in zip(jobs, results, strict=True):
            job.succeed(result)

    def _transaction(self, conn: sqlite3.Connection, work: Callable[[], T]) -> T:
        """Run the work in one transaction, which is counted if it changes anything."""
        if self.failure is not None:
            raise self.failure
        result, number = transaction(conn, partial(self._counted, conn, work))
        if self.guard is not None and number:
            try:
                self.failure = self.guard.committed(conn, number)
            except RemovedDatabase as error:
                self.failure = error
                raise
        return result

    def _counted(self, conn: sqlite3.Connection, work: Callable[[], T]) -> tuple[T, int]:
        """The result of the work and the number of its transaction, 0 if nothing was changed."""
        before = conn.total_changes
        result = work()
        return result, self.guard.advance(conn) if self.guard is not None and conn.total_changes != before else 0


def _concerns_all(error: BaseException) -> bool:
    """Whether the error would hit all jobs of the batch."""
    return is_busy(error) or isinstance(error, RemovedDatabase | RemovedWal)
