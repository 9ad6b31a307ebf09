"""Small jobs for the low-priority process."""

from __future__ import annotations

import os
import signal
import sys

from engine.core.text import Text
from table.user_error import UserError
from workers.job import Progress, Work


def counted(most: int) -> Work[int]:
    """Report every number; writing to standard output must not disturb the answers."""
    for number in range(most):
        sys.stdout.write(f"{number}\n")
        yield Progress(number, most)
    return most


def surroundings() -> Work[tuple[int, dict[str, str]]]:
    """Return the process's niceness and environment."""
    yield from ()
    return os.nice(0), dict(os.environ)


def refused() -> Work[None]:
    """Refuse the job."""
    yield from ()
    raise UserError(Text("not this one"), rule="a.rule")


def broken() -> Work[None]:
    """Fail by a bug."""
    yield from ()
    raise LookupError("a fault of ours")


def endless() -> Work[None]:
    """Run without an end."""
    yield Progress(0, 1)
    while True:
        pass


def signalled() -> Work[str]:
    """Receive the signals that a stop sends to all processes of the bot."""
    yield from ()
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGINT)
    return "still there"


def killed() -> Work[None]:
    """Be killed, as by a system out of memory."""
    yield from ()
    os.kill(os.getpid(), signal.SIGKILL)
