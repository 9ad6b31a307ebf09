"""bot.py: error messages when it cannot start, and its configuration."""

from __future__ import annotations

import asyncio
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import discord
import pytest

import bot
from cogs.client.arena_bot import ArenaBot
from cogs.client.settings import DATABASE, TOKEN, settings
from db.tables.shards import Shards
from engine import __version__

HOME = Path(bot.__file__).parent
LOOKS_LIKE_A_TOKEN = f"{'A' * 24}.{'B' * 6}.{'C' * 30}"


# Imports what bot.py imports, as on a machine without the simulated Discord. Then it runs bot.py once for every
# line that it reads, each time in a forked process, because starting Python takes longer than the tested code.
SERVER = """
import json, os, runpy, signal, sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("simcord", "av"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

missing = Missing()
sys.meta_path.insert(0, missing)
import bot

def run(asked):
    signal.alarm(60)  # nothing here takes that long
    for number, file in enumerate(asked["files"], 1):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.environ.clear()
    os.environ.update(asked["environment"])
    if asked["simcord"]:
        sys.meta_path.remove(missing)
    if asked["first"]:
        exec(asked["first"], {})
    sys.argv = ["bot.py", *asked["argv"]]
    runpy.run_path("bot.py", run_name="__main__")

for line in sys.stdin:
    if not (child := os.fork()):
        sys.exit(run(json.loads(line)))
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""
# The bot starts up to the point where it would connect.
WITHOUT_DISCORD = """
import discord

async def log_in(self, token):
    await self._async_setup_hook()
    await self.setup_hook()

async def nothing(self, **_):
    return []

async def connect(self, **_):
    print("would connect with", len(self.tree.get_commands()), "commands")

discord.Client.login, discord.Client.connect, discord.app_commands.CommandTree.sync = log_in, connect, nothing
"""


class Done(NamedTuple):
    """The output and the exit status of one run of bot.py."""

    returncode: int
    stdout: str
    stderr: str


class Opened:
    """Runs bot.py from the command line, without a token that may be set on this machine."""

    def __init__(self, folder: Path) -> None:
        self.files = [folder / "stdout", folder / "stderr"]
        self.server = subprocess.Popen(
            [sys.executable, "-c", SERVER], cwd=HOME, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def __call__(self, *argv: str, simcord: bool = True, first: str = "", **environment: str) -> Done:
        assert self.server.stdin is not None and self.server.stdout is not None
        clean = {name: value for name, value in os.environ.items() if name not in (TOKEN, DATABASE)}
        arguments = {
            "argv": [*argv, "--render-workers", "0"],  # drawing processes take longer than this to start
            "environment": {**clean, **environment},
            "files": [str(file) for file in self.files],
            "simcord": simcord,
            "first": first,
        }
        self.server.stdin.write(json.dumps(arguments) + "\n")
        self.server.stdin.flush()
        returncode = int(self.server.stdout.readline())
        return Done(returncode, *(file.read_text("utf-8") for file in self.files))


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    made = Opened(tmp_path_factory.mktemp("said"))
    yield made
    made.server.communicate(timeout=60)


def one_sentence(done: Done) -> str:
    assert done.returncode != 0
    assert done.stdout == ""
    text = done.stderr.strip()
    assert text and "\n" not in text and "Traceback" not in text
    return text


def test_the_help_text_lists_every_switch(opened: Opened) -> None:
    done = opened("--help")
    assert done.returncode == 0
    for switch in ("--local", "--port", "--db", "--players"):
        assert switch in done.stdout


def test_a_part_of_the_shards_needs_postgresql(tmp_path: Path, opened: Opened) -> None:
    file = tmp_path / "a.sqlite3"
    text = one_sentence(opened("--db", str(file), "--shards", "0-3/16", DISCORD_TOKEN=LOOKS_LIKE_A_TOKEN))
    assert text.startswith("A part of the shards needs PostgreSQL") and not file.exists()


def test_shards_are_named_by_their_numbers() -> None:
    assert bot.arguments(["--shards", "2-3/16"]).shards == Shards((2, 3), 16)
    assert bot.arguments(["--shards", "5/6"]).shards == Shards((5,), 6)
    assert (bot.arguments(["--shards", "auto"]).shards, bot.arguments([]).shards) == ("auto", None)


@pytest.mark.parametrize("typed", ["16", "3-2/16", "0-16/16", "a/b", "0/0", "-1/4"])
def test_impossible_shards_are_reported(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        bot.arguments([f"--shards={typed}"])
    assert typed in capsys.readouterr().err


def test_a_malformed_token_is_reported(tmp_path: Path, opened: Opened) -> None:
    assert "token" in one_sentence(opened("--db", str(tmp_path / "a.sqlite3"), DISCORD_TOKEN="nonsense"))
    assert not (tmp_path / "a.sqlite3").exists()


def test_a_token_refused_by_discord_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def refused(_self: object, _token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(ArenaBot, "login", refused)
    monkeypatch.setenv(TOKEN, LOOKS_LIKE_A_TOKEN)
    assert bot.main(["--db", str(tmp_path / "a.sqlite3")]) == bot.MISCONFIGURED
    assert "developer portal" in capsys.readouterr().err


def test_a_bot_with_a_token_needs_no_simulated_discord(tmp_path: Path, opened: Opened) -> None:
    database = str(tmp_path / "a.sqlite3")
    done = opened("--db", database, simcord=False, first=WITHOUT_DISCORD, DISCORD_TOKEN=LOOKS_LIKE_A_TOKEN)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"would connect with \d+ commands\n", done.stdout)
    assert "WARNING" not in done.stderr
    assert f"Arena Post {__version__}; database {tmp_path / 'a.sqlite3'}; games" in done.stderr
    assert (tmp_path / "a.sqlite3").exists()


def test_a_local_table_that_is_not_installed_is_reported(tmp_path: Path, opened: Opened) -> None:
    """For example in the container, which contains only the bot for Discord."""
    for argv in ((), ("--local",)):
        text = one_sentence(opened("--db", str(tmp_path / "a.sqlite3"), *argv, simcord=False))
        assert "requirements-local.txt" in text and TOKEN in text
    assert not (tmp_path / "a.sqlite3").exists()


def test_a_port_in_use_is_reported(tmp_path: Path, opened: Opened) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in one_sentence(opened("--local", "--port", port, "--db", str(tmp_path / "a.sqlite3")))


LOADED = """
async def connect(self, **_):
    import sys
    print(*(name for name in ("prometheus_client", "aiohttp.web", "cogs.metrics") if name in sys.modules))

