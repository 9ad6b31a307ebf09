"""One process per database where the database is a file; on PostgreSQL several processes play together."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.address import Address, PostgresAddress, parse
from db.backends import need_driver
from db.sqlite.process_lock import only_process_on_file


@contextmanager
def nobody_plays(address: Address) -> Iterator[None]:
    """No bot uses the database during the block; raises DatabaseInUse while one does."""
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
    """Hold the lock of a file during the block; raises DatabaseInUse when another process holds it."""
    where = parse(address)
    if isinstance(where, PostgresAddress):
        yield
        return
    with only_process_on_file(where):
        yield
