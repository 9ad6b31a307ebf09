"""The one place that reaches into aiosqlite: whole transactions run on its connection's thread, one hop each."""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

T = TypeVar("T")


class Writer:
    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection

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

    async def stop(self) -> None:
        await self._connection.close()
