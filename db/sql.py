"""Transactions, and tables whose columns are the fields of a struct.

SQL here is what SQLite and PostgreSQL both take; parameters are named (`:match`). What only one of them knows stands
in the folders `sqlite` and `postgres`.
"""

import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, get_origin

import msgspec
from msgspec import Struct

Row = TypeVar("Row", bound=Struct)


class Cursor(Protocol):
    """The rows that a statement has found, or how many it has changed."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Tx:
    """What a piece of work gets: statements inside its transaction, and the time of everything that it writes.

    Here nobody else writes meanwhile; where others do, its locks keep them away until the transaction ends.
    """

    __slots__ = ("execute", "now")

    skip_locked = ""
    """Ends a query for rows to delete: it leaves out those that somebody else is changing."""

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
        """Nobody else changes these matches; before anything of them is read that is to be changed."""

    def lock(self, name: str) -> None:
        """Take the named lock until the end of the transaction. Take match locks first (lock order)."""


class Found(Generic[Row]):
    """Rows that were asked for. On PostgreSQL several queries go there together when none is read before the last."""

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
        """`key`: the columns by which `put` finds the row to replace. `numbered`: the database gives new rows an id.

        `checked`: the columns that the column `checksum` covers, if the table has one. A statement that changes one of
        them by itself sets the checksum to NULL. Whoever adds a column here has to compute the checksums of old rows.
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
        """Ask for rows, to be read later."""
        return Found(tx.run(self._select + where, **values), self._read)

    def one(self, tx: Tx, where: str, **values: object) -> Row | None:
        return self.find(tx, where, **values).one()

    def all(self, tx: Tx, where: str = "", **values: object) -> list[Row]:
        return self.find(tx, where, **values).all()

    def insert(self, tx: Tx, row: Row) -> None:
        """Insert the row, without asking for the id that it gets."""
        tx.execute(self._insert, self._values(row))

    def add(self, tx: Tx, row: Row) -> Row:
        """Insert the row and return it as stored: with its id, when the database gives it one."""
        return self.adding(tx, row)()

    def adding(self, tx: Tx, row: Row) -> Callable[[], Row]:
        """Insert the row; what returns it as stored is to be called before the transaction ends."""
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
        """The numbers of the rows, by the column `number`, whose checksum is not that of their columns."""
        columns = ", ".join((number, "checksum", *self._checked))
        rows = tx.run(f"SELECT {columns} FROM {self._name} {where}", **values)
        return [row[0] for row in rows if row[1] is not None and row[1] != checksum(row[2:])]

    def checksum_of(self, row: Row) -> object:
        """The checksum that belongs to the row."""
        return self._values(row)["checksum"]


def checksum(values: Iterable[object]) -> int:
    """CRC-32 of the values of columns, as the database returns them."""
    return zlib.crc32("\x1f".join(["\x00" if value is None else str(value) for value in values]).encode())


def in_list(name: str, values: Sequence[object]) -> tuple[str, dict[str, object]]:
    """The marks of an `IN (…)` list and the values that belong to them. Nothing is in an empty list."""
    named = {f"{name}_{number}": value for number, value in enumerate(values)}
    return ", ".join(f":{mark}" for mark in named) or "NULL", named


def as_json(value: object) -> str:
    return msgspec.json.encode(value).decode()
