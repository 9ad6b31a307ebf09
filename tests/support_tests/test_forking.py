"""Tests that run in several processes are run once each, and nothing that becomes of them is lost."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.forking import Work, shares

ROOT = Path(__file__).parents[2]
TROUBLE = """
import os, signal, time, warnings
from pathlib import Path
import pytest

FOLDER = Path(__file__).parent

@pytest.fixture(scope="module")
def shared():
    yield os.getpid()
    (FOLDER / f"torn-down-{os.getpid()}").touch()

@pytest.mark.parametrize("number", range(40))
def test_passes(number, shared, tmp_path):
    assert shared == os.getpid()
    (tmp_path / "file").touch()
    with (FOLDER / "run").open("a") as run:
        run.write(f"{number}\\n")
    if number in (0, 20):  # a process that is left alone would run everything
        latest = time.monotonic() + 60
        (FOLDER / f"met-{number}").touch()
        while not (FOLDER / f"met-{20 - number}").exists() and time.monotonic() < latest:
            time.sleep(0.01)

def test_fails():
    print("what it has printed")
    assert [1, 2] == [1, 3]

@pytest.mark.skip(reason="a reason of its own")
def test_skipped(): ...

def test_dies():
    os.kill(os.getpid(), signal.SIGKILL)

def test_leaves():
    os._exit(0)

def test_warns():
    warnings.warn("a word of warning", stacklevel=1)

def test_after(shared): ...
"""


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").touch()
    (folder / "test_trouble.py").write_text(TROUBLE)
    asked = [sys.executable, "-m", "pytest", "-p", "tests.support.forking", "-p", "no:cacheprovider"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    environment.pop("PYTEST_ADDOPTS", None)
    asked += ["-q", "--processes", "2", "--color", "no", *arguments]
    return subprocess.run(asked, cwd=folder, env=environment, capture_output=True, text=True, timeout=120, check=False)


def test_every_test_is_run_once_and_reported_whatever_happens(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert done.returncode == 1, done.stderr
    assert sorted(map(int, (tmp_path / "run").read_text().split())) == [*range(40)]
    assert re.search(r"^3 failed, 42 passed, 1 skipped, 1 warning in ", done.stdout.splitlines()[-1])
    assert "E       assert [1, 2] == [1, 3]" in done.stdout and "At index 1 diff: 2 != 3" in done.stdout
    assert "what it has printed" in done.stdout and "UserWarning: a word of warning" in done.stdout
    assert "FAILED test_trouble.py::test_dies - the process that ran this test has ended by signal 9" in done.stdout
    assert "FAILED test_trouble.py::test_leaves - the process that ran this test has ended" in done.stdout
    assert len([*tmp_path.glob("torn-down-*")]) >= 2


def test_selected_tests_are_run_and_the_first_failure_can_end_the_run(tmp_path: Path) -> None:
    done = run(tmp_path, "-k", "fails or after", "-x")
    assert done.returncode == 1 and "1 failed" in done.stdout.splitlines()[-1]
    assert "stopping after 1 failures" in done.stdout


@pytest.mark.parametrize("tests", [1, 2, 7, 100])
@pytest.mark.parametrize("processes", [1, 2, 4])
def test_idle_workers_take_tests_from_others_and_no_test_runs_twice(tests: int, processes: int) -> None:
    work = Work([len(part) for part in shares(["a test"] * tests, processes)])
    taken = []
    for process in (0, *range(processes)):  # the first runs everything but the next test of each of the others
        while (test := work.take(process)) is not None:
            assert work.running(process) == test
            taken.append(test)
            assert (following := work.peek(process)) is None or following not in taken
    assert sorted(taken) == [*range(tests)]
    assert work.running(0) == -1 and not any(work.left(process) for process in range(processes))


def test_a_workers_announced_test_stays_its_own_and_nothing_starts_after_a_stop() -> None:
    work = Work([2, 2])
    assert work.take(1) == 2 and work.peek(1) == 3
    assert [work.take(0), work.take(0), work.take(0)] == [0, 1, None]
    assert work.left(1)
    work.stop()
    assert work.take(1) is None and not work.left(1)


def test_slow_waiting_tests_come_first_and_neighbors_stay_together() -> None:
    names = ["tests/browser/b", *(f"tests/cogs/{number}" for number in range(5)), "tests/sockets/s", "tests/sockets/t"]
    assert shares([*names, "tests/project/test_scaffold.py::x"], 2) == [[0, 8, 1, 2], [6, 7, 3, 4, 5]]
    assert shares([], 2) == [[], []]
