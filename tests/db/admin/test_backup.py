"""Backups made while the bot is running."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from db import NewMessage, NoBackup, Store
from db.admin.check import check
from tests.support.db.engines import ON_SQLITE, run
from tests.support.db.sample_matches import CHANNEL, live, names, step


async def test_a_backup_is_a_database_like_the_original(store: Store, tmp_path: Path) -> None:
    match = (await store.matches.commit(step(await live(store)))).match
    await store.backup(tmp_path / "copy")
    async with await Store.open(tmp_path / "copy") as copy:
        assert await copy.matches.get(match.id) == match
        assert await copy.matches.moves(match.id) == await store.matches.moves(match.id)


async def test_a_backup_made_during_play_is_consistent(store: Store, tmp_path: Path) -> None:
    match = await live(store)
    done = asyncio.Event()

    async def play() -> None:
        current = match
        while not done.is_set():
            current = (await store.matches.commit(replace(step(current), outbox=[NewMessage(kind="turn")]))).match

    player = asyncio.create_task(play())
    copies = [tmp_path / f"copy {number}" for number in range(5)]
    for copy in copies:
        await store.backup(copy)
    done.set()
    await player

    def replayed(_: object, moves: object) -> str:
        assert isinstance(moves, list)
        return f'{{"ply":{len(moves)}}}'

    for copy in copies:
        assert [finding for finding in check(copy, replayed) if finding.fault] == []
        async with await Store.open(copy) as opened:
            kept = await opened.matches.in_channel(CHANNEL)
            assert kept
            assert len(await opened.outbox.of_match(kept.id)) == kept.version


async def test_a_backup_is_one_file(store: Store, tmp_path: Path) -> None:
    (tmp_path / "backups").mkdir()
    await live(store)
    await store.backup(str(tmp_path / "backups" / "copy"))
    assert names(tmp_path / "backups") == ["copy"]


@ON_SQLITE
async def test_a_backup_never_overwrites_a_file(store: Store, path: Path, tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ann")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    for target in (tmp_path / "letter", tmp_path / "link", path):
        with pytest.raises(NoBackup, match="exists already") as refused:
            await store.backup(target)
        assert refused.value.target == target
    assert (tmp_path / "letter").read_text() == "Dear Ann"


async def test_a_backup_that_fails_leaves_nothing(store: Store, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    before = names(tmp_path)
    for target in (tmp_path / "file" / "copy", tmp_path / "nowhere" / "copy"):
        with pytest.raises(NoBackup, match="cannot be written"):
            await store.backup(target)
    assert names(tmp_path) == before


async def test_the_store_keeps_working_after_a_backup(store: Store, tmp_path: Path) -> None:
    match = await live(store)
    await store.backup(tmp_path / "copy")
    await store.matches.commit(step(match))
    assert await run(store, "SELECT count(*) FROM moves") == [(1,)]


@ON_SQLITE
async def test_a_backup_does_not_release_the_stores_locks(store: Store, path: Path, tmp_path: Path) -> None:
    """Without the locks, the next program that closes the database would delete the WAL that the store still uses."""
    match = await live(store)
    await store.backup(tmp_path / "copy")
    look = "import sqlite3, sys; conn = sqlite3.connect(sys.argv[1]); conn.execute('SELECT * FROM moves'); conn.close()"
    subprocess.run([sys.executable, "-c", look, path], check=True)  # noqa: ASYNC221
    await store.matches.commit(step(match))
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("SELECT count(*) FROM moves").fetchone() == (1,)
    assert path.with_name(f"{path.name}-wal").exists()
