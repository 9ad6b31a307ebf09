"""One process per database, enforced by a lock file that the system releases when the process ends in any way."""

import glob
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.errors import DatabaseInUse, LinkedDatabase
from db.sqlite.file_lock import try_lock
from db.sqlite.opening import need_usable, readable_errors
from db.sqlite.temporary_folders import remove_leftovers


@contextmanager
def only_process_on_file(path: Path) -> Iterator[None]:
    """Context manager: hold the lock of a database; raises DatabaseInUse if another process holds it.

    Checks the file first, so that no lock file is left beside a foreign one.
    """
    path = path.resolve()
    with readable_errors(path):
        need_usable(path)
    with hold_lock(path):
        yield


@contextmanager
def hold_lock(path: Path) -> Iterator[None]:
    """Context manager: hold the lock without checking the file.

    The lock file stays: removing it could race with another process that is about to lock it.
    """
    with readable_errors(path):
        descriptor = _open(path.with_name(f"{path.name}.lock"))
    try:
        with readable_errors(path):
            if not try_lock(descriptor):
                raise DatabaseInUse(path)
            remove_leftovers(path.parent)
            _unlink_kept(path)
            # Under its second name the file has another lock and another WAL.
            if path.exists() and path.stat().st_nlink > 1:
                raise LinkedDatabase(path)
        yield
    finally:
        os.close(descriptor)


def _unlink_kept(path: Path) -> None:
    """Remove the hard link that a killed restore has left on the file."""
    for kept in path.parent.glob(f"{glob.escape(path.name)}.before-*"):
        if path.is_file() and kept.is_file() and kept.samefile(path):
            wal, kept_wal = (file.with_name(f"{file.name}-wal") for file in (path, kept))
            if kept_wal.exists() and not wal.exists():
                kept_wal.replace(wal)
            kept.unlink()


def _open(file: Path) -> int:
    """Open the lock file. If root creates it, it is given to the owner of the folder, who must be able to lock it,
    too.
    """
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return os.open(file, os.O_RDWR)
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = file.parent.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor
