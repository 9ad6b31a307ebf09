"""Replace the database by a checked backup, completely or not at all."""

from collections.abc import Callable
from pathlib import Path

from db.address import Address, PostgresAddress
from db.admin.check import Replay
from db.backends import need_driver
from db.sqlite.restore import accept_loss as accept_loss_of_file
from db.sqlite.restore import restore as restore_file


def restore(
    backup: Path, target: Address, replay: Replay, *, prepare: Callable[[Path], None], anyway: bool = False
) -> Path | None:
    """Put the backup in the database's place. Returns the path of the old database, or None if there was none.

    The backup is copied, migrated and checked, and `prepare` is called with the copy. `anyway` accepts faulty matches.
    Raises NoRestore, and DatabaseInUse while a bot runs.
    """
    if isinstance(target, PostgresAddress):
        need_driver()
        from db.postgres.restore import restore as restore_postgres

        return restore_postgres(backup, target, replay, prepare=prepare, anyway=anyway)
    return restore_file(backup, target, replay, prepare=prepare, anyway=anyway)


def accept_loss(target: Address, *, prepare: Callable[[Path], None]) -> int:
    """Let an SQLite database continue without the changes that were lost with its WAL. Returns the number of lost
    changes.

    `prepare` is called with the file if there were any. Raises DatabaseInUse while a bot runs.
    """
    return 0 if isinstance(target, PostgresAddress) else accept_loss_of_file(target, prepare=prepare)
