"""`python -m db restore`: a backup replaces the database, whatever its state."""

# ruff: noqa: ASYNC240 - a test has the event loop to itself and may block it.

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest import mock

import pytest

from db import (
    BrokenDatabase,
    DatabaseBusy,
    DatabaseInUse,
    ForeignDatabase,
    NewMessage,
    NoRestore,
    Store,
    StoreError,
)
from db.admin.check import check
from db.lock import only_process
from db.sqlite import opening
from db.sqlite.restore import SKIPPED_MATCHES, SKIPPED_ROWS, restore
from tests.support.db.old_databases import unpack
from tests.support.db.sample_matches import ANN, live, names, step
from tests.support.db.sample_replay import ply


def put_back(backup: Path, path: Path, *, anyway: bool = False) -> Path | None:
    return restore(backup, path, ply, prepare=lambda _: None, anyway=anyway)


async def versions(path: Path) -> dict[int, int]:
    async with await Store.open(path) as store:
        return {match.id: match.version for match in await store.matches.unfinished()}


async def backed_up(path: Path) -> Path:
    """A backup made after a match's first move; since then the database got two more moves and another match."""
    backup = path.with_name("backup")
    async with await Store.open(path) as store:
        match = (await store.matches.commit(step(await live(store)))).match
        await store.variables.set("commands", "known")
        await store.backup(backup)
        for _ in range(2):
            match = (await store.matches.commit(step(match))).match
        await live(store, 11)
    return backup


async def test_restore_puts_the_backup_in_place_and_keeps_the_old_database(path: Path) -> None:
    backup = await backed_up(path)
    kept = put_back(backup, path)
    assert kept is not None and kept.name.startswith(f"{path.name}.before-")
    assert names(path.parent) == sorted([path.name, f"{path.name}.lock", kept.name, "backup"])
    assert await versions(path) == {1: 1}
    assert await versions(kept) == {1: 3, 2: 0}
    assert [finding for finding in check(path, ply) if finding.fault] == []


async def test_a_killed_bots_wal_does_not_affect_the_restored_database(path: Path, tmp_path: Path) -> None:
    backup = await backed_up(path)
    crashed = tmp_path / "crashed"
    crashed.mkdir()
    async with await Store.open(path) as store:
        await store.matches.commit(step(await store.matches.get(1)))
        for side in ("", "-wal", "-shm"):
            shutil.copyfile(f"{path}{side}", crashed / f"{path.name}{side}")
    kept = put_back(backup, crashed / path.name)
    assert kept is not None
    assert names(crashed) == sorted([path.name, f"{path.name}.lock", kept.name])
    assert await versions(crashed / path.name) == {1: 1}
    assert await versions(kept) == {1: 4, 2: 0}, "the contents of the WAL are kept, too"


@pytest.mark.parametrize("damage", ["text", "header", "wal"])
async def test_restore_replaces_a_broken_database_and_keeps_it(path: Path, damage: str) -> None:
    backup = await backed_up(path)
    if damage == "text":
        path.write_text("Dear diary, " * 100)
    else:
        path.write_bytes(path.read_bytes()[:100] + b"\xff" * 5000)
    if damage == "wal":
        path.with_name(f"{path.name}-wal").write_bytes(b"nonsense")
    broken = path.read_bytes()
    kept = put_back(backup, path)
    assert kept is not None and kept.read_bytes() == broken
    assert await versions(path) == {1: 1}


async def test_restore_works_without_an_old_database(path: Path, tmp_path: Path) -> None:
    backup = await backed_up(path)
    assert put_back(backup, tmp_path / "new.sqlite3") is None
    assert await versions(tmp_path / "new.sqlite3") == {1: 1}


async def next_numbers(path: Path) -> tuple[int, int]:
    """The numbers that the next match and the next message will get."""
    async with await Store.open(path) as store:
        match = await live(store, 99)
        await store.outbox.post(match.id, [NewMessage(kind="turn")])
        return match.id, (await store.outbox.of_match(match.id))[0].id


