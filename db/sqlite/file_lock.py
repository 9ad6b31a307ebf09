"""A file lock that the system releases when its process ends in any way."""

import sys

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


def try_lock(descriptor: int) -> bool:
    """Lock the file without waiting. Returns False if another process has locked it."""
    try:
        if sys.platform == "win32":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True
