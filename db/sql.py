"""Transactions, and tables whose columns are the fields of a struct.

SQL here is what SQLite and PostgreSQL both take; parameters are named (`:match`). What only SQLite knows stands in
`opening`, `backup`, `check`, `restore` and the migrations.
"""

import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeVar, get_origin

import msgspec
from msgspec import Struct

from .errors import OldSQLite

Row = TypeVar("Row", bound=Struct)
T = TypeVar("T")

NEEDED_SQLITE = (3, 35)
"""The first version with RETURNING."""


class Tx:
    """What a piece of work gets: the connection inside its transaction, and the time of everything that it writes."""

    __slots__ = ("conn", "now")

    def __init__(self, conn: sqlite3.Connection, now: int) -> None:
        self.conn = conn
        self.now = now

    def run(self, sql: str, **values: object) -> sqlite3.Cursor:
        return self.conn.execute(sql, values)

    def value(self, sql: str, **values: object) -> Any:
        """The first column of the first row, or None when there is no row."""
        row = self.conn.execute(sql, values).fetchone()
        return None if row is None else row[0]


def need_sqlite() -> None:
    """Raises OldSQLite when the SQLite of this Python does not know what our statements use."""
    if sqlite3.sqlite_version_info < NEEDED_SQLITE:
        raise OldSQLite(sqlite3.sqlite_version, ".".join(map(str, NEEDED_SQLITE)))


def transaction(conn: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run the work in one transaction: committed when it returns, rolled back when it raises."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        result = work()
        conn.execute("COMMIT")
    except BaseException:
        # Unlike the statement, it does not mind that SQLite has already rolled back, as after a full disk.
        conn.rollback()
        raise
    return result


class SqlTable(Generic[Row]):
    """Reads and writes whole rows. Fields that are tuples are stored as JSON text, booleans as 0 and 1."""

    def __init__(self, name: str, row: type[Row], *, key: Sequence[str] = (), numbered: bool = False) -> None:
        """`key`: the columns by which `put` finds the row to replace. `numbered`: the database gives new rows an id."""
        fields = msgspec.structs.fields(row)
        self._row = row
        self._columns = [field.name for field in fields]
        self._lists = {
            field.name: msgspec.json.Decoder(field.type) for field in fields if get_origin(field.type) is tuple
        }
        self._booleans = [field.name for field in fields if field.type is bool]
        self._numbered = numbered
        self._written = [column for column in self._columns if not (numbered and column == "id")]
        self._select = f"SELECT {', '.join(self._columns)} FROM {name} "
        marks = ", ".join(f":{column}" for column in self._written)
        self._insert = f"INSERT INTO {name} ({', '.join(self._written)}) VALUES ({marks})"
        self._add = f"{self._insert} RETURNING id" if numbered else self._insert
        changed = ", ".join(f"{column} = excluded.{column}" for column in self._written if column not in key)
        self._put = f"{self._insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}" if key else ""

    def one(self, tx: Tx, where: str, **values: object) -> Row | None:
        found = tx.run(self._select + where, **values).fetchone()
        return None if found is None else self._read(found)

    def all(self, tx: Tx, where: str = "", **values: object) -> list[Row]:
        return [self._read(found) for found in tx.run(self._select + where, **values)]

    def insert(self, tx: Tx, row: Row) -> None:
        """Insert the row, without asking for the id that it gets."""
        tx.conn.execute(self._insert, self._values(row))

    def add(self, tx: Tx, row: Row) -> Row:
        """Insert the row and return it as stored: with its id, when the database gives it one."""
        cursor = tx.conn.execute(self._add, self._values(row))
        if not self._numbered:
            return row
        ((number,),) = cursor.fetchall()
        return msgspec.structs.replace(row, id=number)

    def put(self, tx: Tx, row: Row) -> Row:
        """Insert the row, or replace the one with the same key."""
        tx.conn.execute(self._put, self._values(row))
        return row

    def _read(self, values: tuple[Any, ...]) -> Row:
        fields = dict(zip(self._columns, values, strict=True))
        for name, decoder in self._lists.items():
            fields[name] = decoder.decode(fields[name])
        for name in self._booleans:
            fields[name] = bool(fields[name])
        return self._row(**fields)

    def _values(self, row: Row) -> dict[str, object]:
        values = msgspec.structs.asdict(row)
        for column in self._lists:
            values[column] = as_json(values[column])
        for column in self._booleans:
            values[column] = int(values[column])
        return values


def in_list(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """The marks of an `IN (…)` list and the values that belong to them. Nothing is in an empty list."""
    named = {f"{name}_{number}": value for number, value in enumerate(values)}
    return ", ".join(f":{mark}" for mark in named) or "NULL", named


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
