"""`python -m db`: its output and exit status."""

# ruff: noqa: ASYNC221, ASYNC240 - a test has the event loop to itself and may block it.

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from db import Match, Move, NewDue, NewMessage, NewMove, Store
from db.__main__ import main
from db.rows import DailyPost
from db.tables.leases import Owner
from tests.support.db.engines import run
from tests.support.db.sample_matches import ROOT, Clock, live, names, opened, step
from tests.support.db.sample_replay import ply


def ask(path: Path, *words: str) -> int:
    return main(["--db", str(path), *words], replay=ply)


def tamper(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for sql in statements:
            conn.execute(sql)


async def played(path: Path) -> Match:
    async with await Store.open(path) as store:
        await opened(store, 20)
        cancelled = await opened(store, 21)
        await store.matches.commit(
            replace(step(cancelled), moves=[NewMove(seat=None, kind="cancel")], position="", status="cancelled")
        )
        match = await live(store)
        for _ in range(3):
            match = (await store.matches.commit(step(match))).match
        return match


async def test_check_reports_a_sound_database_as_sound(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    assert ask(path, "check") == 0
    assert capsys.readouterr().out.splitlines() == [
        "file: ok",
        "references: ok",
        "clock: ok",
        "match 1 (leaders, open, version 0): ok",
        "match 2 (leaders, cancelled, version 1): ok",
        "match 3 (leaders, live, version 3): ok",
        "rows: ok",
        "No faults found.",
    ]
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize(
    ("sql", "fault"),
    [
        ("UPDATE matches SET position = '{\"ply\":2}' WHERE id = 3", "not the one that its log leads to"),
        ("UPDATE matches SET position = '' WHERE id = 3", "without a position"),
        ("UPDATE matches SET position = 'ply 3' WHERE id = 3", "cannot be replayed: DecodeError"),
        ("UPDATE matches SET version = 4 WHERE id = 3", "at version 4"),
        ("DELETE FROM seats WHERE match = 3 AND seat = 1", "1 seats instead of 2"),
    ],
)
async def test_check_finds_a_match_that_was_tampered_with(
    path: Path, capsys: pytest.CaptureFixture[str], sql: str, fault: str
) -> None:
    await played(path)
    tamper(path, sql)
    assert ask(path, "check") == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "FAULT" in line] == [lines[5]]
    assert lines[5].startswith("match 3 (leaders, live, version ")
    assert fault in lines[5]
    assert lines[-1] == "Faults: 1."


async def test_check_finds_rows_without_their_match(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    tamper(path, "INSERT INTO due (at, kind, match, payload) VALUES (0, 'clock', 99, '{}')")
    assert ask(path, "check") == 1
    assert "references: FAULT: due row 1 refers to no matches" in capsys.readouterr().out


async def test_one_broken_match_does_not_hide_others(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = await played(path)
    async with await Store.open(path) as store:
        await live(store, 22)

    def replay(played: Match, moves: Sequence[Move]) -> str:
        if played.id == match.id:
            raise KeyError("acrobat")
        return ply(played, moves)

    assert main(["--db", str(path), "check"], replay=replay) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[5].endswith("FAULT: it cannot be replayed: KeyError: 'acrobat'")
    assert lines[6] == "match 4 (leaders, live, version 0): ok"


async def left_by_a_clock_ahead(address: str) -> Match:
    """A match and rows of all kinds, written with a clock that is 40 days ahead."""
    ahead = Clock(time.time() + 40 * 86400)
    async with await Store.open(address, clock=time.time) as store:
        await store.clock_stops.heartbeat()
        match = await live(store)
    async with await Store.open(address, clock=ahead) as store:
        await store.clock_stops.record_downtime()
        await store.clock_stops.pause(match.id, match.version)
        post = DailyPost(guild=1, channel=2, hour=8, zone="UTC", language="en")
        await store.daily.start_post(post, NewDue(at=int(ahead()) + 60, kind="daily"))
        await store.leases.take("tidying", Owner("gone", 86400))
        timing = json.dumps({"left": [60, 60], "running": [0], "since": int(ahead())})
        await run(store, "UPDATE matches SET timing = :timing, updated_at = :at", timing=timing, at=int(ahead()))
        await run(store, "UPDATE daily_posts SET posted = :day", day=int(ahead()) // 86400)
        await store.outbox.post(match.id, [NewMessage(kind="late", not_before=int(ahead()) + 2 * 86400)])
    return match


async def lies_ahead(address: str, match: Match) -> bool:
    """Whether a stop of the match ends in the future, or nothing is due now."""
    async with await Store.open(address, clock=time.time) as store:
        stops, now = await store.clock_stops.of_match(match.id, 0), time.time()
        return any((stop.ends or stop.starts) > now for stop in stops) or (await store.due.next_wake() or 0) > now


def test_times_left_by_a_fast_clock_are_found_and_repaired(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    def ask_it(word: str) -> tuple[int, str]:
        status = main(["--db", address, word], replay=ply)
        return status, capsys.readouterr().out

    match = asyncio.run(left_by_a_clock_ahead(address))
    assert asyncio.run(lies_ahead(address, match))
    status, output = ask_it("check")
    assert status == 1
    for what in (
        "outages that end in the future: 1",
        "heartbeats in the future: 1",
        "leases that last for too long: 1",
        "pauses in the future: 1",
        "messages that wait for too long: 1",
        "open and live matches that were changed in the future: 1",
        f"matches whose clocks start in the future: {match.id}",
        "daily puzzles that count as posted on a day to come: 1",
        "daily puzzles that are due later than tomorrow: 1",
    ):
        assert what in output, what
    status, output = ask_it("repair")
    assert status == 0 and "Cut back to the present: outages" in output
    assert "clock: ok" in ask_it("check")[1]
    assert ask_it("repair") == (0, "No rows are dated in the future.\n")
    assert not asyncio.run(lies_ahead(address, match))


async def test_check_and_backup_work_while_the_bot_runs(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    async with await Store.open(path) as store:
        match = (await store.matches.commit(step(await live(store, 22)))).match
        assert ask(path, "check") == 0
        assert ask(path, "backup", str(tmp_path / "copy")) == 0
        await store.matches.commit(step(match))
    assert capsys.readouterr().out.splitlines()[-1] == f"The database {path} is copied to {tmp_path / 'copy'}."
    assert ask(tmp_path / "copy", "check") == 0


@pytest.mark.parametrize("words", [["check"], ["backup", "copy"]])
async def test_a_missing_database_is_not_created(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert ask(path, *words) == 1
    assert capsys.readouterr().err == f"There is no database at {path}.\n"
    assert names(path.parent) == []


@pytest.mark.parametrize("words", [["check"], ["backup", "copy"]])
async def test_a_text_file_is_refused_with_one_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    path.write_text("Dear diary, " * 1000)
    assert ask(path, *words) == 1
    assert capsys.readouterr().err == f"The database {path} cannot be used: it is not an SQLite database.\n"
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize(("version", "output"), [(99, "newer Arena Post"), (0, "older Arena Post")])
async def test_check_reads_only_databases_of_its_own_version(
    path: Path, capsys: pytest.CaptureFixture[str], version: int, output: str
) -> None:
    await played(path)
    tamper(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    assert ask(path, "check") == 1
    assert output in capsys.readouterr().err
    assert path.read_bytes() == before


async def test_a_backup_onto_an_existing_file_is_refused_with_one_sentence(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    assert ask(path, "backup", str(path)) == 1
    assert capsys.readouterr().err == f"No backup was made: {path} exists already.\n"


async def test_backups_in_a_folder_have_dated_names(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    (tmp_path / "backups").mkdir()
    assert ask(path, "backup", str(tmp_path / "backups")) == 0
    (made,) = (tmp_path / "backups").iterdir()
    assert capsys.readouterr().out == f"The database {path} is copied to {made}; old backups removed: 0.\n"
    assert ask(made, "check") == 0


async def test_a_new_backup_is_kept_even_if_others_are_dated_in_the_future(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    folder = tmp_path / "backups"
    folder.mkdir()
    future = [folder / f"arena-{year}0101-000000.sqlite3" for year in (2998, 2999)]
    for file in future:
        file.touch()
    assert ask(path, "backup", "--keep", "2", str(folder)) == 0
    (made,) = set(folder.iterdir()) - set(future)
    text = capsys.readouterr()
    assert text.out == f"The database {path} is copied to {made}; old backups removed: 0.\n"
    assert f"neither counted nor removed: {future[0].name}, {future[1].name}. Is the clock right?" in text.err
    assert ask(made, "check") == 0


async def test_the_restore_command_posts_the_matches_boards_again(path: Path, tmp_path: Path) -> None:
    match = await played(path)
    async with await Store.open(path) as store:
        await store.outbox.post(match.id, [NewMessage(kind="turn", payload="unsent")])
    assert ask(path, "backup", str(tmp_path / "copy")) == 0
    assert await asyncio.to_thread(ask, path, "restore", str(tmp_path / "copy")) == 0
    async with await Store.open(path) as store:
        assert [(one.kind, one.payload) for one in await store.outbox.of_match(match.id)] == [
            ("turn", "unsent"),
            ("turn", '{"version": 3, "call": [1]}'),
        ]
        assert [one.kind for one in await store.outbox.of_match(1)] == ["invitation"]


@pytest.mark.parametrize("words", [["--every", "6"], ["--keep", "0"], ["--keep", "x"]])
def test_an_invalid_duration_or_number_is_reported(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit):
        ask(path, "backup", *words, "backups")
    assert f"{words[1]!r} is not a" in capsys.readouterr().err


async def test_the_command_reads_the_database_from_the_environment(path: Path, tmp_path: Path) -> None:
    await played(path)
    done = subprocess.run(
        [sys.executable, "-m", "db", "backup", tmp_path / "copy"],
        check=False,
        cwd=ROOT,
        env={**os.environ, "ARENA_DB": str(path)},
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        f"The database {path} is copied to {tmp_path / 'copy'}.\n",
        "",
    )
    assert (tmp_path / "copy").exists()
