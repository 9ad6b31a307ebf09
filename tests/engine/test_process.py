"""`python -m engine` as a separate program: lines in, lines out."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import pytest

from tests.engine.test_protocol import MALFORMED

ROOT = Path(__file__).parents[2]
BOARD = {"pieces": "S leader D1, S acrobat C3; N leader D7, N rider C4"}


def begun(**environment: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "engine"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, **environment},
    )


class Program:
    """A running engine."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self.process = process
        self.stdin: IO[bytes] = process.stdin
        self.stdout: IO[bytes] = process.stdout

    def line(self, line: bytes) -> dict[str, Any]:
        """Send a line and return the answer."""
        self.stdin.write(line.replace(b"\n", b"") + b"\n")
        self.stdin.flush()
        answer: dict[str, Any] = json.loads(self.stdout.readline())
        return answer

    def ask(self, **request: Any) -> dict[str, Any]:
        return self.line(json.dumps(request).encode())

    def ok(self, **request: Any) -> dict[str, Any]:
        answer = self.ask(**request)
        assert answer["ok"], answer
        return answer

    def close(self) -> tuple[int, bytes]:
        self.stdin.close()
        assert self.process.stderr is not None
        text = self.process.stderr.read()
        return self.process.wait(timeout=60), text


@pytest.fixture
def program() -> Iterator[Program]:
    with begun() as process:
        yield Program(process)
        process.kill()


@pytest.fixture(scope="module")
def living() -> Iterator[Program]:
    """An engine shared by the tests; each sets its own position, and none may stop it."""
    with begun() as process:
        program = Program(process)
        yield program
        assert program.close() == (0, b"")


def test_a_whole_match_is_played_line_by_line(program: Program) -> None:
    asks = program.ok(do="new", game="leaders", options={"mode": "advanced"}, seats=2, seed="by lines")["asks"]
    picks = 0
    while asks:
        ask = asks[0]
        code = ask["options"][picks * 7 % len(ask["options"])]["code"]
        asks = program.ok(do="pick", seat=ask["seat"], code=code)["asks"]
        picks += 1
    outcome = program.ok(do="outcome")
    assert outcome["over"] and outcome["reason"]
    assert program.close() == (0, b"")


def test_every_malformed_line_gets_one_answer_and_the_program_continues(program: Program) -> None:
    program.ok(do="set", game="leaders", position=BOARD)
    before = program.ok(do="position")
    for line in MALFORMED:
        assert program.line(line)["ok"] is False
        assert program.ok(do="position") == before
    assert program.close() == (0, b"")


def test_every_documented_request_is_known(living: Program) -> None:
    living.ok(do="games")
    living.ok(do="new", game="leaders")
    living.ok(do="set", game="leaders", position=BOARD)
    mark = living.ok(do="mark")["mark"]
    for request in ({"do": "asks"}, {"do": "position"}, {"do": "view", "seat": 0}, {"do": "outcome"}):
        living.ok(**request)
    living.ok(do="pick", seat=0, code="acrobat")
    assert living.ok(do="goto", mark=mark)["asks"][0]["prompt"] == "leaders.who-acts"
    played = living.ok(do="playout", seed="s", n=3)
    assert (played["games"], sum(played["results"].values())) == (3, 3)
    assert played["seconds"] >= 0


def test_impossible_positions_do_not_stop_the_program(living: Program) -> None:
    for position in (
        {},
        {"pieces": "S leader D1"},
        {"pieces": "☃"},
        {"pieces": BOARD["pieces"], "seen": {"x": 10**30}},
    ):
        assert living.ask(do="set", game="leaders", position=position)["error"]["code"] == "impossible"
    living.ok(do="set", game="leaders", position=BOARD)


def test_output_is_utf_8_in_any_locale() -> None:
    with begun(PYTHONIOENCODING="ascii", LC_ALL="C", PYTHONUTF8="0") as process:
        program = Program(process)
        program.ok(do="set", game="leaders", position=BOARD)
        assert "zażółć" in program.ask(do="pick", seat=0, code="zażółć")["error"]["text"]
        assert program.close() == (0, b"")


def test_lines_sent_together_are_answered_in_order() -> None:
    requests = [{"do": "new", "game": "leaders", "seed": str(number)} for number in range(50)]
    sent = "".join(json.dumps(request) + "\n" for request in [*requests, {"do": "position"}]).encode()
    done = subprocess.run(
        [sys.executable, "-m", "engine"], cwd=ROOT, input=sent, capture_output=True, timeout=120, check=True
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(answers) == 51
    assert answers[-1]["position"]["seed"] == "49"


def test_a_last_line_without_a_line_break_is_answered_too() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine"],
        cwd=ROOT,
        input=b'{"do":"games"}',
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert json.loads(done.stdout)["ok"]


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_render_writes_a_png(living: Program, tmp_path: Path, seat: int | None) -> None:
    living.ok(do="set", game="leaders", position=BOARD)
    file = tmp_path / "board.png"
    answer = living.ok(do="render", seat=seat, file=str(file))
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", data[16:24]) == (answer["width"], answer["height"])
    assert answer["bytes"] == len(data)
    assert "c3" in answer["alt"].lower()
    assert [(part["width"], part["height"]) for part in answer["parts"]] == [
        struct.unpack(">II", Path(part["file"]).read_bytes()[16:24]) for part in answer["parts"]
    ]
    assert [Path(part["file"]).name for part in answer["parts"]] == [
        f"board-{number}.png" for number in range(2, 2 + len(answer["parts"]))
    ]


@pytest.mark.parametrize(
    "file", ["/nowhere/at/all/board.png", "", "\x00", "x" * 5000], ids=["nowhere", "empty", "null", "long"]
)
def test_a_picture_that_cannot_be_written_is_reported_only(living: Program, file: str) -> None:
    living.ok(do="set", game="leaders", position=BOARD)
    assert living.ask(do="render", seat=None, file=file)["error"]["code"] == "file"
    living.ok(do="asks")
