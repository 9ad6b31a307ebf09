"""The tests' own PostgreSQL server: in a scratch folder, reached through a socket there, run by an ordinary user."""

from __future__ import annotations

import ctypes
import os
import pwd
import shutil
import signal
import subprocess
import time
from pathlib import Path

USER = "arena"
QUICK = {
    "listen_addresses": "",
    "shared_buffers": "16MB",
    "max_connections": "120",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "deadlock_timeout": "50ms",
    "jit": "off",
    "autovacuum": "off",
    "log_min_messages": "fatal",
}
_PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)


def programs() -> Path | None:
    """The folder of PostgreSQL's programs; None if it is not installed."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: float(folder.parent.name))
    return versions[-1] if versions else None


def _die_with_parent() -> None:
    """In the new process: let the server stop at once when its parent ends, in any way."""
    _LIBC.prctl(_PR_SET_PDEATHSIG, signal.SIGQUIT)


class Server:
    """A server with its own data.

    Without `durable` it does not sync to disk, because tests need not survive a power cut.
    """

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        bin_folder = programs()
        assert bin_folder is not None, "PostgreSQL is not installed"
        self._programs, self.folder, self._durable = bin_folder, folder, durable
        self._data = folder / "data"
        self._process: subprocess.Popen[bytes] | None = None
        # PostgreSQL refuses to run as root.
        self._owner = _ordinary_user() if os.geteuid() == 0 else None
        folder.mkdir(mode=0o755, exist_ok=True)
        if self._owner is not None:
            os.chown(folder, self._owner.pw_uid, self._owner.pw_gid)

    def address(self, database: str) -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def start(self) -> None:
        """Start the server, on new data the first time, and wait until it accepts connections."""
        if not self._data.exists():
            made = [f"--pgdata={self._data}", f"--username={USER}", "--auth=trust", "--no-sync", "--locale=C"]
            self._run("initdb", *made, "--encoding=UTF8", "--no-instructions").wait()
        settings = {**QUICK, "unix_socket_directories": str(self.folder), "fsync": "on" if self._durable else "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        self._process = self._run("postgres", "-D", str(self._data), *options)
        while not self._ready():
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.01)

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop it: SIGTERM waits for its clients, SIGINT cuts them off, SIGQUIT is a crash."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def freeze(self) -> None:
        """Suspend the server and all its processes, like a machine whose disk hangs."""
        self._signal_all(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal_all(signal.SIGCONT)

    def _signal_all(self, how: signal.Signals) -> None:
        assert self._process is not None
        os.kill(self._process.pid, how)  # first, so that it starts no other process
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal() and _parent(entry) == self._process.pid:
                os.kill(int(entry.name), how)

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self.folder / "log").open("ab") as log:
            return subprocess.Popen(
                [self._programs / program, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                user=self._owner.pw_uid if self._owner else None,
                group=self._owner.pw_gid if self._owner else None,
                extra_groups=[] if self._owner else None,
                preexec_fn=_die_with_parent,  # noqa: PLW1509 (it calls the system and nothing else)
            )

    def _ready(self) -> bool:
        try:
            return (self._data / "postmaster.pid").read_text().split("\n")[7].strip() == "ready"
        except (FileNotFoundError, IndexError):
            return False


def _parent(process: Path) -> int:
    """The parent of a process by its folder in /proc; 0 if it has ended."""
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except (FileNotFoundError, ProcessLookupError):
        return 0


def _ordinary_user() -> pwd.struct_passwd:
    """The user `postgres` if the package has created it, else nobody."""
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]
