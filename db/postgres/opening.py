"""Open and migrate a PostgreSQL database."""

import logging
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper

from db.address import PostgresAddress
from db.errors import ForeignDatabase, MissingDatabase, NewerDatabase, OlderDatabase, UnreadableAddress
from db.postgres.dialect import Connection

logging.getLogger("psycopg").setLevel(logging.ERROR)  # we retry after its warnings and log them ourselves

MIGRATIONS = Path(__file__).parent / "migrations"
CONNECTION_OPTIONS: dict[str, Any] = {
    "connect_timeout": 5,
    "fallback_application_name": "arena-post",
    # Detect a server that vanished without closing the connection.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
IN_USE, MIGRATING = (int.from_bytes(name, "big") for name in (b"ArPo-use", b"ArPo-mig"))
"""Advisory locks. Playing processes share the first; a migration takes the second exclusively."""
CONNECTION_SETTINGS = {
    # A process that stops in the middle of a transaction soon loses its locks on matches.
    "idle_in_transaction_session_timeout": "3s",
    "lock_timeout": "5s",
    # Detect connections whose other end is gone.
    "client_connection_check_interval": "2s",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "timezone": "UTC",
    "default_transaction_isolation": "read committed",
}


def connect(address: PostgresAddress) -> Connection:
    """A connection outside the pool, for administration and migrations."""
    need_readable(address)
    conn = psycopg.connect(address.url, autocommit=True, **CONNECTION_OPTIONS)
    configure(conn)
    return conn


def need_readable(address: PostgresAddress) -> None:
    """Raise UnreadableAddress for an address that libpq cannot parse: libpq would quote it and look for hosts in it."""
    try:
        read = conninfo_to_dict(address.url)
    except psycopg.ProgrammingError:
        raise UnreadableAddress from None
    ports = str(read.get("port") or "").split(",")
    if "@" in str(read.get("host") or "") or not all(port.isdecimal() for port in ports if port):
        raise UnreadableAddress


def configure(conn: Connection) -> None:
    """Apply our settings to a new connection."""
    # One type for all integers, so that each statement is prepared only once.
    conn.adapters.register_dumper(int, Int8Dumper)
    wanted = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in CONNECTION_SETTINGS.items())
    # Committed moves survive a power cut. Stricter settings stay as they are.
    durable = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    conn.execute(f"SELECT {wanted}; {durable}".encode())


def prepare(address: PostgresAddress, folder: Path = MIGRATIONS) -> None:
    """Create or migrate the tables. Refuses a foreign or newer database before changing it."""
    steps = migrations(folder)
    with connect(address) as conn:
        if version_of(conn, address, max(steps)) == max(steps):
            return
        for number, step in steps.items():
            _take_step(conn, address, number, step, max(steps))


def need_present(conn: Connection, address: PostgresAddress) -> None:
    """Raise MissingDatabase, OlderDatabase, NewerDatabase or ForeignDatabase unless the tables have the current
    version.
    """
    known = max(migrations())
    version = version_of(conn, address, known)
    if not version:
        raise MissingDatabase(address)
    if version < known:
        raise OlderDatabase(address, version, known)


def version_of(conn: Connection, address: PostgresAddress, known: int) -> int:
    """The version of the tables; 0 if there are none yet."""
    # A single query, because another process may be creating the tables right now.
    tables = {row[0] for row in conn.execute("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()")}
    if "arena_post" not in tables:
        if tables:
            raise ForeignDatabase(address)
        return 0
    ((found,),) = conn.execute("SELECT version FROM arena_post").fetchall()
    version = int(found)
    if version > known:
        raise NewerDatabase(address, version, known)
    return version


def migrations(folder: Path = MIGRATIONS) -> dict[int, Path]:
    """The migrations by number; the first one includes all earlier steps."""
    files = sorted(folder.glob("*.sql"))
    steps = {int(file.name.split("_")[0]): file for file in files}
    if list(steps) != list(range(min(steps, default=0), min(steps, default=0) + len(files))) or not steps:
        raise RuntimeError(f"the migrations in {folder} are not numbered without gaps: {list(steps)}")
    return steps


def _take_step(conn: Connection, address: PostgresAddress, number: int, step: Path, known: int) -> None:
    with conn.transaction():
        conn.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})".encode())
        # Read under the lock: another process may have migrated already.
        if version_of(conn, address, known) >= number:
            return
        conn.execute(step.read_bytes())
        conn.execute(f"UPDATE arena_post SET version = {number}".encode())
