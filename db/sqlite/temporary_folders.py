"""Temporary folders for unfinished files, and the removal of folders that killed processes have left behind."""

import logging
import os
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from db.sqlite.file_lock import try_lock

log = logging.getLogger("arena")

BACKUP, RESTORE, LOOK, RESTORE_ELSEWHERE = ".backup-", ".restore-", "arena-look-", "arena-restore-"
_NAME = re.compile(rf"(?:{'|'.join(map(re.escape, (BACKUP, RESTORE, LOOK, RESTORE_ELSEWHERE)))})[a-z0-9_]{{8}}")
_IN_USE = ".arena-in-use"
"""The lock file in a scratch folder."""
_UNLOCKED_SECONDS = 86400
"""Earlier versions locked nothing: a folder of theirs is removed after this time without changes."""


@contextmanager
def scratch_folder(prefix: str, parent: Path | None = None) -> Iterator[Path]:
    """Context manager: a new temporary folder. Removes leftovers of killed processes beside it. Raises OSError."""
    parent = Path(tempfile.gettempdir()) if parent is None else parent
    remove_leftovers(parent)
    folder, descriptor = _new_locked_folder(prefix, parent)
    try:
        yield folder
    finally:
        try:
            shutil.rmtree(folder)
        except OSError as error:  # the finished files have already been moved
            log.info("%s is not removed: %s", folder, error)
        finally:
            os.close(descriptor)


def remove_leftovers(parent: Path) -> None:
    """Remove the scratch folders that no living process uses."""
    try:
        found = [entry for entry in parent.iterdir() if _NAME.fullmatch(entry.name)]
    except OSError as error:
        log.info("cannot look for leftovers in %s: %s", parent, error)
        return
    for folder in found:
        try:
            if folder.is_dir() and not folder.is_symlink() and _remove_unused(folder):
                log.info("removed %s, left behind by a killed process", folder)
        except OSError as error:  # another user's folder, or another process has removed it
            log.info("%s is not removed: %s", folder, error)


def _new_locked_folder(prefix: str, parent: Path) -> tuple[Path, int]:
    """A new folder, and the descriptor of its locked file."""
    while True:
        folder = Path(tempfile.mkdtemp(prefix=prefix, dir=parent))
        try:
            descriptor = os.open(folder / _IN_USE, os.O_RDWR | os.O_CREAT, 0o600)
        except FileNotFoundError:
            continue  # removed before it was locked
        try:
            if try_lock(descriptor) and (folder / _IN_USE).exists():
                return folder, descriptor
        except OSError as error:  # a file system without locks
            log.info("%s is not locked: %s", folder, error)
            (folder / _IN_USE).unlink()
            return folder, descriptor
        os.close(descriptor)


def _remove_unused(folder: Path) -> bool:
    """Remove the folder unless a living process uses it. Returns whether it was removed."""
    try:
        descriptor = os.open(folder / _IN_USE, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0))
    except FileNotFoundError:
        return _remove_old(folder)
    try:
        if not try_lock(descriptor):
            return False
        shutil.rmtree(folder)
    finally:
        os.close(descriptor)
    return True


def _remove_old(folder: Path) -> bool:
    """Remove a folder without a lock file if nothing in it has changed for a day."""
    changed = max(file.stat().st_mtime for file in (folder, *folder.iterdir()))
    if time.time() - changed < _UNLOCKED_SECONDS:
        return False
    shutil.rmtree(folder)
    return True
