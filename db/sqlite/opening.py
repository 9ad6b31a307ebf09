"""Open an SQLite file: check, migrate and configure it."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache, partial
from pathlib import Path

from db.errors import (
    BrokenDatabase,
    DatabaseBusy,
    DiskTrouble,
    ForeignDatabase,
    MissingDatabase,
    NewerDatabase,
    OldSQLite,
    UnwritableDatabase,
)
from db.sql import checksum
from db.sqlite.commit_guard import FoundDatabase
from db.sqlite.connection import transaction
from db.sqlite.temporary_folders import LOOK, scratch_folder

NEEDED_SQLITE = (3, 35)
"""The first version with RETURNING."""
MIGRATIONS = Path(__file__).parent / "migrations"
APPLICATION_ID = int.from_bytes(b"ArPo", "big")
BUSY_SECONDS = 5.0
_LARGEST_PAGE = 65536
_HEADER = b"SQLite format 3\0"

_BROKEN_CODES = {sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT}
BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_UNWRITABLE_CODES = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH}
_DISK_CODES = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR}
_DISK_OS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO}


def need_sqlite() -> None:
    """Raise OldSQLite if Python's SQLite lacks features that our statements use."""
    if sqlite3.sqlite_version_info < NEEDED_SQLITE:
        raise OldSQLite(sqlite3.sqlite_version, ".".join(map(str, NEEDED_SQLITE)))


def open_database(path: Path, folder: Path = MIGRATIONS, *, accept_loss: bool = False) -> sqlite3.Connection:
    """Open and migrate the database, or create it. Refuses a foreign or newer file before the first change.

    `accept_loss`: open it even if confirmed changes are missing.
    """
    path = path.resolve()
    steps = migrations(folder)
    with readable_errors(path):
        version = need_usable(path, known=len(steps))
        found = FoundDatabase.at(path)
        conn = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        try:
            if version:
                _need_sound(path, conn)
                if not accept_loss:
                    found.need_all(conn)
            _prepare(path, conn)
            migrate(conn, steps)
            _need_schema(path, conn, steps)
            conn.execute("PRAGMA foreign_keys = ON")
            checkpoint(conn)
        except BaseException:
            conn.close()
            raise
        return conn


def need_usable(path: Path, known: int | None = None) -> int:
    """The version of the database at `path`, 0 if it does not exist yet. Raises the refusals of `open_database`.

    Leaves no files behind.
    """
    need_room(path)
    return version_of(path, len(migrations()) if known is None else known)


def checkpoint(conn: sqlite3.Connection) -> None:
    """Move the WAL's content into the database and truncate the WAL, as far as other connections allow it now."""
    conn.execute("PRAGMA busy_timeout = 0")
    try:
        conn.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    finally:
        conn.execute(f"PRAGMA busy_timeout = {int(BUSY_SECONDS * 1000)}")


def connect_existing(path: Path, *, known: bool = False) -> sqlite3.Connection:
    """Connect read-only beside a running bot. Never creates or migrates a file.

    `known`: this process has the file open, so only SQLite may open it: the system drops all locks of a process on a
    file as soon as the process closes it once. `mode=ro` is not used: SQLite would leave the WAL's side files behind if
    it is the last to close.
    """
    if not path.exists():
        raise MissingDatabase(path)
    if not known:
        _need_header(path)
    conn = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    conn.execute("PRAGMA query_only = ON")
    return conn


def version_of(path: Path, known: int) -> int:
    """The version of the database at `path`, 0 if it does not exist yet. Leaves no files behind, not even side
    files.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0
    _need_header(path)
    wal = path.with_name(path.name + "-wal")
    if wal.exists() and wal.stat().st_size:
        application, version, tables = _stamp_with_wal(path, wal)
    else:
        with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as conn:
            application, version, tables = _stamp(conn)
    if application != APPLICATION_ID and (application or version or tables):
        raise ForeignDatabase(path)
    if version > known:
        raise NewerDatabase(path, version, known)
    return version


def migrations(folder: Path = MIGRATIONS) -> list[Path]:
    files = sorted(folder.glob("*.sql"))
    numbers = [int(file.name.split("_")[0]) for file in files]
    if numbers != list(range(1, len(files) + 1)):
        raise RuntimeError(f"the migrations in {folder} are not numbered 1, 2, 3 …: {numbers}")
    return files


def add_functions(conn: sqlite3.Connection) -> None:
    """Add the SQL functions that migrations call."""
    conn.create_function("arena_checksum", -1, lambda *values: checksum(values), deterministic=True)


def migrate(conn: sqlite3.Connection, steps: list[Path]) -> None:
    """Run each step in its own transaction. Foreign keys must still be off, so that a step may rebuild a table."""
    add_functions(conn)
    for number, step in enumerate(steps, 1):
        transaction(conn, partial(_take_step, conn, number, step))


def is_busy(error: BaseException) -> bool:
    """Whether another process holds the lock."""
    return isinstance(error, sqlite3.Error) and (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF in BUSY_CODES


@contextmanager
def readable_errors(path: Path) -> Iterator[None]:
    """Context manager: convert errors of SQLite and the system about the whole file into a `StoreError`."""
    try:
        yield
    except OSError as error:
        kind = DiskTrouble if error.errno in _DISK_OS else UnwritableDatabase
        raise kind(path, error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BrokenDatabase(path, "it is damaged: it holds text that cannot be decoded") from error
    except sqlite3.Error as error:
        code = error_code(error)
        if code in _BROKEN_CODES:
            raise BrokenDatabase(path, str(error)) from error
        if code in _UNWRITABLE_CODES:
            raise UnwritableDatabase(path, str(error)) from error
        if code in _DISK_CODES:
            raise DiskTrouble(path, str(error)) from error
        if code in BUSY_CODES:
            raise DatabaseBusy(path) from error
        raise


def error_code(error: sqlite3.Error) -> int:
    """SQLite's primary error code, the low byte of the extended code."""
    return (getattr(error, "sqlite_errorcode", None) or 0) & 0xFF


