"""From an address to a database that may be trusted: ours, migrated, and set to keep what it promises."""

import logging
from pathlib import Path
from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict
from psycopg.types.numeric import Int8Dumper

from db.address import PostgresAddress
from db.errors import ForeignDatabase, MissingDatabase, NewerDatabase, OlderDatabase, UnreadableAddress
from db.postgres.dialect import Connection

logging.getLogger("psycopg").setLevel(logging.ERROR)  # what it warns of is tried again, and told by us

MIGRATIONS = Path(__file__).parent / "migrations"
CONNECTING: dict[str, Any] = {
    "connect_timeout": 5,
    "fallback_application_name": "arena-post",
    # A server that has vanished without a word is noticed.
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
IN_USE, MIGRATING = (int.from_bytes(name, "big") for name in (b"ArPo-use", b"ArPo-mig"))
"""Advisory locks: every process that plays shares the first; who migrates has the second alone."""
SETTINGS = {
    # A process that is stopped in the middle of a transaction does not keep the others from its match for long.
    "idle_in_transaction_session_timeout": "3s",
    "lock_timeout": "5s",
    # Connections whose other end is gone are noticed.
    "client_connection_check_interval": "2s",
    "tcp_keepalives_idle": "15",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "timezone": "UTC",
    "default_transaction_isolation": "read committed",
}


def connect(address: PostgresAddress) -> Connection:
    """A connection of its own, for a look from outside or a migration."""
    need_readable(address)
    conn = psycopg.connect(address.url, autocommit=True, **CONNECTING)
    configure(conn)
    return conn


def need_readable(address: PostgresAddress) -> None:
    """Raises UnreadableAddress for what libpq cannot read: it would quote the address, and look for hosts in it."""
    try:
        read = conninfo_to_dict(address.url)
    except psycopg.ProgrammingError:
        raise UnreadableAddress from None
    ports = str(read.get("port") or "").split(",")
    if "@" in str(read.get("host") or "") or not all(port.isdecimal() for port in ports if port):
        raise UnreadableAddress


def configure(conn: Connection) -> None:
    """Set a new connection to keep what we promise."""
    # Every number has the same type, so that a statement is prepared once.
    conn.adapters.register_dumper(int, Int8Dumper)
    wanted = ", ".join(f"set_config('{name}', '{value}', false)" for name, value in SETTINGS.items())
    # A move that was acknowledged survives a power cut; what is set more strictly stays.
    durable = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
    conn.execute(f"SELECT {wanted}; {durable}".encode())


def prepare(address: PostgresAddress, folder: Path = MIGRATIONS) -> None:
    """Make or migrate the tables; refuses another program's and a newer version's before the first change."""
    steps = migrations(folder)
    with connect(address) as conn:
        if version_of(conn, address, max(steps)) == max(steps):
            return
        for number, step in steps.items():
            _take_step(conn, address, number, step, max(steps))


def need_present(conn: Connection, address: PostgresAddress) -> None:
    """Raises MissingDatabase, OlderDatabase, NewerDatabase or ForeignDatabase unless the tables are as we know them."""
    known = max(migrations())
    version = version_of(conn, address, known)
    if not version:
        raise MissingDatabase(address)
    if version < known:
        raise OlderDatabase(address, version, known)


def version_of(conn: Connection, address: PostgresAddress, known: int) -> int:
    """The version of the tables, 0 when they are still to be made."""
    # In one look: another process may be making them at this moment.
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
    """The steps by number; the first stands for all before it, too."""
    files = sorted(folder.glob("*.sql"))
    steps = {int(file.name.split("_")[0]): file for file in files}
    if list(steps) != list(range(min(steps, default=0), min(steps, default=0) + len(files))) or not steps:
        raise RuntimeError(f"the migrations in {folder} are not numbered without gaps: {list(steps)}")
    return steps


def _take_step(conn: Connection, address: PostgresAddress, number: int, step: Path, known: int) -> None:
    with conn.transaction():
        conn.execute(f"SELECT pg_advisory_xact_lock({MIGRATING})".encode())
        # Read under the lock: another process may have been faster.
        if version_of(conn, address, known) >= number:
            return
        conn.execute(step.read_bytes())
        conn.execute(f"UPDATE arena_post SET version = {number}".encode())
