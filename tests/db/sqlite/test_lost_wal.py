"""The WAL or the database is deleted: the store notices and refuses to continue. There are no false alarms."""

# ruff: noqa: ASYNC240 - a test has the event loop to itself and may block it.

import asyncio
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db import BrokenDatabase, Store, StoreError
from db.__main__ import main
from db.admin.backup import backup
from db.admin.restore import restore
from db.errors import LostChanges, RemovedDatabase, RemovedWal
from db.lock import only_process
from db.sqlite import commit_guard
from db.sqlite.commit_guard import RECORD_SUFFIX, CommitRecord, record_of
from tests.support.db.engines import sqlite_under
from tests.support.db.new import new_database
from tests.support.db.old_databases import unpack
from tests.support.db.sample_matches import ANN, CHANNEL, ROOT, live, names, step
from tests.support.db.sample_replay import ply


@pytest.fixture
def wal(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def beside(path: Path, side: str) -> Path:
    return path.with_name(f"{path.name}{side}")


def play_and_kill(path: Path, lines: int = 20, *, often: bool = False) -> int:
    """Play in another process, kill it after this many lines, and return the last acknowledged version.

    With `often`, the WAL is emptied into the database every few pages.
    """
    program = ["-c", OFTEN] if often else ["-m", "tests.support.db.endless_bot"]
    with subprocess.Popen([sys.executable, *program, path], cwd=ROOT, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        acknowledged = [bot.stdout.readline() for _ in range(lines)]
        bot.kill()
        acknowledged += bot.stdout.readlines()
    return max(
        (int(line.split()[1]) for line in acknowledged if line.startswith("move") and line.endswith("\n")), default=0
    )


OFTEN = """
import asyncio, sys
from db.sqlite import opening
from tests.support.db import endless_bot

prepare = opening._prepare

def prepare_often(path, conn):
    prepare(path, conn)
    conn.execute("PRAGMA wal_autocheckpoint = 3")

opening._prepare = prepare_often
asyncio.run(endless_bot.main(sys.argv[1]))
"""


async def version(path: Path) -> int:
    """The version of the match that is played there."""
    async with await Store.open(path) as store:
        match = await store.matches.in_channel(CHANNEL)
        assert match
        return match.version


# The WAL is removed after a kill


async def test_a_database_without_its_wal_is_refused_and_left_alone(path: Path, wal: Path) -> None:
    played = play_and_kill(path)
    wal.unlink()
    before = path.read_bytes()
    for _ in range(2):
        with pytest.raises(LostChanges) as refused:
            await Store.open(path)
        assert refused.value.missing >= played
        assert f"{path.name}-wal" in str(refused.value) and f"--db {path} accept-loss" in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("damage", ["emptied", "cut", "another"])
async def test_a_replaced_wal_counts_as_lost(path: Path, wal: Path, damage: str) -> None:
    play_and_kill(path, 60)
    if damage == "emptied":
        wal.write_bytes(b"")
    elif damage == "cut":
        os.truncate(wal, wal.stat().st_size // 2)
    else:
        wal.write_bytes(bytes(reversed(wal.read_bytes())))
    with pytest.raises(LostChanges):
        await Store.open(path)


async def test_neither_check_nor_backup_accepts_a_database_without_its_wal(
    path: Path, wal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    play_and_kill(path)
    kept = wal.read_bytes()
    wal.unlink()
    for words in (["check"], ["backup", str(path.with_name("copy"))]):
        assert main(["--db", str(path), *words], replay=ply) == 1
        assert "are missing" in capsys.readouterr().err
    with pytest.raises(LostChanges):
        await Store.open(path)
    wal.write_bytes(kept)
    assert main(["--db", str(path), "check"], replay=ply) == 0


async def test_restoring_the_wal_restores_everything(path: Path, wal: Path) -> None:
    played = play_and_kill(path)
    away = wal.rename(wal.with_name("away"))
    with pytest.raises(LostChanges):
        await Store.open(path)
    away.rename(wal)
    assert await version(path) >= played


async def test_an_accepted_loss_is_not_reported_again(
    path: Path, wal: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with await Store.open(path) as store:
        match = await live(store)
        await store.matches.commit(step(match))
        await store.variables.set("commands", "known")
    play_and_kill(path)
    wal.unlink()
    assert await asyncio.to_thread(main, ["--db", str(path), "accept-loss"]) == 0
    assert "continues without its last" in capsys.readouterr().out
    async with await Store.open(path) as store:
        assert (await store.matches.get(match.id)).version == 1
        assert [message.kind for message in await store.outbox.of_match(match.id)] == ["turn"], (
            "the board is posted again"
        )
        assert await store.variables.get("commands") == "", "the commands are registered again"
        assert (await live(store, 11)).id > match.id + 500, "Discord may show buttons of matches that are lost"
    assert main(["--db", str(path), "accept-loss"]) == 0
    assert capsys.readouterr().out == f"No changes are missing from the database {path}.\n"
    assert main(["--db", str(path), "check"], replay=ply) == 0


async def test_a_loss_cannot_be_accepted_while_the_bot_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new_database(path)
    with only_process(path):
        assert main(["--db", str(path), "accept-loss"]) == 1
    assert "in use by another Arena Post" in capsys.readouterr().err
    assert main(["--db", str(path.with_name("nothing")), "accept-loss"]) == 1
    assert "There is no database" in capsys.readouterr().err


# No false alarm


async def test_a_kill_loses_nothing_however_often_the_wal_is_emptied(path: Path) -> None:
    for lines in (1, 2, 3, 10, 11, 12, 40, 41):
        played = play_and_kill(path, lines, often=lines > 2)
        assert await version(path) >= played


async def test_reading_after_a_kill_empties_the_wal_and_loses_nothing(path: Path, wal: Path) -> None:
    played = play_and_kill(path)
    assert main(["--db", str(path), "check"], replay=ply) == 0
    assert not wal.exists()
    assert await version(path) >= played


async def test_a_properly_closed_database_is_one_file(path: Path) -> None:
    async with await Store.open(path) as store:
        await live(store)
        assert names(path.parent) == [f"{path.name}{side}" for side in ("", RECORD_SUFFIX, "-shm", "-wal")]
    assert names(path.parent) == [path.name]


def overwrite(backup: Path, path: Path) -> None:
    path.write_bytes(backup.read_bytes())


def overwrite_with_its_time(backup: Path, path: Path) -> None:
    shutil.copy2(backup, path)


def move_into_place(backup: Path, path: Path) -> None:
    backup.replace(path)


@pytest.mark.parametrize("put", [overwrite, overwrite_with_its_time, move_into_place])
@pytest.mark.parametrize("plain", [False, True])
async def test_an_older_copy_may_replace_the_database_after_a_kill(
    path: Path, put: Callable[[Path, Path], None], plain: bool
) -> None:
    """With `plain`, the copy was made by the file system while no process was running."""
    copy = path.with_name("copy")
    async with await Store.open(path) as store:
        await live(store)
        if not plain:
            await store.backup(copy)
    if plain:
        shutil.copyfile(path, copy)
    play_and_kill(path)
    for side in ("-wal", "-shm"):
        beside(path, side).unlink()
    put(copy, path)
    assert await version(path) == 0


async def test_a_restore_after_a_kill_is_not_a_loss(path: Path, wal: Path) -> None:
    copy = path.with_name("copy")
    async with await Store.open(path) as store:
        await live(store)
        await store.backup(copy)
    for remove in (False, True):
        play_and_kill(path)
        if remove:
            wal.unlink()
        restore(copy, path, ply, prepare=lambda _: None)
        assert not beside(path, RECORD_SUFFIX).exists()
        assert await version(path) == 0


async def test_use_by_an_earlier_version_is_not_a_loss(path: Path) -> None:
    """The earlier version neither counts writes nor knows the record of the WAL."""
    play_and_kill(path)
    record = beside(path, RECORD_SUFFIX).read_bytes()
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("INSERT INTO people (person, language, palette) VALUES (7, 'pl', '')")
        conn.commit()
    assert beside(path, RECORD_SUFFIX).read_bytes() == record
    async with await Store.open(path) as store:
        assert (await store.people.get(7)).language == "pl"


async def test_an_earlier_versions_database_opens_even_with_a_wal_record(path: Path) -> None:
    play_and_kill(path)
    record = beside(path, RECORD_SUFFIX).read_bytes()
    for side in ("", "-wal", "-shm"):
        beside(path, side).unlink()
    unpack(path, "2026-11-16")
    assert beside(path, RECORD_SUFFIX).read_bytes() == record
    async with await Store.open(path) as store:
        assert await store.matches.unfinished()


@pytest.mark.parametrize("content", [b"", b"\0" * 140, b"7", b"7 1 1 1 1 99\n", b"nonsense 12\n", b"\xff\xfe 1\n"])
async def test_a_wal_record_damaged_by_a_power_cut_is_ignored(path: Path, content: bytes) -> None:
    play_and_kill(path)
    beside(path, RECORD_SUFFIX).write_bytes(content)
    assert record_of(path) is None
    assert await version(path) > 0


async def test_after_a_power_cut_an_outdated_wal_record_is_accepted(path: Path, wal: Path) -> None:
    """The WAL was emptied into the database in the last moment, and only that has reached the disk."""
    async with await Store.open(path) as store:
        match = (await store.matches.commit(step(await live(store)))).match
        before, record = path.stat(), beside(path, RECORD_SUFFIX).read_bytes()
        with closing(sqlite3.connect(path)) as conn:
            assert conn.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
        cut = path.with_name("cut.sqlite3")
        shutil.copyfile(path, cut)
    recorded = CommitRecord.decode(record)
    assert recorded is not None
    known = cut.stat()
    assert recorded.number > 0
    stale = CommitRecord(recorded.number, recorded.at, known.st_ino, known.st_size, before.st_mtime_ns)
    beside(cut, RECORD_SUFFIX).write_bytes(stale.encode())
    os.utime(cut, ns=(before.st_atime_ns, before.st_mtime_ns))
    async with await Store.open(cut) as store:
        assert (await store.matches.get(match.id)).version == 1


async def test_a_write_without_changes_is_not_counted(path: Path) -> None:
    async with await Store.open(path) as store:
        await live(store)
        record = record_of(path)
        assert not await store.offers.clear(1, "draw")
        assert record_of(path) == record
        await store.people.update(ANN, language="pl")
        after = record_of(path)
        assert record and after and after.number == record.number + 1


# A file is removed under the running bot


async def test_writes_after_the_wal_was_removed_are_saved_once_and_then_refused(
    path: Path, wal: Path, caplog: pytest.LogCaptureFixture
) -> None:
    failures: list[StoreError] = []
    async with await Store.open(path) as store:
        store.on_failure(failures.append)
        match = (await store.matches.commit(step(await live(store)))).match
        wal.unlink()
        match = (await store.matches.commit(step(match))).match
        with pytest.raises(RemovedWal, match="Everything that was confirmed is saved"):
            await store.matches.commit(step(match))
        with pytest.raises(RemovedWal):
            await store.clock_stops.heartbeat()
        assert (await store.matches.get(match.id)).version == 2
    assert [type(one) for one in failures] == [RemovedWal]
    assert caplog.text.count("The bot has to be started again") == 1
    assert await version(path) == 2


@pytest.mark.parametrize("how", ["moved", "replaced"])
async def test_a_moved_or_replaced_wal_is_noticed(
    path: Path, wal: Path, how: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commit_guard, "WAL_CHECK_SECONDS", 0.0)
    async with await Store.open(path) as store:
        match = await live(store)
        content = wal.read_bytes()
        wal.rename(wal.with_name("elsewhere"))
        if how == "replaced":
            wal.write_bytes(content)
        match = (await store.matches.commit(step(match))).match
        with pytest.raises(RemovedWal):
            await store.matches.commit(step(match))
    wal.unlink(missing_ok=True)
    assert await version(path) == 1


async def test_writes_that_cannot_be_saved_are_refused_and_found_at_the_next_start(path: Path, wal: Path) -> None:
    """Another reader keeps the WAL from being emptied into the database; then the bot is killed."""
    crashed = path.with_name("crashed.sqlite3")
    async with await Store.open(path) as store:
        match = (await store.matches.commit(step(await live(store)))).match
        with closing(sqlite3.connect(path)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM moves").fetchall()
            match = (await store.matches.commit(step(match))).match
            wal.unlink()
            await sqlite_under(store).writer.run(lambda conn: conn.execute("PRAGMA busy_timeout = 0"))
            with pytest.raises(RemovedDatabase, match="nothing can be stored"):
                await store.matches.commit(step(match))
            with pytest.raises(RemovedDatabase):
                await store.matches.commit(step(match))
            recorded = record_of(path)
            assert recorded is not None
            shutil.copyfile(path, crashed)
            known = crashed.stat()
            there = CommitRecord(recorded.number, recorded.at, known.st_ino, known.st_size, known.st_mtime_ns)
            beside(crashed, RECORD_SUFFIX).write_bytes(there.encode())
    with pytest.raises(LostChanges):
        await Store.open(crashed)


@pytest.mark.parametrize("replaced", [False, True])
async def test_a_database_deleted_under_the_bot_takes_no_moves(path: Path, replaced: bool) -> None:
    failures: list[StoreError] = []
    async with await Store.open(path) as store:
        store.on_failure(failures.append)
        match = (await store.matches.commit(step(await live(store)))).match
        path.unlink()
        if replaced:
            new_database(path)
        jobs = [store.matches.commit(step(match)), store.people.update(ANN, language="pl")]
        for job in jobs:
            with pytest.raises(RemovedDatabase, match="removed or replaced while the bot was using it"):
                await job
    assert [type(one) for one in failures] == [RemovedDatabase]
    assert isinstance(failures[0], BrokenDatabase)


async def test_a_normal_stop_saves_the_contents_of_a_removed_wal(path: Path, wal: Path) -> None:
    async with await Store.open(path) as store:
        await store.matches.commit(step(await live(store)))
        wal.unlink()
    assert await version(path) == 1
    assert names(path.parent) == [path.name]


def test_a_backup_is_refused_if_the_bots_wal_was_removed(path: Path, wal: Path) -> None:
    """The backup would lack what the bot has confirmed since."""
    new_database(path)
    play = [sys.executable, "-c", PLAY_AND_WAIT]
    with subprocess.Popen([*play, path], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout and bot.stdout.readline() == "played\n"
        wal.unlink()
        with pytest.raises(StoreError):
            backup(path, path.with_name("copy"))
        bot.kill()
    assert not path.with_name("copy").exists()


PLAY_AND_WAIT = """
import asyncio, sys
from db import Store
from tests.support.db.sample_matches import live, step

async def main():
    async with await Store.open(sys.argv[1]) as store:
        await store.matches.commit(step(await live(store)))
        print("played", flush=True)
        sys.stdin.read()

asyncio.run(main())
"""
