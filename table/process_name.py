"""Process names, from which processes on the same machine can tell whether one has ended."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path

_PROC = Path("/proc")


def own_name() -> str:
    """A unique name: the machine's name, a random part, and the data for finding the process."""
    return " ".join([socket.gethostname(), secrets.token_hex(4), *_place(), str(os.getpid()), _began(os.getpid())])


def has_ended(name: str) -> bool:
    """Whether the process of that name has certainly ended; False for other machines and containers."""
    parts = name.split(" ")
    here = _place()
    if not here or len(parts) != 2 + len(here) + 2 or parts[2:-2] != here:
        return False
    return _began(int(parts[-2])) != parts[-1]


def _place() -> list[str]:
    """This boot of this machine, and the container, within which process ids are unique. Empty if unknown."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("utf-8").strip()
        return [boot, (_PROC / "self/ns/pid").readlink().name]
    except OSError:
        return []


def _began(pid: int) -> str:
    """The start time of the process in ticks; empty if there is none with that id, or only a zombie."""
    try:
        state = (_PROC / str(pid) / "stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if state[0] in "ZX" else state[19]
