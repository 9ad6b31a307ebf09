"""A game that `python -m docs.scaffold` writes into a copy of the tree is one like all the others."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.support.engine.complete import COMPLETE

ROOT = Path(__file__).parents[2]
KEY, NAME = "arches", "The Arches"  # sorts before core and everything else, and has two words
NEEDED = ("pyproject.toml", "bot.py", "engine", "render", "locales", "db", "table", "cogs", "tests", "docs", "bench")
IMPORTS = "from importlinter.cli import lint_imports_command as main; main()"
WITH_LITTLE = (
    "tests/engine/learning/test_lessons.py", "tests/engine/learning/test_puzzles.py",
    "tests/engine/computers/test_think.py",
    "tests/render/test_questions.py", "tests/render/image/test_retained.py",
    "tests/table/picks/test_choices.py", "tests/table/plans/test_plan_explorer.py",
)  # fmt: skip
"""Tests that look at every game, and must be content with one that has no lessons, puzzles and plans by clicks."""

CHECKS = {
    "ruff check": ("-m", "ruff", "check", "--no-cache"),
    "ruff format": ("-m", "ruff", "format", "--check", "--no-cache"),
    "mypy": ("-m", "mypy", f"engine/{KEY}", f"render/{KEY}", f"tests/engine/{KEY}", f"tests/support/engine/{KEY}"),
    "imports": ("-c", IMPORTS, "--no-logo"),
    "its own tests, the laws, rules, records, readings, translations": (
        "-m", "pytest", f"tests/engine/{KEY}", "tests/engine/test_laws.py", "tests/engine/learning/test_rulebook.py",
        "tests/engine/learning/test_rules_to_read.py", "tests/engine/test_records.py",
        "tests/engine/test_rules_versions.py",
        "tests/locales", "tests/cogs/card/test_card.py", *WITH_LITTLE,
        "-k", f"{KEY} or locales or (test_card and component)",
    ),
}  # fmt: skip


def python(place: Path, *arguments: str, said: str = "") -> subprocess.CompletedProcess[str]:
    asked = [sys.executable, *arguments]
    return subprocess.run(asked, cwd=place, input=said, capture_output=True, text=True, timeout=300, check=False)


def copied(place: Path, *names: str) -> None:
    """These files and folders of the tree, at the place; with their bytecode, which is valid there too."""
    unwanted = shutil.ignore_patterns("*.png")
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, place / name, ignore=unwanted)
        else:
            shutil.copy2(ROOT / name, place / name)


class Line:
    """The engine protocol, in the copy."""

    def __init__(self, place: Path) -> None:
        asked = [sys.executable, "-m", "engine"]
        self.process = subprocess.Popen(asked, cwd=place, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **request: Any) -> dict[str, Any]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert answer["ok"], answer
        return answer


def play(line: Line, chance: random.Random) -> None:
    """A random match to its end, and a picture of it."""
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


def test_a_scaffolded_game_is_played_drawn_typed_and_under_the_laws(tmp_path: Path) -> None:
    copied(tmp_path, *NEEDED)
    if (ROOT / ".mypy_cache").is_dir():  # what ./test has just found out: without it mypy takes a minute
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


def test_a_key_that_will_not_do_changes_nothing(tmp_path: Path) -> None:
    copied(tmp_path, "engine", "render", "locales", "docs", "tests/records")
    before = sorted(tmp_path.rglob("*"))
    for key in ("leaders", "registry", "make", "newgame", "Chess", "4x", "class", "tic-tac-toe", "../x"):
        done = python(tmp_path, "-B", "-m", "docs.scaffold", key)
        assert done.returncode == 2 and key in done.stderr
        assert sorted(tmp_path.rglob("*")) == before


def test_the_guide_names_every_file_of_a_game_and_no_place_that_is_not_there() -> None:
    guide = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
    named = set(re.findall(r"`(\w[\w./<>-]+)`", guide))
    template = {file.name for file in (ROOT / "docs/scaffold/game/engine/newgame").iterdir() if file.is_file()}
    shared = set.intersection(*({file.name for file in (ROOT / "engine" / game).iterdir()} for game in COMPLETE))
    assert (template | shared) - named <= {"__init__.py", "__pycache__"}
    places = {name for name in named if "/" in name}
    assert places >= {"engine/registry.py", "engine/computers/levels/<game>.py", "tests/support/engine/complete.py"}
    for name in places:
        written = ROOT / "docs/scaffold/game" / name.replace("<game>", "newgame")
        assert written.exists() or (ROOT / name.replace("<game>", "leaders")).exists(), name
