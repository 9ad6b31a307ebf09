"""All rows of a database, from one to another."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Protocol

from db.sql import Tx

Columns = dict[str, list[str]]
"""The columns of every table, in their order."""


class Snapshot(Protocol):
    """One state of a database of the present version."""

    tx: Tx

    def whole(self) -> Iterator[tuple[str, str]]:
        """What was looked at that is no match, and what is wrong with it, empty if nothing is."""

    def columns(self) -> Columns: ...

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """The rows that the query finds, a few at a time."""

    def last_numbers(self) -> dict[str, int]:
        """The last number that was given to a row, by the tables whose rows are numbered."""


class Loader(Protocol):
    """An empty database of the present version that takes rows; it has all of them or none."""

    tx: Tx

    def columns(self) -> Columns: ...

    def load(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None: ...

    def number_on(self, last: dict[str, int]) -> None:
        """New rows get numbers after these, by table."""


def copy_rows(source: Snapshot, target: Loader) -> dict[str, int]:
    """Copy every row of every table; how many there are in each, counted in the target."""
    found = source.columns()
    if {table: set(columns) for table, columns in found.items()} != {
        table: set(columns) for table, columns in target.columns().items()
    }:
        raise RuntimeError("the two databases do not have the same tables and columns")
    counts: dict[str, int] = {}
    # All others refer to matches.
    for table in sorted(found, key=lambda name: (name != "matches", name)):
        columns = ", ".join(found[table])
        target.load(table, found[table], source.rows(f"SELECT {columns} FROM {table} ORDER BY 1, 2"))
        counts[table] = target.tx.value(f"SELECT count(*) FROM {table}")
        expected = source.tx.value(f"SELECT count(*) FROM {table}")
        if counts[table] != expected:
            raise RuntimeError(f"{table} has {counts[table]} rows instead of {expected}")
    target.number_on(source.last_numbers())
    return counts