def need_room(path: Path) -> None:
    """Raise UnwritableDatabase if no database can be written at this path."""
    if not path.parent.is_dir():
        raise UnwritableDatabase(path, f"there is no folder {path.parent}")
    if path.exists() and not path.is_file():
        raise UnwritableDatabase(path, "it is not a file")
    # SQLite would open it anyway, and leave side files that are just as unwritable.
    for needed in (path.parent, path):
        if needed.exists() and not os.access(needed, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise UnwritableDatabase(path, f"{needed} is read-only for this user")


def _need_header(path: Path) -> None:
    """Raise BrokenDatabase unless the file has SQLite's header. SQLite treats a very short text file as an empty
    database and would overwrite it.
    """
    with path.open("rb") as file:
        if file.read(len(_HEADER)) != _HEADER:
            raise BrokenDatabase(path, "it is not an SQLite database")


def _stamp(conn: sqlite3.Connection) -> tuple[int, int, int]:
    application = conn.execute("PRAGMA application_id").fetchone()[0]
    version = conn.execute("PRAGMA user_version").fetchone()[0]
    tables = 0 if version else conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    return application, version, tables


def _stamp_with_wal(path: Path, wal: Path) -> tuple[int, int, int]:
    """Read the stamp of a database with a WAL, without writing beside it.

    After a crash the newest first page may be only in the WAL, and SQLite writes files to read that. So it reads a
    copy: the first page and the WAL. The rest may be a hole, because the stamp is on the first page.
    """
    with scratch_folder(LOOK) as folder:
        copy = Path(folder, "copy")
        with path.open("rb") as original:
            copy.write_bytes(original.read(_LARGEST_PAGE))
        with copy.open("r+b") as sparse:
            sparse.truncate(path.stat().st_size)
        shutil.copyfile(wal, copy.with_name("copy-wal"))
        with closing(sqlite3.connect(copy)) as conn:
            return _stamp(conn)


def _need_sound(path: Path, conn: sqlite3.Connection) -> None:
    report = " ".join(conn.execute("PRAGMA quick_check(1)").fetchone()[0].split())
    if report != "ok":
        raise BrokenDatabase(
            path, f"it is damaged ({report}); put the latest backup in its place (python -m db restore)"
        )


def missing_from_schema(conn: sqlite3.Connection, steps: Sequence[Path]) -> list[str]:
    """The tables, columns, indexes and triggers of the migrations that are missing in the database."""
    return sorted(_migrated_schema(tuple(steps)) - _schema(conn))


def _need_schema(path: Path, conn: sqlite3.Connection, steps: Sequence[Path]) -> None:
    if missing := missing_from_schema(conn, steps):
        raise BrokenDatabase(
            path,
            f"it is damaged (missing: {', '.join(missing[:5])}); put the latest backup in its place "
            "(python -m db restore)",
        )


@cache
def _migrated_schema(steps: tuple[Path, ...]) -> frozenset[str]:
    """The schema of a new database after these steps."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as conn:
        migrate(conn, list(steps))
        return _schema(conn)


def _schema(conn: sqlite3.Connection) -> frozenset[str]:
    """All tables, indexes, triggers and columns."""
    columns = (
        "SELECT 'column ' || tables.name || '.' || columns.name FROM sqlite_master AS tables, "
        "pragma_table_info(tables.name) AS columns WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'"
    )
    others = "SELECT type || ' ' || name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"
    return frozenset(row[0] for row in conn.execute(f"{others} UNION {columns}"))


def _prepare(path: Path, conn: sqlite3.Connection) -> None:
    mode = conn.execute("PRAGMA journal_mode = WAL").fetchone()[0]
    if mode != "wal":
        raise UnwritableDatabase(path, f"its file system does not allow SQLite's WAL mode, only {mode!r}")
    # Committed moves survive a power cut.
    conn.execute("PRAGMA synchronous = FULL")
    # A lock alone is granted on a read-only file, too; only a write shows whether writes are allowed.
    conn.execute("BEGIN IMMEDIATE")
    try:
        conn.execute("PRAGMA user_version = 0")
    finally:
        conn.rollback()


def _take_step(conn: sqlite3.Connection, number: int, step: Path) -> None:
    # Read under the lock: another process may have migrated already.
    if conn.execute("PRAGMA user_version").fetchone()[0] >= number:
        return
    for statement in _statements(step.read_text(encoding="utf-8")):
        conn.execute(statement)
    if orphans := conn.execute("PRAGMA foreign_key_check").fetchall():
        raise RuntimeError(f"{step.name} leaves rows without the ones they refer to: {orphans[:5]}")
    conn.execute(f"PRAGMA user_version = {number}")


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if statement.strip():
        yield statement
