"""Process locks: one process per SQLite file; on PostgreSQL several processes share a database."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.address import Address, PostgresAddress, parse
from db.backends import need_driver
from db.sqlite.process_lock import only_process_on_file


@contextmanager
def nobody_plays(address: Address) -> Iterator[None]:
    """Context manager: keep bots from using the database; raises DatabaseInUse if one is running."""
    if isinstance(address, PostgresAddress):
        need_driver()
        from db.postgres.loading import exclusive

        with exclusive(address):
            yield
        return
    with only_process_on_file(address):
        yield


@contextmanager
def only_process(address: Path | PostgresAddress | str) -> Iterator[None]:
    """Context manager: hold the lock of an SQLite file; raises DatabaseInUse if another process holds it."""
    where = parse(address)
    if isinstance(where, PostgresAddress):
        yield
        return
    with only_process_on_file(where):
        yield
