"""Writes, on the one connection that writes: those that wait at the same time share a transaction."""

import logging
import sqlite3
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

import aiosqlite

from .connection import Connection, Job
from .opening import checkpoint, is_busy
from .transaction import transaction

log = logging.getLogger("arena")

CHECKPOINT_EVERY = 3600
"""Seconds after which the WAL is emptied into the database, so that a copy of the file alone is never old."""


class Writer(Connection):
    """Runs writes in transactions, which are on disk when `run` returns.

    Writes that wait while the disk is busy share the next transaction: a hundred rows take it as long as one. If one of
    them fails, all are rolled back and each runs again alone, so work must change nothing but the database.
    """

    def __init__(self, connection: aiosqlite.Connection) -> None:
        super().__init__(connection)
        self._checkpoint_at = time.monotonic() + CHECKPOINT_EVERY
        self._stopped = False

    async def stop(self) -> None:
        """Empty the WAL and close the connection; the second time nothing is done."""
        if not self._stopped:
            self._stopped = True
            self._checkpoint_at = 0.0
            await self._running_batch()
        await super().stop()

    def run_jobs(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        _write(conn, jobs)
        if time.monotonic() >= self._checkpoint_at:
            self._checkpoint_at = time.monotonic() + CHECKPOINT_EVERY
            try:
                checkpoint(conn)
            except sqlite3.Error as error:
                log.warning("the WAL was not checkpointed: %s", error)


def _write(conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
    """Run all in one transaction; if one fails, none is done and each runs alone.

    While another process holds the lock nobody waits for it twice: all fail together.
    """
    try:
        results = transaction(conn, lambda: [job.work(conn) for job in jobs]) if jobs else []
    except BaseException as error:
        if len(jobs) == 1 or is_busy(error):
            for job in jobs:
                job.fail(error)
            return
        for number, job in enumerate(jobs):
            try:
                job.succeed(transaction(conn, partial(job.work, conn)))
            except BaseException as own:
                job.fail(own)
                if is_busy(own):
                    for other in jobs[number + 1 :]:
                        other.fail(own)
                    return
        return
    for job, result in zip(jobs, results, strict=True):
        job.succeed(result)
