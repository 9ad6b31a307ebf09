"""Back up a running database into an SQLite file, consistent at one moment."""

from pathlib import Path

from db.address import Address, PostgresAddress
from db.backends import need_driver
from db.sqlite.backup import backup as backup_file


def backup(source: Address, target: Path) -> None:
    """Write a complete backup or none; never overwrite a file. Raises NoBackup."""
    if isinstance(source, PostgresAddress):
        need_driver()
        from db.postgres.backup import backup as backup_postgres

        backup_postgres(source, target)
    else:
        backup_file(source, target)
