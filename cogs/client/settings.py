"""Settings from the environment and `.env`; as a program, prints the requirements files that `bot.py` needs.

`./run` starts this before anything is installed, so it imports only the standard library.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

TOKEN, DATABASE = "DISCORD_TOKEN", "ARENA_DB"
POSTGRES_SCHEMES = ("postgresql://", "postgres://")
HOME = Path(__file__).resolve().parents[2]


def settings(file: Path) -> dict[str, str]:
    """The `NAME=value` lines of a `.env` file; the environment overrides them."""
    found: dict[str, str] = {}
    if file.is_file():
        for line in file.read_text(encoding="utf-8").splitlines():
            name, equals, value = line.strip().removeprefix("export ").partition("=")
            if equals and not name.lstrip().startswith("#"):
                found[name.strip()] = value.strip().strip("\"'")
    return {**found, **{name: os.environ[name] for name in (TOKEN, DATABASE) if os.environ.get(name)}}


def required_files(chosen: Mapping[str, str], arguments: Sequence[str]) -> list[str]:
    """The names of the requirements files that `bot.py` needs with these settings and arguments."""
    files = ["requirements.txt"]
    only_discord = {"-h", "--help", "--emojis"}.intersection(arguments)
    if not only_discord and ("--local" in arguments or not chosen.get(TOKEN)):
        files.append("requirements-local.txt")
    database = chosen.get(DATABASE, "")
    for number, argument in enumerate(arguments):
        if argument.startswith("--db="):
            database = argument.removeprefix("--db=")
        elif argument == "--db" and number + 1 < len(arguments):
            database = arguments[number + 1]
    if database.strip().startswith(POSTGRES_SCHEMES):
        files.append("requirements-postgres.txt")
    return files


if __name__ == "__main__":
    print(*required_files(settings(HOME / ".env"), sys.argv[1:]))  # noqa: T201
