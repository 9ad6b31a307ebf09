"""Back up the database into an SQLite file, consistent at one moment."""

from pathlib import Path

from db.address import PostgresAddress
from db.all_rows import copy_rows
from db.postgres.snapshot import postgres_snapshot
from db.sqlite.loading import new_file


def backup(source: PostgresAddress, target: Path) -> None:
    """Write a complete backup or none; never overwrite a file. Raises NoBackup."""
    with postgres_snapshot(source) as found, new_file(target) as file:
        copy_rows(found, file)