discord.Client.connect = connect
"""


def test_metrics_are_loaded_only_on_request(tmp_path: Path, opened: Opened) -> None:
    how = {"first": WITHOUT_DISCORD + LOADED, "DISCORD_TOKEN": LOOKS_LIKE_A_TOKEN}
    database = str(tmp_path / "a.sqlite3")
    assert opened("--db", database, simcord=False, **how).stdout == "\n"
    done = opened("--db", database, "--metrics", "0", "--log", "json", simcord=False, **how)
    assert done.stdout == "prometheus_client aiohttp.web cogs.metrics\n"
    assert "metrics on http://127.0.0.1:" in json.loads(done.stderr.splitlines()[0])["message"]


def test_metrics_that_cannot_be_served_are_reported(tmp_path: Path, opened: Opened) -> None:
    database = str(tmp_path / "a.sqlite3")
    assert TOKEN in one_sentence(opened("--db", database, "--metrics", "9100"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        text = one_sentence(opened("--db", database, "--metrics", port, DISCORD_TOKEN=LOOKS_LIKE_A_TOKEN))
    assert port in text and "127.0.0.1" in text
    assert not (tmp_path / "a.sqlite3").exists()


def test_metrics_are_served_locally_unless_a_host_is_named() -> None:
    assert bot.arguments(["--metrics", "9100"]).metrics == ("127.0.0.1", 9100)
    assert bot.arguments(["--metrics", "0.0.0.0:9100"]).metrics == ("0.0.0.0", 9100)
    assert bot.arguments(["--metrics", "[::]:9100"]).metrics == ("::", 9100)


async def test_the_switch_sets_the_number_of_drawing_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[ArenaBot] = []

    async def run(arena: ArenaBot, *_: object) -> None:
        made.append(arena)
        arena.pictures.close()

    monkeypatch.setattr(bot, "run_on_discord", run)
    for number in ("0", "2"):
        options = bot.arguments(["--render-workers", number])
        await bot.on_discord(tmp_path / "a.sqlite3", "token", options, asyncio.Event())
    assert [one.pictures.workers and one.pictures.workers.count for one in made] == [None, 2]


def test_a_broken_database_is_reported_and_left_alone(tmp_path: Path, opened: Opened) -> None:
    file = tmp_path / "broken.sqlite3"
    file.write_text("this is no database, " * 100)
    assert "broken.sqlite3" in one_sentence(opened("--db", str(file)))
    assert file.read_text() == "this is no database, " * 100


def test_an_unwritable_database_is_reported(tmp_path: Path, opened: Opened) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in one_sentence(opened("--db", str(tmp_path / "file" / "a.sqlite3")))


def test_a_database_of_a_newer_version_is_reported_and_left_alone(tmp_path: Path, opened: Opened) -> None:
    file = tmp_path / "newer.sqlite3"
    with sqlite3.connect(file) as made:
        made.execute("PRAGMA user_version = 9999")
    before = file.read_bytes()
    assert "newer" in one_sentence(opened("--db", str(file)))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_environment_variables_override_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text("# ours\nDISCORD_TOKEN='from-the-file'\nexport ARENA_DB=x.sqlite3\n")
    monkeypatch.delenv(TOKEN, raising=False)
    monkeypatch.delenv(DATABASE, raising=False)
    assert settings(file) == {"DISCORD_TOKEN": "from-the-file", "ARENA_DB": "x.sqlite3"}
    monkeypatch.setenv(TOKEN, "from-outside")
    assert settings(file)[TOKEN] == "from-outside"
    assert settings(tmp_path / "missing") == {"DISCORD_TOKEN": "from-outside"}
