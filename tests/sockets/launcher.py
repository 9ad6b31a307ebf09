"""Runs bot.py as a process of its own with nothing changed but the addresses of Discord.

    python -m tests.sockets.launcher API GATEWAY [arguments of bot.py]

With `--serve` it imports what bot.py imports, draws a first picture of every game and builds the index of the rules
once, and then forks one bot for every line that it reads: that takes longer than everything else at a start.
"""

from __future__ import annotations

import json
import os
import runpy
import sys
from pathlib import Path
from typing import Any

import discord.gateway
import discord.http
import yarl

HOME = Path(__file__).resolve().parents[2]


def run(api: str, gateway: str, arguments: list[str]) -> None:
    """Run bot.py as `__main__` against these addresses."""
    discord.http.Route.BASE = api
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)
    sys.argv = [str(HOME / "bot.py"), *arguments]
    runpy.run_path(sys.argv[0], run_name="__main__")


def start(asked: dict[str, Any]) -> int:
    """Fork a bot with its own environment, working directory and log; its process id."""
    child = os.fork()
    if child:
        return child
    log = os.open(asked["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.environ.clear()
    os.environ.update(asked["environment"])
    os.chdir(asked["folder"])
    run(asked["api"], asked["gateway"], asked["arguments"])
    sys.exit(0)


def prepare() -> None:
    """Import and draw what every bot would import and draw in its first seconds; no thread is left."""
    import bot  # noqa: F401
    from cogs.library.index import library
    from cogs.pictures import Pictures

    pictures = Pictures()
    pictures.warm(library)
    pictures._pool.shutdown(wait=True)


def serve() -> None:
    """Answer every line: a request to start gets a process id, a process id its exit status or null."""
    prepare()
    for line in sys.stdin:
        asked = json.loads(line)
        if isinstance(asked, int):
            ended, status = os.waitpid(asked, os.WNOHANG)
            answer = os.waitstatus_to_exitcode(status) if ended else None
        else:
            answer = start(asked)
        sys.stdout.write(f"{json.dumps(answer)}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:] == ["--serve"]:
        serve()
    else:
        run(sys.argv[1], sys.argv[2], sys.argv[3:])
