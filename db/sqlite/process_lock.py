"""One process per database: a lock beside the file, which the system releases when its holder ends, however it ends."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..errors import DatabaseInUse
from .opening import in_plain_words, need_usable

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


@contextmanager
def only_process_on_file(path: Path) -> Iterator[None]:
    """Hold the lock of a database during the block; raises DatabaseInUse when another process holds it.

    A file that cannot be ours is refused first, so that no lock is left beside it.
    """
    path = path.resolve()
    with in_plain_words(path):
        need_usable(path)
    with locked(path):
        yield


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock, whatever the file may be.

    The lock's own file stays: whoever removed it could not tell whether somebody else is just about to lock it.
    """
    with in_plain_words(path):
        descriptor = _open(path.with_name(f"{path.name}.lock"))
    try:
        with in_plain_words(path):
            _lock(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def _open(file: Path) -> int:
    """A descriptor of the lock's file; root makes it for the owner of the folder, who has to lock it, too."""
    try:
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
    except FileExistsError:
        return os.open(file, os.O_RDWR)
    if sys.platform != "win32" and os.geteuid() == 0:
        owner = file.parent.stat()
        os.fchown(descriptor, owner.st_uid, owner.st_gid)
    return descriptor


def _lock(descriptor: int, path: Path) -> None:
    """Lock the file without waiting; raises DatabaseInUse when another process has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError) as error:
        raise DatabaseInUse(path) from error
