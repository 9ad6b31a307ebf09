"""`python -m db`: what the person at the keyboard gets."""

# ruff: noqa: ASYNC221, ASYNC240 - a test has the event loop to itself and may block it.

import asyncio
import os
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from db import Match, Move, NewMessage, NewMove, Store
from db.__main__ import main
from tests.support.db.sample_matches import ROOT, live, names, opened, step
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
        await store.commit(
            replace(step(cancelled), moves=[NewMove(seat=None, kind="cancel")], position="", status="cancelled")
        )
        match = await live(store)
        for _ in range(3):
            match = (await store.commit(step(match))).match
        return match


async def test_a_sound_database_is_called_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    assert ask(path, "check") == 0
    assert capsys.readouterr().out.splitlines() == [
        "file: ok",
        "references: ok",
        "match 1 (leaders, open, version 0): ok",
        "match 2 (leaders, cancelled, version 1): ok",
        "match 3 (leaders, live, version 3): ok",
        "rows: ok",
        "Everything is as it should be.",
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
async def test_a_match_that_was_tampered_with_is_found(
    path: Path, capsys: pytest.CaptureFixture[str], sql: str, fault: str
) -> None:
    await played(path)
    tamper(path, sql)
    assert ask(path, "check") == 1
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if "FAULT" in line] == [lines[4]]
    assert lines[4].startswith("match 3 (leaders, live, version ")
    assert fault in lines[4]
    assert lines[-1] == "Faults: 1."


async def test_rows_without_their_match_are_found(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    tamper(path, "INSERT INTO due (at, kind, match, payload) VALUES (0, 'clock', 99, '{}')")
    assert ask(path, "check") == 1
    assert "references: FAULT: due row 1 refers to no matches" in capsys.readouterr().out


async def test_one_match_that_cannot_be_replayed_does_not_hide_the_others(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = await played(path)
    async with await Store.open(path) as store:
        await live(store, 22)

    def replay(played: Match, moves: Sequence[Move]) -> str:
        if played.id == match.id:
            raise KeyError("acrobat")
        return ply(played, moves)

    assert main(["--db", str(path), "check"], replay=replay) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[4].endswith("FAULT: it cannot be replayed: KeyError: 'acrobat'")
    assert lines[5] == "match 4 (leaders, live, version 0): ok"


async def test_check_and_backup_work_while_the_bot_plays(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await played(path)
    async with await Store.open(path) as store:
        match = (await store.commit(step(await live(store, 22)))).match
        assert ask(path, "check") == 0
        assert ask(path, "backup", str(tmp_path / "copy")) == 0
        await store.commit(step(match))
    assert capsys.readouterr().out.splitlines()[-1] == f"The database {path} is copied to {tmp_path / 'copy'}."
    assert ask(tmp_path / "copy", "check") == 0


@pytest.mark.parametrize("words", [["check"], ["backup", "copy"]])
async def test_a_database_that_is_missing_is_not_made(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert ask(path, *words) == 1
    assert capsys.readouterr().err == f"There is no database at {path}.\n"
    assert names(path.parent) == []


@pytest.mark.parametrize("words", [["check"], ["backup", "copy"]])
async def test_a_text_file_is_refused_in_one_sentence(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(path.parent)
    path.write_text("Dear diary, " * 1000)
    assert ask(path, *words) == 1
    assert capsys.readouterr().err == f"The database {path} cannot be used: it is not an SQLite database.\n"
    assert names(path.parent) == [path.name]


@pytest.mark.parametrize(("version", "said"), [(99, "newer Arena Post"), (0, "older Arena Post")])
async def test_check_reads_only_databases_of_its_own_version(
    path: Path, capsys: pytest.CaptureFixture[str], version: int, said: str
) -> None:
    await played(path)
    tamper(path, f"PRAGMA user_version = {version}")
    before = path.read_bytes()
    assert ask(path, "check") == 1
    assert said in capsys.readouterr().err
    assert path.read_bytes() == before


async def test_a_backup_over_a_file_is_refused_in_one_sentence(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    assert ask(path, "backup", str(path)) == 1
    assert capsys.readouterr().err == f"No backup was made: {path} exists already.\n"


async def test_a_folder_gets_dated_backups(path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await played(path)
    (tmp_path / "backups").mkdir()
    assert ask(path, "backup", str(tmp_path / "backups")) == 0
    (made,) = (tmp_path / "backups").iterdir()
    assert capsys.readouterr().out == f"The database {path} is copied to {made}; old backups removed: 0.\n"
    assert ask(made, "check") == 0


async def test_the_new_backup_stays_though_others_are_dated_in_the_future(
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
    said = capsys.readouterr()
    assert said.out == f"The database {path} is copied to {made}; old backups removed: 0.\n"
    assert f"neither counted nor removed: {future[0].name}, {future[1].name}. Is the clock right?" in said.err
    assert ask(made, "check") == 0


async def test_a_restored_match_shows_its_board_again(path: Path, tmp_path: Path) -> None:
    match = await played(path)
    async with await Store.open(path) as store:
        await store.post(match.id, [NewMessage(kind="turn", payload="unsent")])
    assert ask(path, "backup", str(tmp_path / "copy")) == 0
    assert await asyncio.to_thread(ask, path, "restore", str(tmp_path / "copy")) == 0
    async with await Store.open(path) as store:
        assert [(one.kind, one.payload) for one in await store.outbox(match.id)] == [
            ("turn", "unsent"),
            ("turn", '{"version": 3, "call": [1]}'),
        ]
        assert [one.kind for one in await store.outbox(1)] == ["invitation"]


@pytest.mark.parametrize("words", [["--every", "6"], ["--keep", "0"], ["--keep", "x"]])
def test_a_length_or_number_that_cannot_be_read_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    with pytest.raises(SystemExit):
        ask(path, "backup", *words, "backups")
    assert f"{words[1]!r} is not a" in capsys.readouterr().err


async def test_the_command_finds_the_database_in_the_environment(path: Path, tmp_path: Path) -> None:
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
