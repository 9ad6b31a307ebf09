"""`python -m db` on PostgreSQL: copy in both directions, check, backup and restore."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from db import Match, NewMessage, Store
from db.__main__ import main
from db.address import PostgresAddress, parse
from db.admin.backup_folder import BackupFolder
from db.admin.snapshot import snapshot
from db.lock import only_process
from db.postgres.opening import prepare
from tests.support.db.engines import run
from tests.support.db.old_databases import unpack
from tests.support.db.sample_matches import ANN, CHANNEL, live, names, opened, step
from tests.support.db.sample_replay import ply
from tests.support.postgres.database import empty_postgres, new_postgres

Said = pytest.CaptureFixture[str]


@pytest.fixture
def postgres() -> Iterator[str]:
    """An empty PostgreSQL database without an open store."""
    yield empty_postgres("copying")
    empty_postgres("copying")


def ask(*words: str | Path) -> int:
    return main([str(word) for word in words], replay=ply)


def everything(address: str | Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table, and the next number of every sequence."""
    with snapshot(parse(address)) as found:
        columns = {table: ", ".join(sorted(names)) for table, names in sorted(found.columns().items())}
        rows = {table: sorted(found.rows(f"SELECT {of} FROM {table}"), key=repr) for table, of in columns.items()}
        return {**rows, "numbers": [(table, last) for table, last in sorted(found.last_numbers().items()) if last]}


async def played(address: str | Path) -> Match:
    """A SQLite database with rows in most tables."""
    async with await Store.open(address) as store:
        rematch = await opened(store, 20)
        await store.people.update(ANN, language="pl", zone="Europe/Warsaw")
        await store.variables.set("a ' \\ \t\n\u0105", "b")
        match = await live(store)
        await store.clock_stops.start_vacation(ANN, 100, 200, NewMessage(kind="vacation"))
        for number in range(3):
            match = (await store.matches.commit(replace(step(match), outbox=[NewMessage(kind=str(number))]))).match
        await store.drafts.save(match.id, 1, 3, ["e4", "łódź"])
        await run(store, "INSERT INTO ratings VALUES ('leaders', 0, 1, 25.1, 0.30000000000000004, 1, 5)")
        await store.privacy.forget(rematch.id + 1_000_000, NewMessage(kind="again"))
        return match


async def test_everything_can_be_copied_to_postgresql_and_back(path: Path, postgres: str, capsys: Said) -> None:
    await played(path)
    before = everything(path)
    assert len([table for table, rows in before.items() if rows]) > 8
    assert ask("copy", f"sqlite:{path}", postgres) == 0
    assert everything(postgres) == before
    lines = capsys.readouterr().out.splitlines()
    assert "moves: 3" in lines and lines[-1].endswith(" rows; matches replayed: 2, faulty: 0.")
    assert everything(path) == before and ask("--db", postgres, "check") == 0
    assert "match 2 (leaders, live, version 3): ok" in capsys.readouterr().out
    assert ask("copy", postgres, path.with_name("back")) == 0
    assert everything(path.with_name("back")) == before
    async with await Store.open(postgres) as store:
        assert (await opened(store, 30)).id == 3, "the match continues in the copy"
        match = await store.matches.in_channel(CHANNEL)
        assert match and (await store.matches.commit(step(match))).match.version == 4


async def test_a_history_with_all_games_is_replayed_when_it_is_copied(path: Path, postgres: str) -> None:
    unpack(path)
    async with await Store.open(path):
        pass  # migrate it to this version
    assert main(["copy", str(path), postgres]) == 0
    assert everything(postgres) == everything(path)


async def test_nothing_is_copied_into_existing_rows_or_files(path: Path, postgres: str, capsys: Said) -> None:
    await played(path)
    assert ask("copy", path, postgres) == 0
    before = everything(postgres)
    assert ask("copy", path, postgres) == 1
    assert capsys.readouterr().err == f"Nothing was copied to {postgres}: there are rows in it already.\n"
    assert everything(postgres) == before
    assert ask("copy", postgres, path) == 1
    assert capsys.readouterr().err == f"Nothing was copied to {path}: it exists already.\n"


