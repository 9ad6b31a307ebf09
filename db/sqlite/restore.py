"""Replace an SQLite database by a checked backup, completely or not at all."""

import os
import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import chain, count
from pathlib import Path

from db.admin.check import Replay, check
from db.errors import BrokenDatabase, DatabaseBusy, ForeignDatabase, MissingDatabase, NewerDatabase, NoRestore
from db.sqlite import opening
from db.sqlite.backup import sync_folder
from db.sqlite.commit_guard import RECORD_SUFFIX, FoundDatabase, remove_record
from db.sqlite.connection import transaction
from db.sqlite.loading import number_on
from db.sqlite.opening import BUSY_CODES, error_code, migrations, need_room, open_database, readable_errors, version_of
from db.sqlite.process_lock import hold_lock
from db.sqlite.temporary_folders import RESTORE, scratch_folder

SIDE_FILES = ("-wal", "-shm", RECORD_SUFFIX)
SKIPPED_MATCHES, SKIPPED_ROWS = 1000, 100_000
"""Row numbers of matches and of other tables to skip if the old database cannot be read."""


def restore(
    backup: Path, target: Path, replay: Replay, *, prepare: Callable[[Path], None], anyway: bool = False
) -> Path | None:
    """Put the backup in the database's place. Returns the path of the old database, or None if there was none.

    The backup is copied, migrated and checked, and `prepare` is called with the copy. `anyway` accepts faulty matches.
    Raises NoRestore, DatabaseInUse while a bot runs, and DatabaseBusy while the old database is being read.
    """
    target = target.resolve()
    with readable_errors(target):
        need_room(target)
        _need_ours(target)
    with hold_lock(target), readable_errors(target):
        if target.exists() and backup.exists() and backup.samefile(target):
            raise NoRestore(backup, "it is the database itself")
        need_backup(backup)
        with scratch_folder(RESTORE, target.parent) as folder:
            copy = Path(folder, target.name)
            copy_checked(backup, copy, replay, anyway)
            number_rows_on(copy, _close_old(target))
            prepare(copy)
            _own(copy, target if target.exists() else target.parent)
            kept = _keep(target, folder) if target.exists() else None
            for side in SIDE_FILES:
                target.with_name(target.name + side).unlink(missing_ok=True)
            copy.replace(target)
            sync_folder(target.parent)
    return kept


def _need_ours(target: Path) -> None:
    """Raise ForeignDatabase for another program's file; a broken or newer database of ours may be replaced."""
    try:
        version_of(target, known=len(migrations()))
    except ForeignDatabase:
        raise
    except (BrokenDatabase, NewerDatabase, sqlite3.DatabaseError):
        return


def need_backup(backup: Path) -> None:
    """Raise an error unless the file is a backup of ours."""
    if not backup.exists():
        raise MissingDatabase(backup)
    with readable_errors(backup):
        if not version_of(backup.resolve(), known=len(migrations())):
            raise NoRestore(backup, "it is empty")


def copy_checked(backup: Path, copy: Path, replay: Replay, anyway: bool) -> None:
    """Copy the backup, migrate the copy and check it; raises NoRestore."""
    _copy(backup, copy)
    _check(backup, copy, replay, anyway)


def _copy(backup: Path, copy: Path) -> None:
    """Copy the backup with its WAL. SQLite opens only the copy, because the backup may be on a read-only disk."""
    shutil.copyfile(backup, copy)
    wal = backup.with_name(f"{backup.name}-wal")
    if wal.exists():
        shutil.copyfile(wal, copy.with_name(f"{copy.name}-wal"))


def _check(backup: Path, copy: Path, replay: Replay, anyway: bool) -> None:
    try:
        open_database(copy).close()
        faults = [finding for finding in check(copy, replay) if finding.fault]
    except BrokenDatabase as error:
        raise NoRestore(backup, error.reason.partition(";")[0]) from error
    grave = [finding for finding in faults if not finding.subject.startswith(("match ", "rows"))]
    if grave or (faults and not anyway):
        advice = "" if grave else "; with --anyway it is restored all the same"
        reasons = "; ".join(f"{finding.subject}: {finding.fault}" for finding in (grave or faults)[:5])
        raise NoRestore(backup, f"{reasons}{advice}")


