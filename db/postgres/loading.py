"""Fill a PostgreSQL database with rows in one transaction."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from psycopg import errors

from db.address import PostgresAddress
from db.all_rows import Columns
from db.errors import DatabaseInUse, NoCopy
from db.postgres.dialect import Connection, PostgresTx
from db.postgres.errors import readable_errors
from db.postgres.opening import IN_USE, connect, prepare
from db.postgres.snapshot import columns
from db.sql import Tx


class PostgresLoader:
    """A transaction that fills the tables."""

    def __init__(self, conn: Connection) -> None:
        self._conn = conn
        self.tx: Tx = PostgresTx.on(conn)

    def columns(self) -> Columns:
        return columns(self.tx)

    def empty(self) -> None:
        """Delete all rows, including the log, which is append-only otherwise."""
        self._conn.execute(b"ALTER TABLE moves DISABLE TRIGGER USER")
        for table in sorted(self.columns(), key=lambda name: (name == "matches", name)):
            self._conn.execute(f"DELETE FROM {table}".encode())
        self._conn.execute(b"ALTER TABLE moves ENABLE TRIGGER USER")

    def load(self, table: str, columns: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
        statement = f"COPY {table} ({', '.join(columns)}) FROM STDIN".encode()
        with self._conn.cursor() as cursor, cursor.copy(statement) as copy:
            for row in rows:
                copy.write_row(row)

    def number_on(self, last: dict[str, int]) -> None:
        for table, number in last.items():
            sequence = f"pg_get_serial_sequence('{table}', 'id')"
            self.tx.run(f"SELECT setval({sequence}, :last, :given)", last=max(number, 1), given=number > 0)


@contextmanager
def exclusive(address: PostgresAddress) -> Iterator[Connection]:
    """Connect to the migrated database and keep bots out during the block; raises DatabaseInUse."""
    with readable_errors(address):
        prepare(address)
        with connect(address) as conn:
            conn.execute(b"SET idle_in_transaction_session_timeout = 0")
            try:
                # The server may notice with a delay that a process has ended.
                conn.execute(f"SET lock_timeout = '500ms'; SELECT pg_advisory_lock({IN_USE})".encode())
            except errors.LockNotAvailable as error:
                raise DatabaseInUse(address) from error
            yield conn


@contextmanager
def empty_database(address: PostgresAddress) -> Iterator[PostgresLoader]:
    """Fill the tables in the block; raises NoCopy if they contain rows."""
    with exclusive(address) as conn, conn.transaction():
        loader = PostgresLoader(conn)
        for table in loader.columns():
            if loader.tx.value(f"SELECT 1 FROM {table} LIMIT 1"):
                raise NoCopy(address, "there are rows in it already")
        yield loader