async def test_numbers_are_not_reused_after_a_restore(path: Path) -> None:
    """Discord still shows buttons and messages with the numbers of lost matches."""
    backup = await backed_up(path)
    assert await next_numbers(path) == (3, 1)
    put_back(backup, path)
    assert await next_numbers(path) == (4, 2)
    path.write_text("Dear diary, " * 100)
    put_back(backup, path)
    assert await next_numbers(path) == (1 + SKIPPED_MATCHES + 1, SKIPPED_ROWS + 1)


async def test_commands_are_registered_again_after_a_restore(path: Path) -> None:
    put_back(await backed_up(path), path)
    async with await Store.open(path) as store:
        assert await store.variables.get("commands") == ""


async def test_a_restored_backup_of_an_older_version_is_migrated(path: Path, tmp_path: Path) -> None:
    unpack(tmp_path / "old")
    old = (tmp_path / "old").read_bytes()
    with mock.patch("db.sqlite.restore.check", lambda *_: []):  # its matches can be replayed
        put_back(tmp_path / "old", path)
    assert opening.version_of(path, 99) == len(opening.migrations())
    assert (tmp_path / "old").read_bytes() == old


async def test_the_restored_file_keeps_the_old_permissions(path: Path) -> None:
    backup = await backed_up(path)
    path.chmod(0o640)
    put_back(backup, path)
    assert path.stat().st_mode & 0o777 == 0o640


# Refusals, which change nothing


async def refused(backup: Path, path: Path) -> StoreError:
    before = path.read_bytes()
    with pytest.raises(StoreError) as error:
        put_back(backup, path)
    assert path.read_bytes() == before
    assert [name for name in names(path.parent) if ".before-" in name or name.startswith(".restore-")] == []
    text = str(error.value)
    assert text.endswith(".") and "\n" not in text
    return error.value


async def test_a_file_that_is_not_a_backup_is_refused(path: Path, tmp_path: Path) -> None:
    backup = await backed_up(path)
    assert "no database at" in str(await refused(tmp_path / "nowhere", path))
    (tmp_path / "text").write_text("Dear diary, " * 100)
    assert isinstance(await refused(tmp_path / "text", path), BrokenDatabase)
    (tmp_path / "empty").touch()
    assert isinstance(await refused(tmp_path / "empty", path), NoRestore)
    assert "database itself" in str(await refused(path, path))
    with closing(sqlite3.connect(tmp_path / "foreign")) as conn:
        conn.execute("CREATE TABLE cookies (name TEXT)")
    assert isinstance(await refused(tmp_path / "foreign", path), ForeignDatabase)
    with backup.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    assert "it is damaged (" in str(error := await refused(backup, path))
    assert isinstance(error, NoRestore) and error.backup == backup


async def test_a_backup_with_a_faulty_match_is_restored_only_on_request(path: Path) -> None:
    backup = await backed_up(path)
    with closing(sqlite3.connect(backup, isolation_level=None)) as conn:
        conn.execute("UPDATE matches SET position = '{\"ply\":7}'")
    text = str(await refused(backup, path))
    assert "match 1 (leaders, live, version 1): its position is not the one" in text and "--anyway" in text
    assert put_back(backup, path, anyway=True) is not None


async def test_another_programs_database_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    backup = await backed_up(path)
    with closing(sqlite3.connect(tmp_path / "foreign")) as conn:
        conn.execute("CREATE TABLE cookies (name TEXT)")
    assert isinstance(await refused(backup, tmp_path / "foreign"), ForeignDatabase)


async def test_restore_is_refused_while_a_bot_or_reader_uses_the_database(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    backup = await backed_up(path)
    with only_process(path):
        assert isinstance(await refused(backup, path), DatabaseInUse)
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.01)
    with closing(opening.connect_existing(path)) as reader:
        reader.execute("SELECT * FROM people").fetchall()
        assert isinstance(await refused(backup, path), DatabaseBusy)
    async with await Store.open(path) as store:
        assert (await store.people.get(ANN)).language == ""
