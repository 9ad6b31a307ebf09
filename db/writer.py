"""The one place that reaches into aiosqlite: whole transactions run on its connection's thread, one hop each."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import aiosqlite

from .table import transaction

T = TypeVar("T")


class Wish(Generic[T]):
    """A piece of work that waits for its transaction; then what came of it."""

    def __init__(self, work: Callable[[sqlite3.Connection], T]) -> None:
        self.work = work
        self.granted: T
        self.refused: BaseException | None = None

    def alone(self, conn: sqlite3.Connection) -> None:
        try:
            self.granted = transaction(conn, partial(self.work, conn))
        except BaseException as error:
            self.refused = error


class Writer:
    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._wishes: deque[Wish[Any]] = deque()

    @classmethod
    async def start(cls, connector: Callable[[], sqlite3.Connection]) -> "Writer":
        """`connector` runs on the new thread; what it raises is raised here."""
        connection = aiosqlite.Connection(connector, iter_chunk_size=64)
        # What is committed is on disk: a program that ends without closing must not hang on this thread.
        connection._thread.daemon = True
        try:
            return cls(await connection)
        except BaseException:
            # aiosqlite still has to tell the loop that its thread ends; a loop closed before that prints a traceback.
            await asyncio.to_thread(connection._thread.join)
            raise

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        connection = self._connection
        # aiosqlite offers only single statements in public, and a hop for each costs five times as much.
        result: T = await connection._execute(lambda: work(connection._conn))  # type: ignore[no-untyped-call]
        return result

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """In a transaction, which is on disk when this returns.

        What is asked for while the disk is busy shares the next one: a hundred rows take it as long as one. Work may
        therefore be done twice, the first time in vain, and must change nothing but the database.
        """
        wish = Wish(work)
        self._wishes.append(wish)
        await self.run(self._grant)  # if an earlier hop has taken it along, this one finds nothing left to do
        if wish.refused is not None:
            raise wish.refused
        return wish.granted

    async def stop(self) -> None:
        await self._connection.close()

    def _grant(self, conn: sqlite3.Connection) -> None:
        # No more than wait now: what comes in meanwhile is taken by its own hop.
        wishes = [self._wishes.popleft() for _ in range(len(self._wishes))]
        if len(wishes) > 1 and _together(conn, wishes):
            return
        for wish in wishes:
            wish.alone(conn)


def _together(conn: sqlite3.Connection, wishes: Sequence[Wish[Any]]) -> bool:
    """All in one transaction. Where one is refused none is done: each then has to be tried alone."""
    try:
        granted = transaction(conn, lambda: [wish.work(conn) for wish in wishes])
    except Exception:
        return False
    for wish, result in zip(wishes, granted, strict=True):
        wish.granted = result
    return True
