"""Transactions, and tables whose columns are the fields of a row."""

import sqlite3
from collections.abc import Callable
from typing import Any, Generic, TypeVar, get_origin

import msgspec
from msgspec import Struct

Row = TypeVar("Row", bound=Struct)
T = TypeVar("T")


class Tx:
    """What a piece of work gets: the connection inside its transaction, and the one time that all it writes bears."""

    __slots__ = ("conn", "now")

    def __init__(self, conn: sqlite3.Connection, now: int) -> None:
        self.conn = conn
        self.now = now

    def run(self, sql: str, *values: object) -> sqlite3.Cursor:
        return self.conn.execute(sql, values)

    def value(self, sql: str, *values: object) -> Any:
        """The first column of the first row, or None when there is no row."""
        row = self.conn.execute(sql, values).fetchone()
        return None if row is None else row[0]


def transaction(conn: sqlite3.Connection, work: Callable[[], T]) -> T:
    conn.execute("BEGIN IMMEDIATE")
    try:
        result = work()
        conn.execute("COMMIT")
    except BaseException:
        # Unlike the statement, it does not mind that SQLite has already rolled back, as after a full disk.
        conn.rollback()
        raise
    return result


class Table(Generic[Row]):
    """Reads and writes whole rows. Fields that are tuples are kept as JSON text, truths as 0 and 1."""

    def __init__(self, name: str, row: type[Row], *, numbered: bool = False) -> None:
        fields = msgspec.structs.fields(row)
        self._row = row
        self._columns = [field.name for field in fields]
        self._lists = {
            field.name: msgspec.json.Decoder(field.type) for field in fields if get_origin(field.type) is tuple
        }
        self._truths = [field.name for field in fields if field.type is bool]
        # SQLite numbers these rows itself.
        self._numbered = numbered
        self._written = [column for column in self._columns if not (numbered and column == "id")]
        self._select = f"SELECT {', '.join(self._columns)} FROM {name} "
        into = f"INTO {name} ({', '.join(self._written)}) VALUES ({', '.join('?' * len(self._written))})"
        self._insert = f"INSERT {into}"
        self._replace = f"INSERT OR REPLACE {into}"

    def one(self, tx: Tx, where: str, *values: object) -> Row | None:
        found = tx.run(self._select + where, *values).fetchone()
        return None if found is None else self._read(found)

    def all(self, tx: Tx, where: str = "", *values: object) -> list[Row]:
        return [self._read(found) for found in tx.run(self._select + where, *values)]

    def add(self, tx: Tx, row: Row) -> Row:
        """The row as stored: with its number, when SQLite gives it one."""
        return self._store(tx, self._insert, row)

    def put(self, tx: Tx, row: Row) -> Row:
        """Like `add`, in the place of the row with the same key."""
        return self._store(tx, self._replace, row)

    def _read(self, values: tuple[Any, ...]) -> Row:
        fields = dict(zip(self._columns, values, strict=True))
        for name, decoder in self._lists.items():
            fields[name] = decoder.decode(fields[name])
        for name in self._truths:
            fields[name] = bool(fields[name])
        return self._row(**fields)

    def _store(self, tx: Tx, sql: str, row: Row) -> Row:
        cursor = tx.run(sql, *(self._written_value(row, column) for column in self._written))
        return msgspec.structs.replace(row, id=cursor.lastrowid) if self._numbered else row

    def _written_value(self, row: Row, column: str) -> object:
        value = getattr(row, column)
        return as_json(value) if column in self._lists else value


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
