"""Replace all rows by a checked backup, completely or not at all."""

from collections.abc import Callable
from pathlib import Path

from db.address import PostgresAddress
from db.admin.check import Replay
from db.all_rows import copy_rows
from db.postgres.backup import backup as back_up
from db.postgres.loading import PostgresLoader, exclusive
from db.postgres.snapshot import PostgresSnapshot
from db.sqlite.opening import readable_errors as readable_sqlite_errors
from db.sqlite.restore import copy_checked, need_backup, number_rows_on, unused_name
from db.sqlite.snapshot import sqlite_snapshot
from db.sqlite.temporary_folders import RESTORE_ELSEWHERE, scratch_folder


def restore(
    backup: Path, target: PostgresAddress, replay: Replay, *, prepare: Callable[[Path], None], anyway: bool = False
) -> Path | None:
    """Replace all rows by the backup's. Returns the file with the old rows, or None if the database was empty."""
    with readable_sqlite_errors(backup):
        need_backup(backup)
    with exclusive(target) as conn, scratch_folder(RESTORE_ELSEWHERE) as folder:
        last = PostgresSnapshot(conn).last_numbers()
        copy = Path(folder, backup.name)
        copy_checked(backup, copy, replay, anyway)
        number_rows_on(copy, last if any(last.values()) else None)
        prepare(copy)
        kept = None
        if any(last.values()):
            kept = unused_name(backup)
            back_up(target, kept)
        with sqlite_snapshot(copy) as found, conn.transaction():
            loader = PostgresLoader(conn)
            loader.empty()
            copy_rows(found, loader)
    return kept
