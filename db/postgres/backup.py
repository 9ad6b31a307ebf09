"""A copy of the database as it stood at one moment, in a file of SQLite."""

from pathlib import Path

from ..address import PostgresAddress
from ..sqlite.loading import new_file
from ..tables import copy_rows
from .snapshot import postgres_snapshot


def backup(source: PostgresAddress, target: Path) -> None:
    """The target appears whole or not at all, and never in the place of another file; raises NoBackup."""
    with postgres_snapshot(source) as found, new_file(target) as file:
        copy_rows(found, file)
