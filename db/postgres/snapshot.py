"""A read-only view of a PostgreSQL database at one moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from db.address import PostgresAddress
from db.all_rows import Columns
from db.postgres.dialect import Connection, PostgresTx
from db.postgres.errors import readable_errors
from db.postgres.opening import connect, need_present
from db.sql import Tx

_NUMBERED = """SELECT table_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND is_identity = 'YES' ORDER BY table_name"""
_COLUMNS = """SELECT table_name, column_name FROM information_schema.columns
    WHERE table_schema = current_schema() AND table_name <> 'arena_post' ORDER BY table_name, ordinal_position"""


class PostgresSnapshot:
    """A read transaction."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self.tx: Tx = PostgresTx.on(conn)

    def check_whole(self) -> Iterator[tuple[str, str]]:
        """Check the references and the row numbers; the server checks its own pages."""
        loose = "SELECT conname FROM pg_constraint WHERE contype = 'f' AND NOT convalidated"
        yield "references", "; ".join(f"{row[0]} is not checked" for row in self.tx.run(loose))
        taken = [
            f"the next number of {table} is taken"
            for table, last in self.last_numbers().items()
            if self.tx.value(f"SELECT coalesce(max(id), 0) FROM {table}") > last
        ]
        yield "numbers", "; ".join(taken)

    def columns(self) -> Columns:
        return columns(self.tx)

    def rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        with self._conn.cursor(name="rows") as cursor:
            yield from cursor.execute(query.encode())

    def last_numbers(self) -> dict[str, int]:
        tables = [row[0] for row in self.tx.run(_NUMBERED)]
        last = "SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM "
        named = "SELECT pg_get_serial_sequence(:named, 'id')"
        return {table: self.tx.value(last + self.tx.value(named, named=table)) for table in tables}


def columns(tx: Tx) -> Columns:
    """The columns of every table, in table order, without our version table."""
    found: Columns = {}
    for table, column in tx.run(_COLUMNS):
        found.setdefault(table, []).append(column)
    return found


@contextmanager
def postgres_snapshot(address: PostgresAddress) -> Iterator[PostgresSnapshot]:
    """Context manager: open a read-only view of the database."""
    with readable_errors(address), connect(address) as conn:
        conn.execute(b"SET idle_in_transaction_session_timeout = 0")  # a replay may take long
        conn.execute(b"BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        need_present(conn, address)
        yield PostgresSnapshot(conn)
        conn.rollback()
