"""The database as it stood at one moment, for a look from outside while the bot goes on writing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from .address import Address, PostgresAddress
from .errors import UnwritableDatabase
from .sql import Tx


class Snapshot(Protocol):
    """One state of a database of the present version."""

    tx: Tx

    def whole(self) -> Iterator[tuple[str, str]]:
        """What was looked at that is no match, and what is wrong with it, empty if nothing is."""

    def last_numbers(self) -> dict[str, int]:
        """The last number that was given to a row, by the tables whose rows are numbered."""


@contextmanager
def snapshot(address: Address) -> Iterator[Snapshot]:
    """Look at the database; raises OlderDatabase, MissingDatabase and what else is wrong with it as a whole."""
    if isinstance(address, PostgresAddress):
        raise UnwritableDatabase(address, "this version knows only files of SQLite")
    from .sqlite.snapshot import sqlite_snapshot

    with sqlite_snapshot(address) as found:
        yield found
