"""The docs are correct: the example session is played; named files, links, switches and commands exist."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path

import pytest

import bot
from cogs.client.settings import HOME
from db.__main__ import _parser
from engine.computers.protocol import Computers
from engine.protocol import Session
from engine.registry import GAMES
from tests.support.each import each
from tests.support.engine.complete import COMPLETE

PAGES = {
    str(file.relative_to(HOME)): file.read_text("utf-8")
    for file in sorted(chain(HOME.glob("*.md"), HOME.glob("docs/*.md"), HOME.glob(".github/**/*.md")))
}
README = PAGES["README.md"]
TOGETHER = "\n".join(PAGES.values())
LONGEST_README = 120
"""Most lines of the README."""


def anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as GitHub creates them."""
    headings = re.findall(r"^#+ (.+)$", page, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@each("name", tuple(PAGES))
def test_every_link_in_the_docs_works(name: str) -> None:
    here = (HOME / name).parent
    for target in re.findall(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"", PAGES[name]):
        link = "".join(target)
        if re.match(r"https?://", link):
            continue
        path, _, anchor = link.partition("#")
        file = (here / path).resolve() if path else HOME / name
        assert file.exists(), link
        if anchor:
            assert anchor in anchors(file.read_text("utf-8")), link


@each("name", tuple(PAGES))
def test_every_file_named_in_the_docs_exists(name: str) -> None:
    if name == "CHANGELOG.md":
        return
    rooms = "bench|cogs|db|deploy|docs|engine|examples|locales|render|search|table|tests|workers"
    for path in re.findall(rf"`((?:{rooms})/[\w./-]+)`", PAGES[name]):
        assert (HOME / path).exists(), path


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= LONGEST_README


def test_every_page_of_the_docs_is_listed() -> None:
    listed = PAGES["docs/README.md"]
    assert [name for name in PAGES if name.startswith("docs/") and f"({Path(name).name})" not in listed] == [
        "docs/README.md"
    ]


def test_the_example_session_matches_the_engine() -> None:
    lines = re.search(r"\$ \.venv/bin/python -m engine\n(.*?)```", PAGES["docs/engine-protocol.md"], re.DOTALL)
    assert lines is not None
    session = Session(GAMES, lambda *_: {}, lambda: 0.0, Computers())
    request = ""
    answers = 0
    for line in lines[1].splitlines():
        if line.startswith("> "):
            request = line[2:]
        else:
            assert json.loads(session.line(request)) == json.loads(line.removeprefix("< "))
            answers += 1
    assert answers == 4


def test_complete_games_are_listed() -> None:
    for text in (README.partition("**Games:**")[2].partition("**Built in")[0], PAGES["docs/playing.md"]):
        assert {key for key, game in GAMES.items() if f"*{game.name}*" in text} == {*COMPLETE}


def test_every_request_of_the_protocol_is_described() -> None:
    examples = set(re.findall(r'`\{"do":"([a-z]+)"', PAGES["docs/engine-protocol.md"]))
    session = Session(GAMES, lambda *_: {}, lambda: 0.0, Computers())
    known = session.answer({"do": "?"})["error"]["text"]
    assert examples == set(re.findall(r"[a-z]+", known.partition("Known: ")[2]))


def test_every_bot_switch_named_in_the_docs_exists() -> None:
    for switch in re.findall(r"(?:`|\./run )(--[a-z-]+)", README + PAGES["docs/hosting.md"] + PAGES["docs/scaling.md"]):
        assert switch in (*bot.arguments.__code__.co_consts, "--keep", "--db", "--help"), switch


def test_every_program_named_in_the_docs_exists() -> None:
    named = set(re.findall(r"python -m ([a-z_.]+)", TOGETHER)) - {"ruff", "mypy", "pytest"}
    assert named >= {"engine", "db", "bench", "docs.scaffold", "locales.extract", "examples.random_match"}
    for name in named:
        place = HOME.joinpath(*name.split("."))
        assert place.with_suffix(".py").is_file() or (place / "__main__.py").is_file(), name


def test_every_database_command_in_the_docs_can_be_parsed() -> None:
    """The commands of the pages and of the systemd units."""
    texts = [TOGETHER, *(file.read_text("utf-8") for file in (HOME / "deploy").rglob("*") if file.is_file())]
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


@pytest.mark.parametrize("name", ["examples.random_match", "examples.history", "examples.one_ply"])
def test_examples_are_mentioned_in_the_docs(name: str) -> None:
    assert f"-m {name}" in TOGETHER
