"""A game written by `python -m docs.scaffold` into a copy of the project works like the others."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support.engine.complete import COMPLETE

ROOT = Path(__file__).parents[2]
KEY, NAME = "arches", "The Arches"  # sorts before core and everything else, and has two words
LONG_KEY, LONG_NAME = "abcdefghijklmnopqrst", "Forty letters make the longest name, yes"
NEEDED = (
    "pyproject.toml", "bot.py", "engine", "render", "locales", "db", "table", "search", "workers", "cogs", "tests",
    "docs", "bench",
)  # fmt: skip
WRITTEN = ("pyproject.toml", "engine", "render", "locales", "docs", "tests")
"""The files that the scaffold changes, and those that it needs."""
IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
WITH_LITTLE = (
    "tests/engine/learning/test_lessons.py", "tests/engine/learning/test_puzzles.py",
    "tests/engine/computers/test_think.py", "tests/engine/computers/test_judging.py", "tests/render/test_cards.py",
    "tests/render/test_questions.py", "tests/render/test_palettes.py", "tests/render/image/test_retained.py",
    "tests/table/picks/test_choices.py", "tests/table/picks/test_spell.py",
    "tests/table/plans/test_plan_explorer.py", "tests/table/plans/test_plan_lines.py",
)  # fmt: skip
"""Tests of every game that must accept a game without lessons, puzzles and clicked plans."""

CHECKS = {
    "ruff check": ("-m", "ruff", "check", "--no-cache"),
    "ruff format": ("-m", "ruff", "format", "--check", "--no-cache"),
    "mypy": ("-m", "mypy", f"engine/{KEY}", f"render/{KEY}", f"tests/engine/{KEY}", f"tests/support/engine/{KEY}"),
    "imports": ("-c", IMPORTS, "--no-logo"),
    "its own tests, the laws, rules, records, translations": (
        "-m", "pytest", f"tests/engine/{KEY}", "tests/engine/test_laws.py", "tests/engine/learning/test_rulebook.py",
        "tests/engine/learning/test_rules_to_read.py", "tests/engine/test_records.py",
        "tests/engine/test_rules_versions.py",
        "tests/locales", "tests/cogs/card/test_card.py", *WITH_LITTLE,
        "-k", f"{KEY} or locales",
    ),
}  # fmt: skip


def python(place: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *arguments]
    return subprocess.run(command, cwd=place, input=said, capture_output=True, text=True, timeout=300, check=False)


def copied(place: Path, *names: str) -> None:
    """Copy these files and folders of the project to the place, with their bytecode, which is valid there, too."""
    unwanted = shutil.ignore_patterns("*.png")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=unwanted)
        else:
            shutil.copy2(ROOT / name, place / name)


class Line:
    """The engine protocol in the copy."""

    def __init__(self, place: Path) -> None:
        command = [sys.executable, "-m", "engine"]
        self.process = subprocess.Popen(command, cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer


def play(line: Line, chance: random.Random) -> None:
    """Play a random match to its end, and draw a picture of it."""
    asks = line.ask(do="new", game=KEY, seed="scaffold")["asks"]
    assert NAME in [game["name"] for game in line.ask(do="games")["games"]]
    assert len(line.ask(do="levels", game=KEY)["levels"]) == 5
    assert len(line.ask(do="think", seat=asks[0]["seat"], level=5, seed="s")["codes"]) == 2
    assert line.ask(do="puzzles", game=KEY)["puzzles"] == []
    picks = 0
    while asks:
        asks = line.ask(do="pick", seat=asks[0]["seat"], code=chance.choice(asks[0]["options"])["code"])["asks"]
        picks += 1
    assert picks > 10
    outcome = line.ask(do="outcome")
    assert outcome["over"] and len(outcome["winners"]) == 1 and outcome["reason"] == "last-stone"
    picture = line.ask(do="render", seat=None, file="arches.png")
    assert picture["bytes"] > 1000 and "wins" in picture["alt"]


def test_a_scaffolded_game_can_be_played_drawn_and_typed_and_passes_the_laws(tmp_path: Path) -> None:
    copied(tmp_path, *NEEDED)
    if (ROOT / ".mypy_cache").is_dir():  # checked by ./test before; without it mypy would take a minute
        copied(tmp_path, ".mypy_cache")
    made = python(tmp_path, "-m", "docs.scaffold", KEY, "--name", NAME)
    assert made.returncode == 0, made.stderr
    assert not [file for file in tmp_path.rglob("*newgame*") if "docs/scaffold/game" not in str(file)]
    line = Line(tmp_path)
    try:
        play(line, random.Random("scaffold"))
    finally:
        line.process.kill()
        line.process.communicate()
    for name, command in CHECKS.items():
        done = python(tmp_path, *command)
        assert done.returncode == 0, f"{name}:\n{done.stdout[-6000:]}\n{done.stderr[-2000:]}"


def contents(place: Path) -> dict[str, bytes]:
    """Every file except bytecode, with its contents."""
    return {
        str(file.relative_to(place)): file.read_bytes()
        for file in place.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }


def test_the_longest_key_and_name_work_and_a_second_game_after_them(tmp_path: Path) -> None:
    copied(tmp_path, *WRITTEN)
    for key, name in ((LONG_KEY, LONG_NAME), (KEY, NAME)):
        made = python(tmp_path, "-m", "docs.scaffold", key, "--name", name)
        assert made.returncode == 0, made.stderr
        assert len(list((tmp_path / "tests/records").glob(f"{key}-*.json"))) == 4
        if key == LONG_KEY:
            own = python(
                tmp_path, "-m", "pytest", "tests/project/test_scaffold.py", "-k", "undoes_its_files and subjects"
            )
            assert own.returncode == 0, f"these tests fail in a project with one more game:\n{own.stdout[-6000:]}"
    for name in ("ruff check", "ruff format"):
        done = python(tmp_path, *CHECKS[name])
        assert done.returncode == 0, f"{name}:\n{done.stdout[-6000:]}"
    listed = python(tmp_path, "-c", "from engine.registry import GAMES; print(*GAMES)")
    assert {LONG_KEY, KEY, "leaders"} <= set(listed.stdout.split()), listed.stderr


@pytest.mark.parametrize(
    ("file", "found", "put", "reason"),
    [
        ("docs/scaffold/game/engine/newgame/turn.py", "def step", f"LONG = '{'x' * 120}'\n\n\ndef step", "E501"),
        ("tests/support/engine/subjects.py", "\nSUBJECTS", "\nTABLE", "has another shape"),
        ("docs/scaffold/game/tests/records/newgame.py", '"agreed": RECORDER', '"agreed": NOBODY', "F821"),
        ("docs/scaffold/game/engine/newgame/game.py", "seat_counts=(2,)", "seat_counts=(9,)", "tests.records.make"),
    ],
)
def test_a_failed_scaffold_gives_the_reason_and_undoes_its_files(
    tmp_path: Path, file: str, found: str, put: str, reason: str
) -> None:
    copied(tmp_path, *WRITTEN)
    spoilt = tmp_path / file
    text = spoilt.read_text("utf-8")
    assert found in text
    spoilt.write_text(text.replace(found, put), "utf-8")
    before = contents(tmp_path)
    done = python(tmp_path, "-m", "docs.scaffold", KEY)
    assert done.returncode == 1
    assert reason in done.stderr and "Nothing was changed." in done.stderr and "Traceback" not in done.stdout
    assert contents(tmp_path) == before
    assert not (tmp_path / "engine" / KEY).exists()


@pytest.mark.parametrize("name", ["", "x", LONG_NAME + "!", 'A "game"', "two\nlines", r"back\slash"])
def test_an_invalid_name_is_refused(name: str) -> None:
    done = python(ROOT, "-B", "-m", "docs.scaffold", "fresh", "--name", name or " ")
    assert done.returncode == 2 and "cannot be a name" in done.stderr


def test_an_invalid_key_changes_nothing(tmp_path: Path) -> None:
    copied(tmp_path, "engine", "render", "locales", "docs", "tests/records")
    before = sorted(tmp_path.rglob("*"))
    for key in ("leaders", "registry", "make", "newgame", "Chess", "4x", "class", "tic-tac-toe", "../x"):
        done = python(tmp_path, "-B", "-m", "docs.scaffold", key)
        assert done.returncode == 2 and key in done.stderr
        assert sorted(tmp_path.rglob("*")) == before


def test_the_guide_names_every_file_of_a_game_and_only_existing_places() -> None:
    guide = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    named = set(re.findall(r"`(\w[\w./<>-]+)`", guide))
    template = ROOT / "docs/scaffold/game/engine/newgame"
    files = {str(file.relative_to(template)) for file in template.rglob("*") if file.suffix in (".py", ".toml", ".md")}
    of_all = set.intersection(
        *(
            {str(file.relative_to(ROOT / "engine" / game)) for file in (ROOT / "engine" / game).rglob("*.*")}
            for game in COMPLETE
        )
    )
    wanted = {name for name in files | of_all if "__" not in name}
    assert wanted - named == set(), "docs/add-a-game.md names every file of a game"
    places = {name for name in named if "/" in name}
    assert places >= {"engine/registry.py", "engine/computers/levels/<game>.py", "tests/support/engine/complete.py"}
    rooms = (ROOT, ROOT / "docs/scaffold/game", template, *(ROOT / "engine" / game for game in COMPLETE))
    for name in places:
        known = (room / name.replace("<game>", game) for room in rooms for game in (*COMPLETE, "newgame"))
        assert any(place.exists() for place in known), name
