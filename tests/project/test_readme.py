"""The README is true: the session in it is played, the files it names are there, the switches it names exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import bot
from db.__main__ import _parser
from engine.computers.protocol import Computers
from engine.protocol import Session
from engine.registry import GAMES
from tests.support.engine.complete import COMPLETE

HOME = Path(bot.__file__).parent
README = (HOME / "README.md").read_text(encoding="utf-8")


def test_the_session_in_the_readme_is_what_the_engine_says() -> None:
    lines = re.search(r"\$ \.venv/bin/python -m engine\n(.*?)```", README, re.DOTALL)
    assert lines is not None
    session = Session(GAMES, lambda *_: {}, lambda: 0.0, Computers())
    asked = ""
    answers = 0
    for line in lines[1].splitlines():
        if line.startswith("> "):
            asked = line[2:]
        else:
            assert json.loads(session.line(asked)) == json.loads(line.removeprefix("< "))
            answers += 1
    assert answers == 4


def test_the_games_in_the_readme_are_those_that_have_everything() -> None:
    listed = re.search(r"\*\*Games\*\*:(.*?)\n\n", README, re.DOTALL)
    assert listed is not None
    words = " ".join(listed[1].split())
    assert {key for key, game in GAMES.items() if f"*{game.name}*" in words} == {*COMPLETE}


def test_every_request_in_the_readme_is_known() -> None:
    asked = set(re.findall(r'`\{"do":"([a-z]+)"', README))
    session = Session(GAMES, lambda *_: {}, lambda: 0.0, Computers())
    known = session.answer({"do": "?"})["error"]["text"]
    assert asked == set(re.findall(r"[a-z]+", known.partition("Known: ")[2]))


def test_every_file_that_the_readme_names_is_there() -> None:
    named = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"|`((?:deploy|engine|docs)/[\w./-]+)`", README)
    files = {name for group in named for name in group if name}
    assert files >= {"docs/board.png", "LICENSE", "NOTICE", "CONTRIBUTING.md"}
    assert [name for name in sorted(files) if not (HOME / name).exists()] == []


def test_every_switch_that_the_readme_names_exists() -> None:
    for switch in re.findall(r"`(--[a-z-]+)", README):
        assert switch in bot.arguments.__code__.co_consts


def test_every_program_that_the_readme_names_is_there() -> None:
    named = set(re.findall(r"-m ([a-z_.]+)", README))
    assert named >= {"engine", "db", "bench", "examples.random_match", "examples.history", "examples.one_ply"}
    for name in named:
        place = HOME.joinpath(*name.split("."))
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), name


def test_every_call_of_the_database_command_can_be_read() -> None:
    """Those of the README and of the units for systemd."""
    texts = [README, *(file.read_text("utf-8") for file in (HOME / "deploy").rglob("*") if file.is_file())]
    calls = [
        call
        for text in texts
        for call in re.findall(r"-m db ((?:--db|backup|check|restore|accept-loss) [^`#\n]*)", text)
    ]
    assert {call.split()[2 if call.startswith("--db") else 0] for call in calls} == {
        "backup", "check", "restore", "accept-loss",
    }  # fmt: skip
    assert len(calls) >= 8
    for call in calls:
        _parser().parse_args(call.split())
