"""A copy of the database as it stood at one moment, in a file of SQLite, made while the bot goes on writing."""

from pathlib import Path

from db.address import Address, PostgresAddress
from db.backends import need_driver
from db.sqlite.backup import backup as backup_file


def backup(source: Address, target: Path) -> None:
    """The target appears whole or not at all, and never in the place of another file; raises NoBackup."""
    if isinstance(source, PostgresAddress):
        need_driver()
        from db.postgres.backup import backup as backup_postgres

        backup_postgres(source, target)
    else:
        backup_file(source, target)