def _close_old(target: Path) -> dict[str, int] | None:
    """The last assigned number of each table of the old database; None if it is broken or missing.

    Closes its WAL, so that it is a single file that nobody has open: a reader that closed it later would remove the new
    database's WAL.
    """
    if not target.exists() or not target.stat().st_size:
        return None
    try:
        with closing(sqlite3.connect(target, timeout=opening.BUSY_SECONDS, isolation_level=None)) as conn:
            last = dict(conn.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
            if conn.execute("PRAGMA journal_mode = DELETE").fetchone()[0] != "delete":
                raise DatabaseBusy(target)
            return last
    except sqlite3.Error as error:
        if error_code(error) in BUSY_CODES:
            raise DatabaseBusy(target) from error
        return None


def number_rows_on(copy: Path, last: dict[str, int] | None) -> None:
    """Skip row numbers that the old database may have used, and clear the variables, so that commands are registered
    again.

    Discord still shows buttons of matches and nonces of messages that exist only in the old database.
    """
    with closing(open_database(copy)) as conn:
        transaction(conn, partial(_number_rows_on, conn, last))


def _number_rows_on(conn: sqlite3.Connection, last: dict[str, int] | None) -> None:
    conn.execute("DELETE FROM variables")
    known = dict(conn.execute("SELECT name, seq FROM sqlite_sequence").fetchall())
    for table in _numbered(conn):
        skipped = SKIPPED_MATCHES if table == "matches" else SKIPPED_ROWS
        begun = known.get(table, 0)
        number = begun + skipped if last is None else max(begun, last.get(table, 0))
        number_on(conn, {table: number})


def accept_loss(path: Path, *, prepare: Callable[[Path], None]) -> int:
    """Let the database continue without the changes that were lost with its WAL. Returns the number of lost changes.

    As after a restore, row numbers are skipped, and `prepare` is called with the database. Raises DatabaseInUse while a
    bot runs.
    """
    if not path.exists():
        raise MissingDatabase(path)
    path = path.resolve()
    with readable_errors(path):
        need_backup(path)
    with hold_lock(path), readable_errors(path):
        found = FoundDatabase.at(path)
        with closing(open_database(path, accept_loss=True)) as conn:
            missing = found.missing(conn)
            if missing:
                transaction(conn, partial(_number_rows_on, conn, None))
        if missing:
            remove_record(path)
            prepare(path)
    return missing


def _numbered(conn: sqlite3.Connection) -> list[str]:
    """The tables whose rows the database numbers."""
    tables = conn.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%'")
    return [row[0] for row in tables]


def _own(copy: Path, like: Path) -> None:
    """Give the copy the owner and mode of `like`, so that the bot can write it, and flush it to disk."""
    with copy.open("rb") as file:
        os.fsync(file.fileno())
    owner = like.stat()
    if like.is_file():
        copy.chmod(owner.st_mode & 0o777)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        os.chown(copy, owner.st_uid, owner.st_gid)


def unused_name(replaced: Path) -> Path:
    """An unused, dated name beside the file for keeping the replaced data."""
    stamped = replaced.with_name(f"{replaced.name}.before-{time.strftime('%Y%m%d-%H%M%S')}")
    names = chain([stamped], (stamped.with_name(f"{stamped.name}-{number}") for number in count(2)))
    return next(name for name in names if not name.exists() and not name.is_symlink())


def _keep(target: Path, folder: Path) -> Path:
    """Keep the old database (and its WAL) under a dated name; return that name."""
    kept = unused_name(target)
    try:
        os.link(target, kept)
    except OSError:  # the file system has no hard links
        part = folder / kept.name
        shutil.copy2(target, part)
        part.replace(kept)
    wal = target.with_name(f"{target.name}-wal")
    if wal.exists():
        wal.replace(kept.with_name(f"{kept.name}-wal"))
    return kept
