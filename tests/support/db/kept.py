"""One database for all worlds of a process, emptied for each; its connections stay open with prepared statements.

A new file per test would have to be opened, checked and closed, and every statement parsed again.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

from db.address import Address
from db.admin.snapshot import snapshot
from db.all_rows import Snapshot
from db.sqlite.snapshot import SqliteSnapshot
from tests.support.db.new import new_database

Connector = partial[sqlite3.Connection]


class Kept:
    """Keeps a bot's first connections to the file for the next test; a restarted bot opens its own."""

    def __init__(self, path: Path) -> None:
        self.path = new_database(path)
        self._connections: dict[Callable[..., sqlite3.Connection], sqlite3.Connection] = {}
        self._free: set[Callable[..., sqlite3.Connection]] = set()
        self._in_use: set[sqlite3.Connection] = set()
        self.beside = sqlite3.connect(path, isolation_level=None)
        """A connection for direct access by tests."""
        tables = self.beside.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name != 'moves'")
        self._tables = ["moves", *(name for (name,) in tables.fetchall())]
        self._which_are_filled = "SELECT " + ", ".join(f"EXISTS (SELECT 1 FROM {table})" for table in self._tables)
        self._numbers = self.beside.execute("SELECT name, seq FROM sqlite_sequence").fetchall()

    @property
    def usable(self) -> bool:
        """Whether everything opened has been closed."""
        return not self._in_use

    def empty(self) -> None:
        """Delete all rows and restart the counters; foreign keys of this connection are not checked."""
        execute = self.beside.execute
        execute("BEGIN IMMEDIATE")
        # As for imported matches, whose log may be deleted.
        execute("UPDATE seats SET joined_at = NULL WHERE joined_at IS NOT NULL")
        execute("UPDATE matches SET status = 'over', ended_at = created_at")
        for table, filled in zip(self._tables, execute(self._which_are_filled).fetchone(), strict=True):
            if filled:
                execute(f"DELETE FROM {table}")
        self.beside.executemany("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", self._numbers)
        execute("COMMIT")
        execute("PRAGMA wal_checkpoint(TRUNCATE)")
        self._free = {*self._connections}

    def connect(self, connector: Connector) -> sqlite3.Connection:
        """A connection as the connector would open it: an earlier test's, unless this test has it already."""
        opened = connector.func
        if opened in self._free:
            self._free.remove(opened)
            connection = self._connections[opened]
        elif opened not in self._connections:
            connection = self._connections[opened] = connector()
        else:
            return connector()
        self._in_use.add(connection)
        return connection

    def close(self, connection: sqlite3.Connection) -> bool:
        """Take back a kept connection; False for any other."""
        if connection not in self._in_use:
            return False
        connection.rollback()
        self._in_use.remove(connection)
        return True


_kept: list[Kept] = []


def emptied(folder: Path) -> Kept:
    """The empty database of this process; a new one if a test has left the last one in use."""
    if not _kept or not _kept[-1].usable:
        _kept.append(Kept(folder / f"kept-{os.getpid()}-{len(_kept)}.sqlite3"))
    _kept[-1].empty()
    return _kept[-1]


def _kept_at(address: Address) -> Kept | None:
    return _kept[-1] if _kept and address == _kept[-1].path else None


@contextmanager
def connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection beside the bot's: the kept one if the file is kept."""
    if kept := _kept_at(path):
        yield kept.beside
        return
    with closing(sqlite3.connect(path)) as conn:
        yield conn


@contextmanager
def snapshot_at(address: Address) -> Iterator[Snapshot]:
    """The result of `db.admin.snapshot`; of a kept file, on the kept connection."""
    if kept := _kept_at(address):
        kept.beside.execute("BEGIN")
        try:
            yield SqliteSnapshot(kept.beside)
        finally:
            kept.beside.rollback()
        return
    with snapshot(address) as found:
        yield found
