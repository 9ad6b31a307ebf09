"""Detects that confirmed changes are lost, or would be, because the WAL or the database itself was removed.

Every transaction increments a number in the database. After the commit the same number is written into a small file
beside it. That file is not flushed to disk: after a power cut it may be behind the database, but it is never ahead of
it. A database that is behind the file has lost changes.
"""

import logging
import os
import sqlite3
import time
import zlib
from pathlib import Path
from typing import Self

from msgspec import Struct

from db.errors import LostChanges, RemovedDatabase, RemovedWal, StoreError

log = logging.getLogger("arena")

RECORD_SUFFIX = "-commits"
"""Suffix of the record beside the database; the file is removed when the database is closed properly."""
_NAME = "commits"
_ADVANCE = f"""INSERT INTO variables (name, value) VALUES ('{_NAME}', '1')
    ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING value"""
_ADVANCE_KNOWN = f"UPDATE variables SET value = ? WHERE name = '{_NAME}' AND value = ?"
_RECORD_WIDTH = 120
WAL_CHECK_SECONDS = 2.0
"""Seconds between checks whether the WAL was moved away. A removed WAL is noticed at every commit."""


class CommitRecord(Struct, frozen=True):
    """The last commit of the database, recorded outside of it."""

    number: int
    at: int
    inode: int
    size: int
    modified: int
    """Inode, size and modification time in nanoseconds of the database file without the WAL."""

    def encode(self) -> bytes:
        content = b"%d %d %d %d %d" % (self.number, self.at, self.inode, self.size, self.modified)
        return b"%s %d\n" % (content.ljust(_RECORD_WIDTH), zlib.crc32(content))

    @classmethod
    def decode(cls, encoded: bytes) -> Self | None:
        """The decoded record; None if it was not written completely."""
        content, _, checksum = encoded.partition(b"\n")[0].rpartition(b" ")
        content = content.rstrip()
        if not checksum.isdigit() or int(checksum) != zlib.crc32(content):
            return None
        return cls(*map(int, content.split()))


def record_of(path: Path) -> CommitRecord | None:
    """The record beside a database; None if the database was closed properly."""
    try:
        return CommitRecord.decode(path.with_name(path.name + RECORD_SUFFIX).read_bytes())
    except FileNotFoundError:
        return None


def remove_record(path: Path) -> None:
    """Remove the record, so that missing changes are accepted."""
    path.with_name(path.name + RECORD_SUFFIX).unlink(missing_ok=True)


class FoundDatabase(Struct, frozen=True):
    """A database file and its record, before anything is changed."""

    path: Path
    record: CommitRecord | None
    file: os.stat_result | None

    @classmethod
    def at(cls, path: Path) -> Self:
        """Read the record before the file: while a bot is running, the database is never behind the record."""
        record = record_of(path)
        return cls(path, record, path.stat() if record is not None and path.exists() else None)

    def missing(self, conn: sqlite3.Connection) -> int:
        """The number of commits that the database has lost; 0 as well if the file was replaced."""
        if self.record is None or self.file is None:
            return 0
        missing = self.record.number - _number(conn)
        if missing <= 0:
            return 0
        if (self.file.st_ino, self.file.st_size, self.file.st_mtime_ns) == (
            self.record.inode, self.record.size, self.record.modified,
        ):  # fmt: skip
            return missing
        log.warning("%s is older than the database that was used here before: it was put in its place", self.path)
        return 0

    def need_all(self, conn: sqlite3.Connection) -> None:
        """Raise LostChanges if the database has lost commits."""
        if (missing := self.missing(conn)) and self.record is not None:
            raise LostChanges(self.path, missing, self.record.at)


def _number(conn: sqlite3.Connection) -> int:
    """The number of counted commits."""
    if not conn.execute("SELECT 1 FROM sqlite_master WHERE name = 'variables'").fetchone():
        return 0
    row = conn.execute("SELECT value FROM variables WHERE name = ?", (_NAME,)).fetchone()
    return int(row[0]) if row else 0


class CommitGuard:
    """Counts the commits of an open database and watches its files."""

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._name = str(self._path)
        self._wal = self._path.with_name(f"{self._path.name}-wal")
        self._inode = self._path.stat().st_ino
        # A descriptor of its own: SQLite keeps no locks on this file that closing it would release.
        self._wal_descriptor = os.open(self._wal, os.O_RDWR)
        self._comparable = os.path.samestat(os.fstat(self._wal_descriptor), self._wal.stat())
        """Whether the file system returns stable inode numbers."""
        self._look_at = 0.0
        self._number = 0
        """The number of our last transaction, committed or not."""
        self._record: int | None = None
        self._unwritable = False

    def advance(self, conn: sqlite3.Connection) -> int:
        """Increment the commit number inside the transaction; returns it."""
        # The fast path; it changes nothing if another process has counted or our last transaction was rolled back.
        known = conn.execute(_ADVANCE_KNOWN, (str(self._number + 1), str(self._number)))
        if known.rowcount == 1:
            self._number += 1
        else:
            ((number,),) = conn.execute(_ADVANCE).fetchall()
            self._number = int(number)
        return self._number

    def committed(self, conn: sqlite3.Connection, number: int) -> StoreError | None:
        """Record a commit. If the WAL was removed, save its content in the database and return the reason to stop
        writing.

        Raises RemovedDatabase if that is not possible: then the commit is lost.
        """
        try:
            file = os.stat(self._name)  # noqa: PTH116 (a path of pathlib would be converted every time)
        except FileNotFoundError:
            file = None
        if file is None or file.st_ino != self._inode:
            raise RemovedDatabase(self._path)
        if self._wal_is_removed():
            return self._rescue(conn)
        self._write(CommitRecord(number, int(time.time()), file.st_ino, file.st_size, file.st_mtime_ns))
        return None

    def close(self) -> None:
        """Call after the database was closed. Removes the record if the WAL was emptied and removed."""
        empty = not os.fstat(self._wal_descriptor).st_size
        os.close(self._wal_descriptor)
        if self._record is not None:
            os.close(self._record)
        if empty and not self._wal.exists():
            remove_record(self._path)

    def _wal_is_removed(self) -> bool:
        own = os.fstat(self._wal_descriptor)
        if own.st_nlink and time.monotonic() < self._look_at:
            return False
        self._look_at = time.monotonic() + WAL_CHECK_SECONDS
        try:
            there = self._wal.stat()
        except FileNotFoundError:
            return True
        return not own.st_nlink or (self._comparable and own.st_ino != there.st_ino)

    def _rescue(self, conn: sqlite3.Connection) -> StoreError:
        """Move the content of the removed WAL, which only this process can still read, into the database."""
        try:
            busy, frames, moved = conn.execute("PRAGMA wal_checkpoint(FULL)").fetchone()
        except sqlite3.Error as error:
            raise RemovedDatabase(self._wal) from error
        if busy or frames != moved:
            raise RemovedDatabase(self._wal)
        return RemovedWal(self._path)

    def _write(self, record: CommitRecord) -> None:
        try:
            if self._record is None:
                self._record = os.open(f"{self._path}{RECORD_SUFFIX}", os.O_RDWR | os.O_CREAT, 0o666)
            if hasattr(os, "pwrite"):
                os.pwrite(self._record, record.encode(), 0)
            else:
                os.lseek(self._record, 0, os.SEEK_SET)
                os.write(self._record, record.encode())
        except OSError as error:
            if not self._unwritable:
                self._unwritable = True
                log.warning("what is committed cannot be noted in %s%s: %s", self._path, RECORD_SUFFIX, error)
