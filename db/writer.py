"""The one place that reaches into aiosqlite: whole transactions run on its connection's thread, many in one hop."""

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

import aiosqlite
from msgspec import Struct

from .table import transaction

T = TypeVar("T")


class Usage(Struct, frozen=True):
    """How often the connection has been asked since it was opened."""

    reads: int
    writes: int
    """Transactions asked for; those that wait at the same time share one on disk."""


class Wish(Generic[T]):
    """A piece of work that waits for the connection; then what came of it."""

    def __init__(self, work: Callable[[sqlite3.Connection], T], *, writes: bool) -> None:
        self.work, self.writes = work, writes
        self.granted: T
        self.refused: BaseException | None = None
        self.settled = False

    def alone(self, conn: sqlite3.Connection) -> None:
        work = partial(self.work, conn)
        try:
            self.granted = transaction(conn, work) if self.writes else work()
        except BaseException as error:
            self.refused = error
        self.settled = True


class Writer:
    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._wishes: deque[Wish[Any]] = deque()
        self._hop: asyncio.Future[None] | None = None
        self._reads = self._writes = 0

    @property
    def usage(self) -> Usage:
        return Usage(self._reads, self._writes)

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

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        self._reads += 1
        return await self._granted(Wish(work, writes=False))

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """In a transaction, which is on disk when this returns.

        What is asked for while the disk is busy shares the next one: a hundred rows take it as long as one. Work may
        therefore be done twice, the first time in vain, and must change nothing but the database.
        """
        self._writes += 1
        return await self._granted(Wish(work, writes=True))

    async def stop(self) -> None:
        await self._connection.close()

    async def _granted(self, wish: Wish[T]) -> T:
        self._wishes.append(wish)
        while not wish.settled:  # a hop that is on its way may have left without it
            if self._hop is None:
                await self._to_the_thread()
            else:
                await asyncio.shield(self._hop)
        if wish.refused is not None:
            raise wish.refused
        return wish.granted

    async def _to_the_thread(self) -> None:
        """A hop for all who wait. Should the one who makes it be called away, the next makes another."""
        self._hop = hop = asyncio.get_running_loop().create_future()
        connection = self._connection
        try:
            # aiosqlite offers only single statements in public, and a hop for each costs five times as much.
            await connection._execute(lambda: self._grant(connection._conn))  # type: ignore[no-untyped-call]
        finally:
            self._hop = None
            hop.set_result(None)

    def _grant(self, conn: sqlite3.Connection) -> None:
        """Everything that waits now: what is to be written, then what is to be read."""
        wishes = [self._wishes.popleft() for _ in range(len(self._wishes))]
        _together(conn, [wish for wish in wishes if wish.writes])
        for wish in wishes:
            if not wish.settled:
                wish.alone(conn)


def _together(conn: sqlite3.Connection, wishes: Sequence[Wish[Any]]) -> None:
    """All in one transaction. Where one is refused none is done, and each has to be tried alone."""
    if len(wishes) < 2:
        return
    try:
        granted = transaction(conn, lambda: [wish.work(conn) for wish in wishes])
    except Exception:
        return
    for wish, result in zip(wishes, granted, strict=True):
        wish.granted, wish.settled = result, True
