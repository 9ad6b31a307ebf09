"""Copy all rows from one database to another."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from db.sql import Tx

Columns = dict[str, list[str]]
"""The columns of every table, in table order."""


class Snapshot(Protocol):
    """One state of a database at the current schema version."""

    tx: Tx

    def check_whole(self) -> Iterator[tuple[str, str]]:
        """The checks of the database as a whole: a subject and its fault, empty if there is none."""

    def columns(self) -> Columns: ...

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """Iterate over the rows of the query without loading them all."""

    def last_numbers(self) -> dict[str, int]:
        """The last assigned row number of each numbered table."""


class Loader(Protocol):
    """An empty database at the current schema version that is filled in one transaction."""

    tx: Tx

    def columns(self) -> Columns: ...

    def load(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None: ...

    def number_on(self, last: dict[str, int]) -> None:
        """Set the last assigned row number of each table, so that new rows continue from there."""


def copy_rows(source: Snapshot, target: Loader) -> dict[str, int]:
    """Copy every row of every table. Returns the number of rows per table, counted in the target."""
    found = source.columns()
    if {table: set(columns) for table, columns in found.items()} != {
        table: set(columns) for table, columns in target.columns().items()
    }:
        raise RuntimeError("the two databases do not have the same tables and columns")
    counts: dict[str, int] = {}
    # Load matches first: all other tables refer to them.
    for table in sorted(found, key=lambda name: (name != "matches", name)):
        columns = ", ".join(found[table])
        target.load(table, found[table], source.rows(f"SELECT {columns} FROM {table} ORDER BY 1, 2"))
        counts[table] = target.tx.value(f"SELECT count(*) FROM {table}")
        expected = source.tx.value(f"SELECT count(*) FROM {table}")
        if counts[table] != expected:
            raise RuntimeError(f"{table} has {counts[table]} rows instead of {expected}")
    target.number_on(source.last_numbers())
    return counts
