"""Databases on the tests' PostgreSQL server: new ones, and one that is emptied between tests."""

from __future__ import annotations

import asyncio
import itertools
import os
import tempfile
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path

import psycopg
import pytest

from db.address import PostgresAddress
from db.postgres.backend import Postgres
from db.postgres.opening import prepare
from tests.support.postgres.server import Server, programs
from tests.support.postgres.shared import shared_server

MISSING = "PostgreSQL is not installed (Debian: apt install postgresql)"
_ENGINES: list[Postgres] = []
_NUMBERS = itertools.count(1)


def server_or_skip() -> Server:
    """The server of this test run; skips the test without PostgreSQL."""
    server = shared_server()
    if server is None:
        pytest.skip(MISSING)
    return server


@asynccontextmanager
async def own_server() -> AsyncIterator[Server]:
    """A server that may be stopped without disturbing other tests; skips the test without PostgreSQL."""
    if programs() is None:
        pytest.skip(MISSING)
    with tempfile.TemporaryDirectory(prefix="arena-pg-") as folder:
        os.chmod(folder, 0o755)  # noqa: PTH101 (for the server's user)
        server = Server(Path(folder, "pg"))
        await asyncio.to_thread(server.start)
        try:
            yield server
        finally:
            await asyncio.to_thread(server.stop)


def new_postgres(server: Server | None = None) -> str:
    """The address of a new database without any tables."""
    server = server or server_or_skip()
    name = f"arena_{os.getpid()}_{next(_NUMBERS)}"
    with psycopg.connect(server.address("postgres"), autocommit=True) as conn:
        conn.execute(f"CREATE DATABASE {name} TEMPLATE template0".encode())
    return server.address(name)


def empty_postgres(purpose: str = "") -> str:
    """The address of this process's own database (for a purpose), emptied."""
    server_or_skip()
    address, conn, emptying = _own_database(purpose)
    conn.execute(emptying)
    return address


@cache
def _own_database(purpose: str) -> tuple[str, psycopg.Connection[tuple[object, ...]], bytes]:
    address = new_postgres()
    prepare(PostgresAddress(address))
    conn = psycopg.connect(address, autocommit=True)
    # Rows are deleted without firing triggers.
    conn.execute("SET session_replication_role = replica; SET lock_timeout = '5s'")
    tables = [row[0] for row in conn.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    numbered = conn.execute("SELECT sequencename FROM pg_sequences WHERE schemaname = 'public'").fetchall()
    emptying = [f"DELETE FROM {table}" for table in sorted(map(str, tables)) if table != "arena_post"]
    emptying += [f"SELECT setval('{row[0]}', 1, false)" for row in numbered]
    return address, conn, "; ".join(emptying).encode()


def own_engine() -> Postgres:
    """An engine on this process's own database that stays open from test to test."""
    if not _ENGINES:
        address, _, _ = _own_database("")
        opening = threading.Thread(target=lambda: _ENGINES.append(asyncio.run(Postgres.open(PostgresAddress(address)))))
        opening.start()
        opening.join()
    engine = _ENGINES[0]
    engine._reads = engine._writes = 0
    engine._abandoned.clear()  # they belonged to another test's event loop
    return engine
