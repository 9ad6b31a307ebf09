"""PostgreSQL as an engine of the store: a connection pool and the threads that use it."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from pathlib import Path
from threading import Lock
from typing import TypeVar

from psycopg_pool import ConnectionPool

from db.address import PostgresAddress
from db.backend import Engine, Usage
from db.postgres import transactions
from db.postgres.backup import backup
from db.postgres.clock import DatabaseClock
from db.postgres.dialect import Connection
from db.postgres.errors import readable_errors
from db.postgres.opening import CONNECTION_OPTIONS, IN_USE, configure, prepare
from db.postgres.transactions import Transactions
from db.sql import Tx

T = TypeVar("T")

POOL_SIZE = 8
CATCH_UP_SECONDS = 0.1
"""Seconds for which a read waits for writes whose callers were canceled."""


SESSION_SETTINGS = {
    "default_transaction_isolation": "repeatable read",
    "default_transaction_read_only": "on",
    # No request takes this long. Backups and migrations use connections of their own.
    "statement_timeout": "6s",
}
"""Settings of the pool's connections."""


class Postgres(Engine):
    """Runs each piece of work in its own transaction, several in parallel."""

    def __init__(self, address: PostgresAddress, pool: ConnectionPool[Connection]) -> None:
        self.address, self.pool = address, pool
        self.transactions = Transactions(pool, address)
        self._clock = DatabaseClock()
        self._threads = ThreadPoolExecutor(POOL_SIZE, thread_name_prefix="arena-postgres")
        self._abandoned: set[asyncio.Future[object]] = set()
        """Running writes whose callers were canceled."""
        self._closed = False
        self._reads = self._writes = 0
        self._lock = Lock()
        """Guards the two fields below, which threads change."""
        self._waiting, self._waited = 0, 0.0

    @classmethod
    async def open(cls, address: PostgresAddress) -> "Postgres":
        """Create or migrate the tables and connect.

        Raises NewerDatabase, ForeignDatabase, BrokenDatabase, UnwritableDatabase or UnreachableDatabase.
        """
        with readable_errors(address):
            await asyncio.to_thread(prepare, address)
            engine = cls(address, await asyncio.to_thread(_open_pool, address))
        try:
            await engine.measure_clock()
        except BaseException:
            await engine.close()
            raise
        return engine

    @property
    def usage(self) -> Usage:
        return Usage(
            reads=self._reads,
            writes=self._writes,
            waiting=self._waiting,
            waited=self._waited + self.pool.get_stats().get("requests_wait_ms", 0) / 1000,
            repeats=self.transactions.repeats,
        )

    async def read(self, work: Callable[[Tx], T], now: int) -> T:
        """Run a read that sees the writes whose callers were canceled, if they end within `CATCH_UP_SECONDS`."""
        self._reads += 1
        if self._abandoned:
            await asyncio.wait(self._abandoned, timeout=CATCH_UP_SECONDS)
        return await self._in_thread(lambda until: self.transactions.read(work, now, until))

    async def write(self, work: Callable[[Tx], T], now: int) -> T:
        """Run a write; it completes even if the caller is canceled."""
        self._writes += 1
        return await self._in_thread(lambda until: self.transactions.write(work, now, until))

    def clock(self) -> float:
        return self._clock()

    async def measure_clock(self) -> None:
        def ask(query: str, until: float) -> float:
            return float(self.transactions.read(lambda tx: tx.value(query), 0, until))

        await self._in_thread(lambda until: self._clock.measure(lambda query: ask(query, until)))

    def readable_errors(self) -> AbstractContextManager[None]:
        return readable_errors(self.address)

    async def backup(self, target: Path) -> None:
        await asyncio.to_thread(backup, self.address, target)

    async def close(self) -> None:
        """Finish all queued work and close the connections; later calls do nothing."""
        if not self._closed:
            self._closed = True
            await asyncio.to_thread(self._threads.shutdown)
            await asyncio.to_thread(self.pool.close)

    async def _in_thread(self, work: Callable[[float], T]) -> T:
        """Call the work in a thread with its deadline, which includes the wait for the thread."""
        if self._closed:
            raise ValueError("the connection is closed")
        asked, until = time.perf_counter(), time.monotonic() + transactions.RETRY_SECONDS
        with self._lock:
            self._waiting += 1

        def begin() -> T:
            with self._lock:
                self._waiting -= 1
                self._waited += time.perf_counter() - asked
            return work(until)

        doing = asyncio.get_running_loop().run_in_executor(self._threads, begin)
        with readable_errors(self.address):
            try:
                return await asyncio.shield(doing)
            except asyncio.CancelledError:
                self._abandon(doing)
                raise

    def _abandon(self, doing: "asyncio.Future[T]") -> None:
        """Let the work finish after its caller was canceled, and ignore its exception."""
        known: asyncio.Future[object] = doing  # type: ignore[assignment]
        self._abandoned.add(known)
        known.add_done_callback(self._abandoned.discard)
        known.add_done_callback(lambda done: done.cancelled() or done.exception())


def _open_pool(address: PostgresAddress) -> ConnectionPool[Connection]:
    pool: ConnectionPool[Connection] = ConnectionPool(
        address.url,
        kwargs={"autocommit": True, **CONNECTION_OPTIONS},
        min_size=1,
        max_size=POOL_SIZE,
        configure=_configure,
        timeout=transactions.RETRY_SECONDS,
        name="arena",
        open=False,
    )
    pool.open(wait=True, timeout=transactions.RETRY_SECONDS)
    return pool


def _configure(conn: Connection) -> None:
    """Set up a connection. All processes that play share an advisory lock, which a restore takes exclusively."""
    configure(conn)
    # Statements outside an explicit transaction only read, on one state of the database.
    settings = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in SESSION_SETTINGS.items())
    conn.execute(f"SELECT {settings}, pg_advisory_lock_shared({IN_USE})".encode())
