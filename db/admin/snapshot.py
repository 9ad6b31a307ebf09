"""The database as it stood at one moment, for a look from outside while the bot goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from db.address import Address, PostgresAddress
from db.all_rows import Snapshot
from db.backends import need_driver
from db.sqlite.snapshot import sqlite_snapshot


@contextmanager
def snapshot(address: Address) -> Iterator[Snapshot]:
    """Look at the database; raises OlderDatabase, MissingDatabase and what else is wrong with it as a whole."""
    if isinstance(address, PostgresAddress):
        need_driver()
        from db.postgres.snapshot import postgres_snapshot

        with postgres_snapshot(address) as found:
            yield found
        return
    with sqlite_snapshot(address) as file:
        yield file
