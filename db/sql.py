"""Transactions, and tables whose columns are the fields of a struct.

The SQL here runs on SQLite and PostgreSQL; parameters are named (`:match`). Code for only one of them is in the folders
`sqlite` and `postgres`.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, get_origin

import msgspec
from msgspec import Struct

Row = TypeVar("Row", bound=Struct)


class Cursor(Protocol):
    """The rows that a statement has found, or the number of rows it has changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Tx:
    """An open transaction: runs statements and holds the time for everything that it writes.

    SQLite has one writer at a time; on PostgreSQL the locks keep other writers out until the transaction ends.
    """

    __slots__ = ("execute", "now")

    skip_locked = ""
    """Appended to a query for rows to delete; skips rows that another transaction has locked."""

    def __init__(self, execute: Callable[[str, Mapping[str, object]], Cursor], now: int) -> None:
        self.execute = execute
        self.now = now

    def run(self, sql: str, **values: object) -> Cursor:
        return self.execute(sql, values)

    def value(self, sql: str, **values: object) -> Any:
        """The first column of the first row, or None when there is no row."""
        row = self.execute(sql, values).fetchone()
        return None if row is None else row[0]

    def lock_matches(self, matches: Iterable[int]) -> None:
        """Lock these matches against other writers. Call it before reading rows that are to be changed."""

    def lock(self, name: str) -> None:
        """Take the named lock until the end of the transaction. Take match locks first (lock order)."""


class Found(Generic[Row]):
    """The result of a query, read on demand. PostgreSQL sends several queries together if their results are read
    afterward.
    """

    __slots__ = ("_cursor", "_read")

    def __init__(self, cursor: Cursor, read: Callable[[tuple[Any, ...]], Row]) -> None:
        self._cursor, self._read = cursor, read

    def one(self) -> Row | None:
        found = self._cursor.fetchone()
        return None if found is None else self._read(found)

    def all(self) -> list[Row]:
        return [self._read(found) for found in self._cursor]


class SqlTable(Generic[Row]):
    """Reads and writes whole rows. Fields that are tuples are stored as JSON text, booleans as 0 and 1."""

    def __init__(
        self,
        name: str,
        row: type[Row],
        *,
        key: Sequence[str] = (),
        numbered: bool = False,
        checked: Sequence[str] = (),
    ) -> None:
        """`key`: the columns by which `put` finds the row to replace. `numbered`: the database assigns ids.

        `checked`: the columns that the column `checksum` covers, if the table has one. A statement that changes one of
        them by itself must set the checksum to NULL. After adding a column here, compute the checksums of old rows
        again.
        """
        fields = msgspec.structs.fields(row)
        self._name, self._row = name, row
        self._columns = [field.name for field in fields]
        self._lists = {
            field.name: msgspec.json.Decoder(field.type) for field in fields if get_origin(field.type) is tuple
        }
        self._booleans = [field.name for field in fields if field.type is bool]
        self._numbered = numbered
        self._written = [column for column in self._columns if not (numbered and column == "id")]
        self._checked = checked
        if checked:
            self._written.append("checksum")
        self._select = f"SELECT {', '.join(self._columns)} FROM {name} "
        marks = ", ".join(f":{column}" for column in self._written)
        self._insert = f"INSERT INTO {name} ({', '.join(self._written)}) VALUES ({marks})"
        self._add = f"{self._insert} RETURNING id" if numbered else self._insert
        changed = ", ".join(f"{column} = excluded.{column}" for column in self._written if column not in key)
        self._put = f"{self._insert} ON CONFLICT ({', '.join(key)}) DO UPDATE SET {changed}" if key else ""

    def find(self, tx: Tx, where: str = "", **values: object) -> Found[Row]:
        """Run the SELECT; read the result with `.one()` or `.all()`."""
        return Found(tx.run(self._select + where, **values), self._read)

    def one(self, tx: Tx, where: str, **values: object) -> Row | None:
        return self.find(tx, where, **values).one()

    def all(self, tx: Tx, where: str = "", **values: object) -> list[Row]:
        return self.find(tx, where, **values).all()

    def insert(self, tx: Tx, row: Row) -> None:
        """Insert the row without returning its id."""
        tx.execute(self._insert, self._values(row))

    def add(self, tx: Tx, row: Row) -> Row:
        """Insert the row and return it as stored, with its id if the database assigns one."""
        return self.adding(tx, row)()

    def adding(self, tx: Tx, row: Row) -> Callable[[], Row]:
        """Insert the row. The returned function gives the stored row; call it before the transaction ends."""
        cursor = tx.execute(self._add, self._values(row))

        def stored() -> Row:
            ((number,),) = cursor.fetchall()
            return msgspec.structs.replace(row, id=number)

        return stored if self._numbered else lambda: row

    def put(self, tx: Tx, row: Row) -> Row:
        """Insert the row, or replace the one with the same key."""
        tx.execute(self._put, self._values(row))
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
        if self._checked:
            values["checksum"] = checksum([values[column] for column in self._checked])
        return values

    def damaged(self, tx: Tx, number: str, where: str = "", **values: object) -> list[Any]:
        """The values of column `number` for rows whose stored checksum does not match."""
        columns = ", ".join((number, "checksum", *self._checked))
        rows = tx.run(f"SELECT {columns} FROM {self._name} {where}", **values)
        return [row[0] for row in rows if row[1] is not None and row[1] != checksum(row[2:])]

    def checksum_of(self, row: Row) -> object:
        """The checksum of the row's checked columns."""
        return self._values(row)["checksum"]


def checksum(values: Iterable[object]) -> int:
    """CRC-32 of column values as the database returns them."""
    return zlib.crc32("\x1f".join(["\x00" if value is None else str(value) for value in values]).encode())


def in_list(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """The parameter marks of an `IN (…)` list and their values. An empty list matches nothing."""
    named = {f"{name}_{number}": value for number, value in enumerate(values)}
    return ", ".join(f":{mark}" for mark in named) or "NULL", named


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
