"""SQLite on the event loop's own thread: the same jobs in the same order, without switching threads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import aiosqlite
import pytest

from db.sqlite import connection
from db.sqlite.connection import Job
from tests.support.db.kept import Kept

T = TypeVar("T")
Item = tuple["asyncio.Future[Any] | None", Callable[[], Any]]


def _run(item: Item) -> None:
    """Run an item like aiosqlite's thread: its waiter gets the result or the error, unless it was canceled."""
    future, job = item
    try:
        result = job()
    except BaseException as error:
        if future is not None and not future.done():
            future.set_exception(error)
    else:
        if future is not None and not future.done():
            future.set_result(result)


class _Queue:
    """A queue that soon runs its items, whether or not anybody still waits for them."""

    def put_nowait(self, item: Item) -> None:
        asyncio.get_running_loop().call_soon(_run, item)


class _NoThread:
    daemon = False

    def start(self) -> None: ...

    def join(self) -> None: ...


class Connection(aiosqlite.Connection):
    """A connection that works on the event loop; `kept` opens and closes those to its file."""

    def __init__(self, kept: Kept | None, connector: partial[sqlite3.Connection], **more: Any) -> None:
        self._kept = kept if kept is not None and connector.args[0] == kept.path else None
        super().__init__(connector if self._kept is None else partial(self._kept.connect, connector), **more)
        self._tx: Any = _Queue()
        self._thread: Any = _NoThread()

    async def close(self) -> None:
        if self._kept is not None and self._connection is not None and self._kept.close(self._connection):
            self._connection = None
            await cast(Any, self.stop())
        await super().close()


async def _run_at_once(self: connection.Connection, work: Callable[[sqlite3.Connection], T]) -> T:
    """`Connection.run` with a quick thread: the work is done before any other task runs, in its own batch."""
    self.asked += 1
    if not self._connection._running:
        raise ValueError("the connection is closed")
    job: Job[T] = Job(work, asyncio.get_running_loop().create_future())
    self.run_jobs(self._connection._conn, [job])
    await asyncio.sleep(0)
    job.resolve()
    return job.future.result()


def work_on_loop(patch: pytest.MonkeyPatch, kept: Kept | None = None) -> None:
    """Let the stores of this test work on the event loop."""
    patch.setattr(connection, "aiosqlite", SimpleNamespace(Connection=partial(Connection, kept)))
    patch.setattr(connection.Connection, "run", _run_at_once)
