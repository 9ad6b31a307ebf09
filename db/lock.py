"""One process per database where the database is a file; on PostgreSQL several processes play together."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .address import PostgresAddress, parse


@contextmanager
def only_process(address: Path | PostgresAddress | str) -> Iterator[None]:
    """Hold the lock of a file during the block; raises DatabaseInUse when another process holds it."""
    where = parse(address)
    if isinstance(where, PostgresAddress):
        yield
        return
    from .sqlite.process_lock import only_process_on_file

    with only_process_on_file(where):
        yield
