"""Back up a running SQLite database, consistent at one moment."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from db.errors import NoBackup
from db.sqlite.commit_guard import FoundDatabase
from db.sqlite.opening import connect_existing, readable_errors
from db.sqlite.temporary_folders import BACKUP, scratch_folder


def backup(source: Path, target: Path, *, known: bool = False) -> None:
    """Write a complete backup or none; never overwrite a file.

    `known`: this process has the source open.
    """
    with readable_errors(source), closing(connect_existing(source, known=known)) as conn:
        # Read the source first, so that its errors are not reported as errors of the target.
        FoundDatabase.at(source.resolve()).need_all(conn)
        conn.execute("SELECT count(*) FROM sqlite_master")
        try:
            need_absent(target)
            with scratch_folder(BACKUP, target.parent) as folder:
                part = Path(folder, target.name)
                _copy(conn, part, target)
                need_absent(target)
                part.replace(target)
                sync_folder(target.parent)
        except OSError as error:
            raise NoBackup(target, f"cannot be written ({error.strerror})") from error


def _copy(conn: sqlite3.Connection, part: Path, target: Path) -> None:
    with closing(sqlite3.connect(part)) as copy:
        try:
            # One step for all pages is one read transaction: it is consistent and blocks no writer.
            conn.backup(copy, pages=-1)
        except sqlite3.OperationalError as error:
            raise NoBackup(target, f"cannot be written ({error})") from error


def need_absent(target: Path) -> None:
    """Raise NoBackup if the target exists."""
    if target.exists() or target.is_symlink():
        raise NoBackup(target, "exists already")


def sync_folder(folder: Path) -> None:
    """Flush the folder's entries to disk."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
