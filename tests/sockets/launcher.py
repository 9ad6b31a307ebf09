"""Runs bot.py as a process of its own with nothing changed but the addresses of Discord.

    python -m tests.sockets.launcher API GATEWAY [arguments of bot.py]

With `--serve SOCKET [FOLDER]` it imports what bot.py imports, draws first pictures of every game and builds the index
of the rules once (that of the folder is shared with the tests), and then forks one bot for every request on the socket:
that takes longer than everything else at a start. It ends by itself when nobody has been connected for a while.
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
    """Run bot.py as `__main__` against these addresses.

    A scenario may want leases of so many seconds, a clock that is `ahead`, and a gateway that counts as lost after so
    many seconds of `silence` (discord.py: sixty). Two shards identify `identify` seconds apart (Discord: five). A move
    is posted without the computer's answer after `patience` seconds (the bot: fifteen), and a process that thinks may
    be stopped for so long.
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


def start(asked: dict[str, Any]) -> int:
    """Fork a bot with its own environment, working directory and log; its process id."""
    child = os.fork()
    if child:
        return child
    os.closerange(3, 1024)
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    how = {name: asked[name] for name in ("lease", "ahead", "silence", "identify", "patience")}
    run(asked["api"], asked["gateway"], asked["arguments"], **how)
    sys.exit(0)


def prepare(shared: Path | None) -> None:
    """Import and draw what every bot would import and draw in its first seconds; no thread is left."""
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
    gc.freeze()  # a bot that looked there for garbage would copy all of it


def answer(asked: object) -> int | None:
    """A request to start gets a process id, a process id its exit status, or None while it runs."""
    if isinstance(asked, dict):
        return start(asked)
    assert isinstance(asked, int)
    ended, status = os.waitpid(asked, os.WNOHANG)
    return os.waitstatus_to_exitcode(status) if ended else None


def serve(path: str, shared: Path | None) -> None:
    """Answer every line of every connection, one after the other."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(f"{path}-new")
    listening.listen()
    Path(f"{path}-new").rename(path)  # whoever finds it can connect
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
