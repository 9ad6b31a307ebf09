"""Open the engine for an address."""

from db.address import Address, PostgresAddress
from db.backend import Engine
from db.errors import MissingDriver
from db.sqlite.backend import Sqlite


async def open_engine(address: Address) -> Engine:
    """Open the (already created and migrated) database; the PostgreSQL driver is imported on demand."""
    if isinstance(address, PostgresAddress):
        need_driver()
        from db.postgres.backend import Postgres

        return await Postgres.open(address)
    return await Sqlite.open(address)


def need_driver() -> None:
    """Raise MissingDriver unless the PostgreSQL packages are installed."""
    try:
        import psycopg_pool  # noqa: F401
    except ModuleNotFoundError as missing:
        if missing.name not in ("psycopg", "psycopg_pool"):
            raise
        raise MissingDriver from missing
