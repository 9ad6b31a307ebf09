"""Fill a new SQLite file with rows, completely or not at all."""

import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from db.all_rows import Columns
from db.errors import NoBackup
from db.sql import Tx
from db.sqlite.backup import need_absent, sync_folder
from db.sqlite.opening import open_database
from db.sqlite.snapshot import columns
from db.sqlite.temporary_folders import BACKUP, scratch_folder


class SqliteLoader:
    """A transaction that fills a new file."""

    def __init__(self, conn: sqlite3.Connection) -> None:
        self._conn = conn
        self.tx = Tx(conn.execute, now=0)

    def columns(self) -> Columns:
        return columns(self._conn)

    def load(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        marks = ", ".join("?" for _ in columns)
        self._conn.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)

    def number_on(self, last: dict[str, int]) -> None:
        number_on(self._conn, last)


def number_on(conn: sqlite3.Connection, last: dict[str, int]) -> None:
    """Set the last assigned row number of each table, so that new rows continue from there."""
    for table, number in last.items():
        conn.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table,))
        conn.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table, number))


@contextmanager
def new_file(target: Path) -> Iterator[SqliteLoader]:
    """Fill a temporary file in the block, then move it to `target`; never overwrite a file. Raises NoBackup."""
    try:
        need_absent(target)
        with scratch_folder(BACKUP, target.parent) as folder:
            part = Path(folder, target.name)
            with closing(open_database(part)) as conn:
                conn.execute("BEGIN IMMEDIATE")
                yield SqliteLoader(conn)
                conn.execute("COMMIT")
                conn.execute("PRAGMA journal_mode = DELETE")  # leave a single file
            need_absent(target)
            part.replace(target)
            sync_folder(target.parent)
    except OSError as error:
        raise NoBackup(target, f"cannot be written ({error.strerror})") from error
    except sqlite3.OperationalError as error:
        raise NoBackup(target, f"cannot be written ({error})") from error
