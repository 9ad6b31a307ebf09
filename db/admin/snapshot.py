"""A read-only view of the database at one moment, while the bot keeps running."""

from collections.abc import Iterator
from contextlib import contextmanager

from db.address import Address, PostgresAddress
from db.all_rows import Snapshot
from db.backends import need_driver
from db.sqlite.snapshot import sqlite_snapshot


@contextmanager
def snapshot(address: Address) -> Iterator[Snapshot]:
    """Context manager: open a read-only view. Raises OlderDatabase, MissingDatabase and other errors of the whole
    database.
    """
    if isinstance(address, PostgresAddress):
        need_driver()
        from db.postgres.snapshot import postgres_snapshot

        with postgres_snapshot(address) as found:
            yield found
        return
    with sqlite_snapshot(address) as file:
        yield file