async def test_a_match_that_cannot_be_replayed_stops_the_copy(path: Path, postgres: str, capsys: Said) -> None:
    match = await played(path)
    with closing(sqlite3.connect(path)) as conn, conn:
        conn.execute("UPDATE matches SET position = '{\"ply\":1}' WHERE id = ?", (match.id,))
    assert ask("copy", path, postgres) == 1
    assert "match 2 (leaders, live, version 3): its position is not the one" in capsys.readouterr().err
    assert [table for table, rows in everything(postgres).items() if rows] == ["numbers"], (
        "log entries, which are never deleted"
    )
    assert ask("copy", path, postgres, "--anyway") == 0
    assert "matches replayed: 1, faulty: 1." in capsys.readouterr().out
    assert ask("--db", postgres, "check") == 1


async def test_copy_and_restore_refuse_while_a_bot_is_running(path: Path, postgres: str, capsys: Said) -> None:
    await played(path)
    with only_process(path):
        assert await asyncio.to_thread(ask, "copy", path, postgres) == 1
    assert "in use by another Arena Post" in capsys.readouterr().err
    assert ask("--db", path, "backup", path.with_name("copy")) == 0
    async with await Store.open(postgres):
        copying: list[str | Path] = ["copy", path, postgres]
        restoring: list[str | Path] = ["--db", postgres, "restore", path.with_name("copy")]
        for words in (copying, restoring):
            assert await asyncio.to_thread(ask, *words) == 1
            assert capsys.readouterr().err == (
                f"The database {postgres} is in use by another Arena Post: stop that one first, or choose another "
                "database.\n"
            )
    assert not any(everything(postgres).values())


async def test_a_backup_of_postgresql_is_restored_completely(path: Path, postgres: str, capsys: Said) -> None:
    match = await played(postgres)
    folder = path.parent / "backups"
    folder.mkdir()
    assert ask("--db", postgres, "backup", folder) == 0
    (backup,) = folder.iterdir()
    assert backup.name.startswith(f"{PostgresAddress(postgres).url.split('/')[3].split('?')[0]}-")
    before = everything(postgres)
    assert everything(backup) == before
    async with await Store.open(postgres) as store:
        await store.matches.commit(step(match))
        later = await opened(store, 31)
    assert await asyncio.to_thread(ask, "--db", postgres, "restore", backup) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-2] == f"The database {postgres} is restored from {backup}."
    kept = Path(lines[-1].removeprefix("The previous database is kept in ").removesuffix("."))
    assert names(folder) == sorted([backup.name, kept.name])
    async with await Store.open(kept) as old:
        assert (await old.matches.get(match.id)).version == 4
    async with await Store.open(postgres) as store:
        assert await store.matches.get(match.id) == match
        assert [one.kind for one in await store.outbox.of_match(match.id)][-1] == "turn", "the board is posted again"
        assert await store.variables.get("a ' \\ \t\n\u0105") == "", "commands are registered again"
        assert (await opened(store, 32)).id > later.id, "no number is used twice"
    after = everything(postgres)
    changed = {table for table in before if before[table] != after[table]}
    assert changed == {"matches", "outbox", "seats", "variables", "numbers"}


async def test_a_backup_is_restored_into_a_new_database(path: Path, capsys: Said) -> None:
    await played(path)
    assert ask("--db", path, "backup", path.with_name("copy")) == 0
    address = new_postgres()
    assert await asyncio.to_thread(ask, "--db", address, "restore", path.with_name("copy")) == 0
    assert "kept" not in capsys.readouterr().out
    assert everything(address)["moves"] == everything(path)["moves"]


def test_a_missing_source_is_reported_and_not_created(path: Path, capsys: Said) -> None:
    address = new_postgres()
    assert ask("--db", address, "check") == 1
    assert capsys.readouterr().err == f"There is no database at {address}.\n"
    assert ask("copy", path, address) == 1
    assert capsys.readouterr().err == f"There is no database at {path}.\n"
    assert names(path.parent) == []
    prepare(PostgresAddress(address))
    assert ask("--db", address, "check") == 0
    assert capsys.readouterr().out.splitlines() == [
        "references: ok",
        "numbers: ok",
        "clock: ok",
        "rows: ok",
        "No faults found.",
    ]


def test_backups_of_postgresql_are_named_after_the_database(tmp_path: Path) -> None:
    folder = BackupFolder(PostgresAddress("postgresql://a:b@host/arena_prod?x=y"), tmp_path, None)
    (tmp_path / "arena_prod-20260101-000000.sqlite3").touch()
    (tmp_path / "other-20260101-000000.sqlite3").touch()
    assert names(tmp_path)[:1] == [one.name for one in folder.backups()]
