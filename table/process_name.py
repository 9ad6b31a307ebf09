"""Names of processes, from which processes on the same machine can tell whether one has ended."""

from __future__ import annotations

import os
import secrets
import socket
from pathlib import Path

_PROC = Path("/proc")


def own_name() -> str:
    """A name that no other process has: its machine's name, something random, and where it can be looked for."""
    return " ".join([socket.gethostname(), secrets.token_hex(4), *_place(), str(os.getpid()), _began(os.getpid())])


def has_ended(name: str) -> bool:
    """Whether the process of that name has certainly ended; of another machine or container that is not known."""
    parts = name.split(" ")
    here = _place()
    if not here or len(parts) != 2 + len(here) + 2 or parts[2:-2] != here:
        return False
    return _began(int(parts[-2])) != parts[-1]


def _place() -> list[str]:
    """This start of this machine, and the container: there a process has one number only. Empty if that is unknown."""
    try:
        boot = (_PROC / "sys/kernel/random/boot_id").read_text("utf-8").strip()
        return [boot, (_PROC / "self/ns/pid").readlink().name]
    except OSError:
        return []


def _began(pid: int) -> str:
    """When the process began, in ticks; empty when there is none of that number, or only its remains."""
    try:
        state = (_PROC / str(pid) / "stat").read_text("utf-8").rpartition(")")[2].split()
    except OSError:
        return ""
    return "" if state[0] in "ZX" else state[19]
