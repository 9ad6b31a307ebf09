"""The plain commits of a database: one row as long as a position, synced to disk before the next one."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

POSITION = "x" * 4000
"""Text about as long as a stored position."""
TIMES = 300
"""Number of commits of each connection."""


def disk() -> str | None:
    """A folder on a real disk, if one is known: in memory commits are faster than anything."""
    return "/var/tmp" if Path("/var/tmp").is_dir() else None


def _rate(commit: Callable[[], object]) -> float:
    begun = time.perf_counter()
    for _ in range(TIMES):
        commit()
    return TIMES / (time.perf_counter() - begun)


def plain_sqlite(file: Path) -> float:
    """Commits of one row per second in SQLite."""
    with closing(sqlite3.connect(file, isolation_level=None)) as conn:
        conn.execute("PRAGMA journal_mode = WAL")
        conn.execute("PRAGMA synchronous = FULL")
        conn.execute("CREATE TABLE plain (id INTEGER PRIMARY KEY, words TEXT)")
        return _rate(lambda: conn.execute("INSERT INTO plain (words) VALUES (?)", (POSITION,)))


def plain_postgres(address: str, connections: int) -> float:
    """Commits of one row per second in PostgreSQL, with several connections at once."""
    import psycopg

    open_ones = [psycopg.connect(address, autocommit=True) for _ in range(connections)]
    open_ones[0].execute("CREATE TABLE IF NOT EXISTS plain (id BIGSERIAL PRIMARY KEY, words TEXT)")
    insert = "INSERT INTO plain (words) VALUES (%s)"
    threads = [
        threading.Thread(target=_rate, args=(lambda conn=conn: conn.execute(insert, (POSITION,)),))
        for conn in open_ones
    ]
    begun = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    taken = time.perf_counter() - begun
    for conn in open_ones:
        conn.close()
    return TIMES * connections / taken


@contextmanager
def postgres(folder: Path) -> Iterator[list[tuple[str, str]]]:
    """Two databases of a PostgreSQL server that syncs to disk; none where it is not installed."""
    from tests.support.postgres.server import Server, programs

    if programs() is None:
        yield []
        return
    import psycopg

    server = Server(folder, durable=True)
    server.start()
    try:
        with psycopg.connect(server.address("postgres"), autocommit=True) as conn:
            conn.execute("CREATE DATABASE bench")
        yield [(server.address("postgres"), server.address("bench"))]
    finally:
        server.stop()
