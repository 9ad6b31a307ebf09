"""bot.py: what it says when it cannot start, and how it is configured."""

from __future__ import annotations

import os
import re
import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import discord
import pytest

import bot
from cogs.arena import Arena
from engine import __version__

HOME = Path(bot.__file__).parent
LOOKS_LIKE_A_TOKEN = f"{'A' * 24}.{'B' * 6}.{'C' * 30}"


def opened(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run bot.py as a person would, without whatever token this machine may have."""
    clean = {name: value for name, value in os.environ.items() if name not in (bot.TOKEN, bot.DATABASE)}
    asked = [sys.executable, str(HOME / "bot.py"), *argv]
    environment = {**clean, **environment}
    return subprocess.run(asked, check=False, env=environment, capture_output=True, text=True, timeout=60)


# Starts bot.py as ./run does on a machine without the simulated Discord, up to where it would connect.
WITHOUT_SIMCORD = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("simcord", "av"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Missing())
import discord, bot

async def log_in(self, token):
    await self._async_setup_hook()
    await self.setup_hook()

async def nothing(self, **_):
    return []

async def connect(self, **_):
    print("would connect with", len(self.tree.get_commands()), "commands")

discord.Client.login, discord.Client.connect, discord.app_commands.CommandTree.sync = log_in, connect, nothing
sys.exit(bot.main())
"""


def opened_without_simcord(*argv: str, **environment: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if name not in (bot.TOKEN, bot.DATABASE)}
    asked = [sys.executable, "-c", WITHOUT_SIMCORD, *argv]
    environment = {**clean, **environment}
    return subprocess.run(asked, check=False, cwd=HOME, env=environment, capture_output=True, text=True, timeout=60)


def one_sentence(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode != 0
    assert done.stdout == ""
    said = done.stderr.strip()
    assert said and "\n" not in said and "Traceback" not in said
    return said


def test_help_names_every_switch() -> None:
    done = opened("--help")
    assert done.returncode == 0
    for switch in ("--local", "--port", "--db", "--players"):
        assert switch in done.stdout


def test_a_token_that_cannot_be_one_is_told(tmp_path: Path) -> None:
    assert "token" in one_sentence(opened("--db", str(tmp_path / "a.sqlite3"), DISCORD_TOKEN="nonsense"))
    assert not (tmp_path / "a.sqlite3").exists()


def test_a_token_that_discord_refuses_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def refused(_self: object, _token: str) -> None:
        raise discord.LoginFailure("Improper token has been passed.")

    monkeypatch.setattr(Arena, "start", refused)
    monkeypatch.setenv(bot.TOKEN, LOOKS_LIKE_A_TOKEN)
    assert bot.main(["--db", str(tmp_path / "a.sqlite3")]) == bot.MISCONFIGURED
    assert "developer portal" in capsys.readouterr().err


def test_a_bot_with_a_token_needs_no_simulated_discord(tmp_path: Path) -> None:
    done = opened_without_simcord("--db", str(tmp_path / "a.sqlite3"), DISCORD_TOKEN=LOOKS_LIKE_A_TOKEN)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"would connect with \d+ commands\n", done.stdout)
    assert "WARNING" not in done.stderr
    assert f"Arena Post {__version__}; database {tmp_path / 'a.sqlite3'}; games" in done.stderr
    assert (tmp_path / "a.sqlite3").exists()


def test_a_local_table_that_is_not_installed_is_told(tmp_path: Path) -> None:
    """In the container, above all: it has the bot on Discord and nothing else."""
    for argv in ((), ("--local",)):
        told = one_sentence(opened_without_simcord("--db", str(tmp_path / "a.sqlite3"), *argv))
        assert "requirements-local.txt" in told and bot.TOKEN in told
    assert not (tmp_path / "a.sqlite3").exists()


def test_a_taken_port_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert port in one_sentence(opened("--local", "--port", port, "--db", str(tmp_path / "a.sqlite3")))


def test_a_broken_database_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "broken.sqlite3"
    file.write_text("this is no database, " * 100)
    assert "broken.sqlite3" in one_sentence(opened("--db", str(file)))
    assert file.read_text() == "this is no database, " * 100


def test_an_unwritable_database_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "cannot be written" in one_sentence(opened("--db", str(tmp_path / "file" / "a.sqlite3")))


def test_a_database_of_a_newer_version_is_told_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "newer.sqlite3"
    with sqlite3.connect(file) as made:
        made.execute("PRAGMA user_version = 9999")
    before = file.read_bytes()
    assert "newer" in one_sentence(opened("--db", str(file)))
    assert file.read_bytes() == before
    assert list(tmp_path.iterdir()) == [file]


def test_the_environment_has_the_last_word_over_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / ".env"
    file.write_text("# ours\nDISCORD_TOKEN='from-the-file'\nexport ARENA_DB=x.sqlite3\n")
    monkeypatch.delenv(bot.TOKEN, raising=False)
    monkeypatch.delenv(bot.DATABASE, raising=False)
    assert bot.settings(file) == {"DISCORD_TOKEN": "from-the-file", "ARENA_DB": "x.sqlite3"}
    monkeypatch.setenv(bot.TOKEN, "from-outside")
    assert bot.settings(file)[bot.TOKEN] == "from-outside"
    assert bot.settings(tmp_path / "missing") == {"DISCORD_TOKEN": "from-outside"}
