"""Database sessions of the tests: their locks stop a bot's transaction at a certain statement."""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self

import psycopg

from tests.sockets.people import happens

MOVES = "LOCK TABLE moves IN EXCLUSIVE MODE"
"""Blocks every confirm that has locked its match and is about to add its move."""


class Session:
    """A connection with an open transaction; its locks are released at the end."""

    def __init__(self, address: str) -> None:
        self._conn = psycopg.connect(address, application_name="test")
        self._watching = psycopg.connect(address, application_name="test", autocommit=True)
        self.pid = self._conn.info.backend_pid
        # Other members of a deadlock detect it before this one.
        self._conn.execute("SET deadlock_timeout = '1h'; SET lock_timeout = '20s'")
        self._conn.commit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._conn.close()
        self._watching.close()

    def run(self, sql: str, *values: object) -> None:
        """Run a statement in the transaction; return when it has all its locks."""
        self._conn.execute(sql.encode(), values)

    def begin(self, sql: str, *values: object) -> asyncio.Task[None]:
        """Begin a statement that has to wait for a lock."""
        return asyncio.create_task(asyncio.to_thread(self.run, sql, *values))

    def release(self) -> None:
        """End the transaction, so that waiting sessions continue."""
        self._conn.rollback()

    async def blocks(self, number: int) -> list[int]:
        """Wait until this many others wait for this session's locks; return their processes."""
        return await self._found(
            number, "SELECT pid FROM pg_stat_activity WHERE %s = ANY (pg_blocking_pids(pid))", self.pid
        )

    async def blocked(self) -> None:
        """Wait until this session waits for others."""
        await self._found(1, "SELECT 1 WHERE cardinality(pg_blocking_pids(%s)) > 0", self.pid)

    async def all_blocked(self, number: int) -> list[int]:
        """Wait until this many sessions of the database wait for any lock; return their processes."""
        here = "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
        return await self._found(number, here)

    async def _found(self, number: int, sql: str, *values: object) -> list[int]:
        def found() -> list[int]:
            return [row[0] for row in self._watching.execute(sql.encode(), values)]

        assert await happens(lambda: len(found()) >= number), f"{found()} wait instead of {number}"
        return found()

    def terminate(self, *pids: int) -> None:
        """Terminate these connections on the server; return when they have ended."""
        for pid in pids:
            (gone,) = self._watching.execute("SELECT pg_terminate_backend(%s, 5000)", (pid,)).fetchone() or (False,)
            assert gone, f"{pid} is still there"
