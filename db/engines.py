"""From an address to the engine that it asks for."""

from .address import Address, PostgresAddress
from .engine import Engine
from .errors import UnwritableDatabase


async def open_engine(address: Address) -> Engine:
    """Open the database, after it was made or migrated; only the engine that the address asks for is imported."""
    if isinstance(address, PostgresAddress):
        raise UnwritableDatabase(address, "this version knows only files of SQLite")
    from .sqlite.engine import Sqlite

    return await Sqlite.open(address)
