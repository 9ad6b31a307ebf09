"""Sessions of the tests beside the bots: with locks they keep a bot's transaction in its middle for certain."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

import psycopg

from tests.sockets.people import happens

MOVES = "LOCK TABLE moves IN EXCLUSIVE MODE"
"""Keeps every confirm waiting when it has locked its match and is about to add its move."""


class Session:
    """A connection with a transaction; what it has locked is free when it ends."""

    def __init__(self, address: str) -> None:
        self._conn = psycopg.connect(address, application_name="test")
        self._watching = psycopg.connect(address, application_name="test", autocommit=True)
        self.pid = self._conn.info.backend_pid
        # Whoever else is in a circle notices it before this one.
        self._conn.execute("SET deadlock_timeout = '1h'; SET lock_timeout = '20s'")
        self._conn.commit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._conn.close()
        self._watching.close()

    def run(self, sql: str, *values: object) -> None:
        """In the transaction; returns when it has every lock that the statement needs."""
        self._conn.execute(sql.encode(), values)

    def begin(self, sql: str, *values: object) -> asyncio.Task[None]:
        """The same for a statement that has to wait."""
        return asyncio.create_task(asyncio.to_thread(self.run, sql, *values))

    def release(self) -> None:
        """End the transaction: whoever has waited for it goes on."""
        self._conn.rollback()

    async def blocks(self, number: int) -> list[int]:
        """Wait until so many others wait for what this session has locked; their processes."""
        return await self._found(
            number, "SELECT pid FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))", self.pid
        )

    async def blocked(self) -> None:
        """Wait until this session waits for others."""
        await self._found(1, "SELECT 1 WHERE cardinality(pg_blocking_pids(%s)) > 0", self.pid)

    async def all_blocked(self, number: int) -> list[int]:
        """Wait until so many in this database wait, for whatever is locked by whomever; their processes."""
        here = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        return await self._found(number, here)

    async def _found(self, number: int, sql: str, *values: object) -> list[int]:
        def found() -> list[int]:
            return [row[0] for row in self._watching.execute(sql.encode(), values)]

        assert await happens(lambda: len(found()) >= number), f"{found()} wait instead of {number}"
        return found()

    def terminate(self, *pids: int) -> None:
        """Cut these connections on the server's side; returns when they are gone."""
        for pid in pids:
            (gone,) = self._watching.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,)).fetchone() or (False,)
            assert gone, f"{pid} is still there"
