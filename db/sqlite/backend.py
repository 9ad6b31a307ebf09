"""SQLite as an engine of the store: one connection for writes, one for reads."""

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import TypeVar

from db.backend import Engine, Usage
from db.sql import Tx
from db.sqlite.backup import backup
from db.sqlite.commit_guard import CommitGuard
from db.sqlite.opening import connect_existing, need_sqlite, open_database, readable_errors
from db.sqlite.reader import Reader
from db.sqlite.writer import Writer

T = TypeVar("T")

CATCH_UP_SECONDS = 0.1
"""Seconds; reads do not wait longer for a write, which is then blocked by a lock or by the disk."""


class Sqlite(Engine):
    """Runs work on the threads of the two connections."""

    def __init__(self, path: Path, reader: Reader, writer: Writer) -> None:
        self.path, self.reader, self.writer = path.resolve(), reader, writer

    @classmethod
    async def open(cls, path: Path) -> "Sqlite":
        """Open the database, creating or migrating it first.

        Raises NewerDatabase, BrokenDatabase, UnwritableDatabase, DatabaseBusy or OldSQLite.
        """
        need_sqlite()
        writer = await Writer.start(partial(open_database, path))
        try:
            with readable_errors(path):
                writer.guard = CommitGuard(path)
            return cls(path, await Reader.start(partial(connect_existing, path, known=True)), writer)
        except BaseException:
            await writer.stop()
            raise

    @property
    def usage(self) -> Usage:
        both = self.reader, self.writer
        return Usage(
            reads=self.reader.asked,
            writes=self.writer.asked,
            waiting=sum(one.waiting for one in both),
            waited=sum(one.waited for one in both),
        )

    async def read(self, work: Callable[[Tx], T], now: int) -> T:
        """Run a read after all queued writes, unless a write is blocked by a lock."""
        await self.writer.wait_until_idle(CATCH_UP_SECONDS)
        with readable_errors(self.path):
            return await self.reader.run(lambda conn: work(Tx(conn.execute, now)))

    async def write(self, work: Callable[[Tx], T], now: int) -> T:
        with readable_errors(self.path):
            try:
                return await self.writer.run(lambda conn: work(Tx(conn.execute, now)))
            finally:
                if self.writer.failure is not None:
                    self.fail(self.writer.failure)

    def clock(self) -> float:
        return time.time()

    async def measure_clock(self) -> None:
        """Does nothing: the database uses this machine's clock."""

    def readable_errors(self) -> AbstractContextManager[None]:
        return readable_errors(self.path)

    async def backup(self, target: Path) -> None:
        await asyncio.to_thread(backup, self.path, target, known=True)

    async def close(self) -> None:
        await self.reader.stop()  # the last connection to close cleans up and may write
        await self.writer.stop()
