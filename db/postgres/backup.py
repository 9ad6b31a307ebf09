"""A copy of the database as it stood at one moment, in a file of SQLite."""

from pathlib import Path

from db.address import PostgresAddress
from db.all_rows import copy_rows
from db.postgres.snapshot import postgres_snapshot
from db.sqlite.loading import new_file


def backup(source: PostgresAddress, target: Path) -> None:
    """The target appears whole or not at all, and never in the place of another file; raises NoBackup."""
    with postgres_snapshot(source) as found, new_file(target) as file:
        copy_rows(found, file)
