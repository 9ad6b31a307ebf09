"""The examples are run as a reader would run them, and print the expected output."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from engine.core.record import Record, effective
from engine.registry import GAMES

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
RECORD = ROOT / "tests/records/leaders-advanced-surrounded.json"


def run(name: str, *arguments: str) -> str:
    command = [sys.executable, "-m", f"examples.{name}", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True).stdout


@pytest.mark.parametrize("game", GAMES)
def test_the_random_match_example_prints_a_match_to_its_end(game: str) -> None:
    lines = run("random_match", game, "a seed").splitlines()
    boards = [line for line in lines if re.match(r"\d+\. ", line)]
    assert len(boards) > 5
    assert lines[-1].startswith("Over: ") and "Winners: (" in lines[-1]


def test_the_history_example_prints_every_entry_of_a_record() -> None:
    record = msgspec.json.decode(RECORD.read_bytes(), type=Record)
    output = run("history", str(RECORD))
    assert output.startswith("Leaders mode=advanced")
    for number, entry in enumerate(effective(record.entries), 1):
        assert re.search(rf"^{number}\. (Gold|Violet): {' '.join(entry.codes) or entry.kind}$", output, re.MULTILINE)
    assert output.splitlines()[-1].strip() == "Gold wins: the Leader is surrounded."


def test_the_history_example_refuses_an_unfinished_match(tmp_path: Path) -> None:
    running = msgspec.structs.replace(msgspec.json.decode(RECORD.read_bytes(), type=Record), seed="", result=None)
    (tmp_path / "running.json").write_bytes(msgspec.json.encode(running))
    with pytest.raises(subprocess.CalledProcessError) as ended:
        run("history", str(tmp_path / "running.json"))
    assert ended.value.stderr == "The match was not over when it was exported: its chance is still secret.\n"


def test_the_one_ply_example_wins_more_often_than_not() -> None:
    match = re.fullmatch(r"Leaders: the player that looks ahead won (\d+) of 40 matches\.\n", run("one_ply", "leaders"))
    assert match is not None and int(match[1]) > 20


def test_every_example_is_short_and_tested_here() -> None:
    assert [file.stem for file in EXAMPLES] == ["history", "one_ply", "random_match"]
    assert [file.name for file in EXAMPLES if len(file.read_text(encoding="utf-8").splitlines()) > 40] == []
