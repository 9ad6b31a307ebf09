"""The real bot.py as a process: start, kill, stop, and its log."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

from tests.sockets.server import FakeDiscord

HOME = Path(__file__).resolve().parents[2]


class Launcher:
    """Forks bots from a process with all imports done; several test processes may share it."""

    def __init__(self, shared: Path | None = None) -> None:
        """`shared`: a folder in which the first launcher stores its address."""
        self._connection = socket.socket(socket.AF_UNIX)
        if shared is None:
            self._connection.connect(_serve(shared))
        else:
            with (shared / "launcher.lock").open("a+") as note:
                fcntl.flock(note, fcntl.LOCK_EX)
                note.seek(0)
                known = note.read()
                if not known or self._connection.connect_ex(known):
                    self._connection = socket.socket(socket.AF_UNIX)
                    path = _serve(shared)
                    self._connection.connect(path)
                    note.truncate(0)
                    note.write(path)
        self._answers = self._connection.makefile("r")

    def ask(self, request: object) -> int | None:
        """The launcher's answer to a start request, or to a process id."""
        self._connection.sendall(f"{json.dumps(request)}\n".encode())
        answer: int | None = json.loads(self._answers.readline())
        return answer

    def close(self) -> None:
        """Disconnect from the launcher, which ends after the last disconnect."""
        self._answers.close()
        self._connection.close()


def _serve(shared: Path | None) -> str:
    """Start a launcher; return the path of its socket."""
    path = Path(tempfile.mkdtemp(prefix="launcher-")) / "socket"
    folder = () if shared is None else (str(shared),)
    subprocess.Popen([sys.executable, "-m", "tests.sockets.launcher", "--serve", str(path), *folder], cwd=HOME)
    latest = time.monotonic() + 60
    while not path.exists():
        assert time.monotonic() < latest, "the launcher does not listen"
        time.sleep(0.01)
    return str(path)


class Bot:
    """A bot with its database; it can be started again after it has ended."""

    def __init__(
        self,
        launcher: Launcher,
        discord: FakeDiscord,
        database: Path,
        *,
        name: str = "",
        address: str | None = None,
        arguments: Sequence[str] = (),
        lease: int | None = None,
        ahead: int = 0,
        identify: float = 0.0,
    ) -> None:
        """`address`: the database, if not the file.

        `name` and `arguments`: for several bots. `lease`: seconds that its leases last. `ahead`: seconds by which its
        clock is wrong. `identify`: seconds between two shards that identify, its own and others'.
        """
        self.launcher, self.discord, self.database = launcher, discord, database
        self.name, self.address, self.arguments = name, address or str(database), tuple(arguments)
        self.lease, self.ahead, self.identify = lease, ahead, identify
        self.silence: float | None = None
        """Seconds without messages after which the gateway counts as lost; None for discord.py's default."""
        self.patience: int | None = None
        """Seconds after which a move is posted without the computer's answer; None for the bot's default."""
        self.log_file = database.with_name(f"{name or 'bot'}.log")
        self.pid: int | None = None
        self.status: int | None = None
        """The exit status of the last run."""
        self.starts = 0

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    @property
    def log(self) -> str:
        """Everything written to standard output and error so far."""
        return self.log_file.read_text("utf-8") if self.log_file.exists() else ""

    def launch(self, *arguments: str, token: str | None = None) -> None:
        """Start it and return at once; it draws in threads unless drawing processes are requested."""
        assert self.pid is None, "it is running"
        drawing = () if "--render-workers" in arguments else ("--render-workers", "0")
        unwanted = ("DISCORD_TOKEN", "ARENA_DB")
        environment = {name: value for name, value in os.environ.items() if name not in unwanted}
        request = {
            "api": self.discord.api,
            "gateway": self.discord.gateway.address_for(self.name),
            "arguments": [*self.arguments, *arguments, *drawing],
            "lease": self.lease,
            "ahead": self.ahead,
            "identify": self.identify,
            "silence": self.silence,
            "patience": self.patience,
            "environment": {
                **environment,
                "DISCORD_TOKEN": self.discord.world.token if token is None else token,
                "ARENA_DB": self.address,
            },
            "folder": str(self.database.parent),
            "log": str(self.log_file),
        }
        self.pid, self.status = self.launcher.ask(request), None
        self.starts += 1

    async def start(self, *arguments: str, seconds: float = 30) -> None:
        """Start it and wait until it is connected to the gateway."""
        before = self.discord.gateway.identified
        self.launch(*arguments)
        await self.connected(before, seconds)

    async def connected(self, before: int, seconds: float = 30) -> None:
        """Wait until it has identified more often than `before`; an exit meanwhile is an error."""
        gateway = self.discord.gateway
        until = time.monotonic() + seconds
        while gateway.identified <= before:
            assert self.poll() is None, f"it has ended with {self.status}:\n{self.log}"
            assert time.monotonic() < until, f"it does not connect:\n{self.log}"
            await asyncio.sleep(0.01)

    def poll(self) -> int | None:
        """The exit status, or None while it runs."""
        if self.pid is not None and (status := self.launcher.ask(self.pid)) is not None:
            self.pid, self.status = None, status
        return self.status

    async def ended(self, seconds: float = 20) -> int:
        """Wait for its end; return the exit status."""
        until = time.monotonic() + seconds
        while (status := self.poll()) is None:
            assert time.monotonic() < until, f"it does not end:\n{self.log}"
            await asyncio.sleep(0.01)
        return status

    def children(self) -> list[int]:
        """The processes that it has started."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):  # it has ended meanwhile
                parent = (process / "stat").read_text().rpartition(")")[2].split()[1]
                found += [int(process.name)] if int(parent) == self.pid else []
        return found

    def signal(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self.pid is not None
        os.kill(self.pid, number)

    async def kill(self) -> None:
        """Send SIGKILL if it is running; return when it has ended and Discord has noticed."""
        if self.poll() is None and self.pid is not None:
            self.signal(signal.SIGKILL)
            await self.ended()
        gateway = self.discord.gateway
        await gateway.until(lambda: not any(link.name == self.name for link in gateway.links))
        for session in [one for one in gateway.sessions.values() if one.name == self.name]:
            del gateway.sessions[session.id]
        for interaction in self.discord.world.interactions.values():
            if not interaction.answers and gateway.delivered.get(str(interaction.id), {self.name}) <= {self.name}:
                interaction.give_up()

    async def stop(self, seconds: float = 20) -> int:
        """Send SIGTERM; return the exit status."""
        self.signal(signal.SIGTERM)
        return await self.ended(seconds)
