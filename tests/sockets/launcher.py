"""Runs an unchanged bot.py as a separate process with the addresses of the fake Discord.

    python -m tests.sockets.launcher API GATEWAY [arguments of bot.py]

With `--serve SOCKET [FOLDER]` it imports the bot's modules, draws pictures of every game and builds the index of the
rules, all of which take long; then it forks a bot for every request on the socket. FOLDER holds an index shared with
the tests. It ends after a while without connections.
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import select
import socket
import sys
import time
from datetime import timedelta
from pathlib import Path
from typing import IO, Any

import discord.gateway
import discord.http
import discord.utils
import yarl

from cogs.client import identify_limit

HOME = Path(__file__).resolve().parents[2]
IDLE = 5.0
"""Seconds without a connection after which it ends."""


def run(
    api: str,
    gateway: str,
    arguments: list[str],
    lease: int | None = None,
    ahead: int = 0,
    silence: float | None = None,
    identify: float = 0.0,
    patience: int | None = None,
) -> None:
    """Run bot.py as `__main__` with these addresses and with other durations, all in seconds.

    `lease`: how long leases last. `ahead`: how far the clock is ahead. `silence`: after how long without messages the
    gateway counts as lost (discord.py: sixty). `identify`: the least time between two shards that identify (Discord:
    five). `patience`: after how long a move is posted without the computer's answer (the bot: fifteen); a thinking
    process may be stopped for as long.
    """
    if patience is not None:
        from table.computers import thinking
        from workers import think_pool

        thinking.HOLD_SECONDS = patience
        think_pool.STALL_CHECK_SECONDS = float(patience)
    if silence is not None:
        _impatient(silence)
    identify_limit.IDENTIFY_SECONDS = identify
    if lease is not None:
        from table.outbox import leases

        leases.LEASE_SECONDS = lease
    if ahead:
        true_time, true_now = time.time, discord.utils.utcnow
        time.time = lambda: true_time() + ahead
        discord.utils.utcnow = lambda: true_now() + timedelta(seconds=ahead)
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    sys.argv = [str(HOME / "bot.py"), *arguments]
    runpy.run_path(sys.argv[0], run_name="__main__")


def _impatient(silence: float) -> None:
    keep_alive = discord.gateway.KeepAliveHandler
    wait_for_gateway = keep_alive.run

    def run_impatiently(self: discord.gateway.KeepAliveHandler) -> None:
        self.heartbeat_timeout = silence
        wait_for_gateway(self)

    keep_alive.run = run_impatiently  # type: ignore[method-assign]


def start(request: dict[str, Any]) -> int:
    """Fork a bot with its own environment, working directory and log; return its process id."""
    child = os.fork()
    if child:
        return child
    os.closerange(3, 1024)
    log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    how = {name: request[name] for name in ("lease", "ahead", "silence", "identify", "patience")}
    run(request["api"], request["gateway"], request["arguments"], **how)
    sys.exit(0)


def prepare(shared: Path | None) -> None:
    """Import and draw what every bot would import and draw in its first seconds; no thread stays."""
    import bot  # noqa: F401
    from tests.sockets.warming import draw_leaders

    if shared is not None:
        from pytest import MonkeyPatch

        from tests.support.shared_index import share_index

        share_index(shared, MonkeyPatch())
    from search.rules_search import library
    from workers.picture_cache import PictureCache

    pictures = PictureCache()
    pictures.warm(draw_leaders, library)
    pictures._pool.shutdown(wait=True)
    gc.collect()
    gc.freeze()  # garbage collection in a bot would copy all these pages


def answer(request: object) -> int | None:
    """Answer a request: to start with a process id, to a process id with the exit status, or None while it runs."""
    if isinstance(request, dict):
        return start(request)
    assert isinstance(request, int)
    ended, status = os.waitpid(request, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def serve(path: str, shared: Path | None) -> None:
    """Answer every line of every connection, in order."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(f"{path}-new")
    listening.listen()
    Path(f"{path}-new").rename(path)  # the file appears only when clients can connect
    prepare(shared)
    clients: dict[socket.socket, IO[str]] = {}
    while True:
        ready, _, _ = select.select([listening, *clients], [], [], None if clients else IDLE)
        if not ready:
            Path(path).unlink()
            Path(path).parent.rmdir()
            return
        for one in ready:
            if one is listening:
                client, _ = listening.accept()
                clients[client] = client.makefile("r")
            elif line := clients[one].readline():
                one.sendall(f"{json.dumps(answer(json.loads(line)))}\n".encode())
            else:
                clients.pop(one).close()
                one.close()


if __name__ == "__main__":
    if sys.argv[1] == "--serve":
        serve(sys.argv[2], Path(sys.argv[3]) if sys.argv[3:] else None)
    else:
        run(sys.argv[1], sys.argv[2], sys.argv[3:])
