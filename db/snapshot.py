"""The database as it stood at one moment, for a look from outside while the bot goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager

from .address import Address, PostgresAddress
from .engines import need_driver
from .sqlite.snapshot import sqlite_snapshot
from .tables import Snapshot


@contextmanager
def snapshot(address: Address) -> Iterator[Snapshot]:
    """Look at the database; raises OlderDatabase, MissingDatabase and what else is wrong with it as a whole."""
    if isinstance(address, PostgresAddress):
        need_driver()
        from .postgres.snapshot import postgres_snapshot

        with postgres_snapshot(address) as found:
            yield found
        return
    with sqlite_snapshot(address) as file:
        yield file
