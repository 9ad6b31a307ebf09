"""One server for all processes of a test run: the first that needs it starts it; it ends with the last of them.

`python -m tests.support.postgres.shared FOLDER` keeps the server while any process holds a lock on the folder's file
`users`, which the system releases however the process ends.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from tests.support.postgres.server import Server, programs
from tests.support.workers import RUN_ID

ROOT = Path(__file__).parents[3]


@cache
def shared_server() -> Server | None:
    """The server of this test run, None when PostgreSQL is not installed."""
    if programs() is None:
        return None
    folder = Path(tempfile.gettempdir(), f"arena-pg-{RUN_ID}")
    _use(folder)
    with (folder / "starting").open("w") as starting:
        fcntl.flock(starting, fcntl.LOCK_EX)
        if not (folder / "ready").exists():
            keeper = [sys.executable, "-m", "tests.support.postgres.shared", str(folder)]
            with (folder / "keeper").open("wb") as log:
                started = subprocess.Popen(keeper, cwd=ROOT, stdout=log, stderr=log, start_new_session=True)
            while not (folder / "ready").exists():
                assert started.poll() is None, (folder / "keeper").read_text()
                time.sleep(0.01)
    return Server(folder)


def _use(folder: Path) -> None:
    """Hold a lock on the folder's file `users` until this process ends."""
    while True:
        folder.mkdir(mode=0o755, exist_ok=True)
        with suppress(FileNotFoundError):  # the last user has ended: the keeper removes the folder
            users = os.open(folder / "users", os.O_RDWR | os.O_CREAT, 0o666)
            fcntl.flock(users, fcntl.LOCK_SH)
            if os.path.samestat(os.fstat(users), (folder / "users").stat()):
                return
            os.close(users)


def keep(folder: Path) -> None:
    """Run the server until nobody uses it, and remove the folder."""
    server = Server(folder)
    with (folder / "users").open("r+") as users:
        try:
            server.start()
            (folder / "ready").touch()
            while True:
                try:
                    fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    time.sleep(0.2)
        finally:
            server.stop()
            shutil.rmtree(folder)


if __name__ == "__main__":
    keep(Path(sys.argv[1]))
