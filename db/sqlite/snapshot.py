"""A read-only view of an SQLite file at one moment."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from db.all_rows import Columns
from db.errors import BrokenDatabase, OlderDatabase
from db.sql import Tx
from db.sqlite.commit_guard import FoundDatabase
from db.sqlite.opening import connect_existing, error_code, migrations, missing_from_schema, readable_errors, version_of


class SqliteSnapshot:
    """A read transaction."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self.tx = Tx(conn.execute, now=0)

    def check_whole(self) -> Iterator[tuple[str, str]]:
        """Check the file and its references."""
        damage = [row[0] for row in self._conn.execute("PRAGMA integrity_check") if row[0] != "ok"]
        damage += [f"missing: {name}" for name in missing_from_schema(self._conn, migrations())]
        yield "file", "; ".join(damage)
        orphans = [
            f"{table} row {row} refers to no {parent}"
            for table, row, parent, _ in self._conn.execute("PRAGMA foreign_key_check")
        ]
        yield "references", "; ".join(orphans)

    def columns(self) -> Columns:
        return columns(self._conn)

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        return self._conn.execute(query)

    def last_numbers(self) -> dict[str, int]:
        return dict(self._conn.execute("SELECT name, seq FROM sqlite_sequence").fetchall())


def columns(conn: sqlite3.Connection) -> Columns:
    """The columns of every table, in table order."""
    tables = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    return {table: [row[1] for row in conn.execute(f"PRAGMA table_info({table})")] for (table,) in tables.fetchall()}


@contextmanager
def sqlite_snapshot(path: Path) -> Iterator[SqliteSnapshot]:
    """Context manager: open a read-only view of the file."""
    with readable_errors(path), closing(connect_existing(path)) as conn:
        found = FoundDatabase.at(path.resolve())
        known = len(migrations())
        version = version_of(path.resolve(), known)
        if version < known:
            raise OlderDatabase(path, version, known)
        try:
            conn.execute("BEGIN")
            found.need_all(conn)
            yield SqliteSnapshot(conn)
        except sqlite3.OperationalError as error:
            if error_code(error) == sqlite3.SQLITE_ERROR:  # the tables do not fit the statement
                raise BrokenDatabase(path, str(error)) from error
            raise
