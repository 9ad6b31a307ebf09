"""Small jobs for the process of low priority."""

from __future__ import annotations

import os
import signal
import sys

from engine.core.text import Text
from table.user_error import UserError
from workers.job import Progress, Work


def counted(most: int) -> Work[int]:
    """Reports every number; what it writes to standard output must not disturb the answers."""
    for number in range(most):
        sys.stdout.write(f"{number}\n")
        yield Progress(number, most)
    return most


def surroundings() -> Work[tuple[int, dict[str, str]]]:
    """The process's niceness and its environment."""
    yield from ()
    return os.nice(0), dict(os.environ)


def refused() -> Work[None]:
    """Refuses."""
    yield from ()
    raise UserError(Text("not this one"), rule="a.rule")


def broken() -> Work[None]:
    """Fails by a fault of ours."""
    yield from ()
    raise LookupError("a fault of ours")


def endless() -> Work[None]:
    """Never ends."""
    yield Progress(0, 1)
    while True:
        pass


def signalled() -> Work[str]:
    """Gets the signals that a stop sends to all processes of the bot."""
    yield from ()
    os.kill(os.getpid(), signal.SIGTERM)
    os.kill(os.getpid(), signal.SIGINT)
    return "still there"


def killed() -> Work[None]:
    """Is killed, as by a system without memory."""
    yield from ()
    os.kill(os.getpid(), signal.SIGKILL)
