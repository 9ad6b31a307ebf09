"""Copy a database into another one, of either engine."""

from collections.abc import Iterator
from contextlib import contextmanager

from msgspec import Struct

from db.address import Address, PostgresAddress
from db.admin.check import Replay, check_matches
from db.admin.snapshot import snapshot
from db.all_rows import Loader, copy_rows
from db.backends import need_driver
from db.errors import MissingDatabase, NoBackup, NoCopy
from db.lock import nobody_plays
from db.sqlite.loading import new_file


class Copied(Struct, frozen=True):
    """The contents of the new database."""

    rows: dict[str, int]
    """The number of rows per table."""
    replayed: int
    """The number of matches that were replayed to their stored position."""
    faulty: int


def copy(source: Address, target: Address, replay: Replay, *, anyway: bool = False) -> Copied:
    """Copy all rows into a new file or a database without rows.

    Copies nothing unless the row counts agree and every match can be replayed to its position; `anyway` accepts faulty
    matches. Raises NoCopy, and DatabaseInUse while a bot uses either database.
    """
    if not isinstance(source, PostgresAddress) and not source.exists():
        raise MissingDatabase(source)
    with nobody_plays(source), snapshot(source) as found, _loader(target) as loader:
        rows = copy_rows(found, loader)
        findings = list(check_matches(loader.tx, replay))
        faults = [finding for finding in findings if finding.fault]
        if faults and not anyway:
            reasons = "; ".join(f"{finding.subject}: {finding.fault}" for finding in faults[:5])
            raise NoCopy(target, f"{reasons}; with --anyway it is copied all the same")
    return Copied(rows, len(findings) - len(faults), len(faults))


@contextmanager
def _loader(target: Address) -> Iterator[Loader]:
    if isinstance(target, PostgresAddress):
        need_driver()
        from db.postgres.loading import empty_database

        with empty_database(target) as rows:
            yield rows
        return
    try:
        with new_file(target) as file:
            yield file
    except NoBackup as error:
        raise NoCopy(target, f"it {error.reason}") from error
