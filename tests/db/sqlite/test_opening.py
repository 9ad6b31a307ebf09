"""Opening a database: new, existing, newer, broken, unwritable or locked files."""

# ruff: noqa: ASYNC220, ASYNC221, ASYNC240 - a test has the event loop to itself and may block it.

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from db import (
    BrokenDatabase,
    DatabaseBusy,
    DatabaseInUse,
    NewerDatabase,
    Store,
    StoreError,
    UnwritableDatabase,
)
from db.errors import LinkedDatabase
from db.lock import only_process
from db.sqlite import opening
from db.sqlite.restore import restore
from tests.support.db.engines import sqlite_under
from tests.support.db.new import new_database
from tests.support.db.sample_matches import ANN, ROOT, live, names, step
from tests.support.db.sample_replay import ply

LAST = len(opening.migrations())


def schema(conn: sqlite3.Connection) -> list[tuple[str, str]]:
    return conn.execute("SELECT name, sql FROM sqlite_master ORDER BY name").fetchall()


def everything_in(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def one_sentence(error: StoreError, path: Path) -> bool:
    text = str(error)
    return str(path) in text and text.endswith(".") and "\n" not in text


def run_python(code: str, path: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, path], check=False, cwd=ROOT, capture_output=True, text=True, timeout=60
    )


async def make(path: Path) -> None:
    async with await Store.open(path) as store:
        await store.people.update(ANN, language="pl")


async def test_a_new_database_is_created_and_opened_again(path: Path) -> None:
    await make(path)
    async with await Store.open(str(path)) as store:
        assert (await store.people.get(ANN)).language == "pl"


async def test_a_closed_store_leaves_a_single_file(path: Path) -> None:
    await make(path)
    assert names(path.parent) == [path.name]


async def test_closing_a_store_twice_is_harmless(path: Path) -> None:
    store = await Store.open(path)
    await store.people.update(ANN, language="pl")
    await store.close()
    await store.close()
    assert names(path.parent) == [path.name]
    async with await Store.open(path) as store:
        assert (await store.people.get(ANN)).language == "pl"


async def test_acknowledged_writes_are_on_disk(path: Path) -> None:
    with closing(opening.open_database(path)) as conn:
        settings = {name: conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")}
        assert settings == {"journal_mode": "wal", "synchronous": 2}
        assert conn.execute("PRAGMA foreign_keys").fetchone()[0] == 1
        assert conn.execute("PRAGMA busy_timeout").fetchone()[0] > 0


async def test_an_empty_file_becomes_a_new_database(path: Path) -> None:
    path.touch()
    await make(path)
    async with await Store.open(path) as store:
        assert (await store.people.get(ANN)).language == "pl"


@pytest.mark.parametrize("name", ["a b.sqlite3", "what?.sqlite3", "100%.sqlite3", "łódź#1.sqlite3"])
async def test_any_file_name_is_accepted(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    await make(path)
    async with await Store.open(path) as store:
        await store.backup(tmp_path / f"copy of {name}")
    assert names(tmp_path) == sorted([name, f"copy of {name}"])


async def test_a_link_to_a_database_is_followed(path: Path) -> None:
    await make(path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 99")
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(NewerDatabase):
        await Store.open(link)


# A newer database


async def test_a_newer_database_is_refused_and_not_touched(path: Path) -> None:
    await make(path)
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("PRAGMA user_version = 99")
    before = everything_in(path.parent)
    with pytest.raises(NewerDatabase) as refused:
        await Store.open(path)
    assert (refused.value.found, refused.value.known) == (99, LAST)
    assert one_sentence(refused.value, path)
    assert everything_in(path.parent) == before
    assert list(before) == [path.name]


@pytest.mark.parametrize("shm", [True, False])
async def test_a_newer_database_that_crashed_is_refused_and_not_touched(path: Path, shm: bool) -> None:
    """The newer version number may be in the WAL only."""
    await make(path)
    crash = (
        "import os, sqlite3, sys; conn = sqlite3.connect(sys.argv[1]); "
        "conn.execute('PRAGMA user_version = 99'); os._exit(0)"
    )
    subprocess.run([sys.executable, "-c", crash, path], check=True)
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    if not shm:
        path.with_name(path.name + "-shm").unlink()
    before = everything_in(path.parent)
    with pytest.raises(NewerDatabase):
        await Store.open(path)
    assert everything_in(path.parent) == before


# Broken files


@pytest.mark.parametrize("text", ["x", "This is a text.\n", "Dear diary, " * 1000])
async def test_a_text_file_is_refused(path: Path, text: str) -> None:
    path.write_text(text)
    with pytest.raises(BrokenDatabase) as refused:
        await Store.open(path)
    assert one_sentence(refused.value, path)
    assert everything_in(path.parent) == {path.name: text.encode()}


async def test_another_programs_database_is_left_alone(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        conn.execute("CREATE TABLE cookies (name TEXT)")
    before = everything_in(path.parent)
    with pytest.raises(BrokenDatabase, match="another program"):
        await Store.open(path)
    assert everything_in(path.parent) == before


async def test_a_truncated_database_is_reported_as_broken(path: Path) -> None:
    async with await Store.open(path) as store:
        match = await live(store)
        for _ in range(50):
            match = (await store.matches.commit(step(match))).match
    os.truncate(path, path.stat().st_size // 2)
    with pytest.raises(BrokenDatabase) as refused:
        await Store.open(path)
    assert one_sentence(refused.value, path)


async def test_a_database_with_a_damaged_page_is_reported_as_broken(path: Path) -> None:
    await make(path)
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * 4096)
    with pytest.raises(BrokenDatabase) as refused:
        await Store.open(path)
    assert one_sentence(refused.value, path)


# Places where nothing can be written


async def test_a_path_below_a_file_is_reported_as_unwritable(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(UnwritableDatabase) as refused:
        await Store.open(tmp_path / "file" / "arena.sqlite3")
    assert one_sentence(refused.value, tmp_path)


async def test_a_folder_is_refused_as_a_database(path: Path) -> None:
    path.mkdir()
    with pytest.raises(UnwritableDatabase, match="not a file"):
        await Store.open(path)
    assert list(path.iterdir()) == []


async def test_missing_folders_are_not_created(tmp_path: Path) -> None:
    with pytest.raises(UnwritableDatabase, match="no folder"):
        await Store.open(tmp_path / "nowhere" / "arena.sqlite3")
    assert list(tmp_path.iterdir()) == []


async def test_a_name_too_long_for_the_file_system_is_unwritable(tmp_path: Path) -> None:
    with pytest.raises(UnwritableDatabase, match="too long"):
        await Store.open(tmp_path / ("a" * 300))


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no /proc")
async def test_a_file_system_without_write_access_is_unwritable() -> None:
    with pytest.raises(UnwritableDatabase):
        await Store.open("/proc/arena.sqlite3")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
async def test_a_read_only_file_or_folder_is_reported_as_unwritable(path: Path) -> None:
    path.parent.chmod(0o555)
    with pytest.raises(UnwritableDatabase, match="read-only"):
        await Store.open(path)
    path.parent.chmod(0o755)
    await make(path)
    path.chmod(0o444)
    with pytest.raises(UnwritableDatabase, match="read-only"):
        await Store.open(path)
    assert names(path.parent) == [path.name]


async def test_a_database_that_is_not_really_writable_is_noticed_before_the_first_move(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite opens a read-only file without an error and even grants the lock."""
    await make(path)
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda p, **k: connect(f"{Path(p).as_uri()}?mode=ro", uri=True, **k))
    monkeypatch.setattr(opening, "version_of", lambda path, known: known)
    with pytest.raises(UnwritableDatabase, match="readonly"):
        await Store.open(path)


async def test_a_locked_database_is_busy(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await make(path)
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.01)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseBusy) as refused:
            await Store.open(path)
        assert one_sentence(refused.value, path)


def test_a_full_disk_is_a_temporary_error(path: Path) -> None:
    """A limit on the size of files has the same effect as a full disk."""
    done = run_python(
        "import asyncio, db, resource, sys\nresource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))\n"
        "try: asyncio.run(db.Store.open(sys.argv[1]))\nexcept db.Passing as trouble: print(trouble)",
        path,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"The database {path} cannot be written: ")


# A single process


def test_a_second_process_is_refused_until_the_first_has_ended(path: Path) -> None:
    hold = "import sys, time; from pathlib import Path; from db.lock import *\n" + (
        "with only_process(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", hold, path], cwd=ROOT, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout and first.stdout.readline() == "held\n"
        with pytest.raises(DatabaseInUse) as refused, only_process(path):
            pass
        assert one_sentence(refused.value, path)
        first.kill()
    with only_process(path):
        pass


def test_a_hard_link_does_not_evade_the_lock(path: Path, tmp_path: Path) -> None:
    new_database(path)
    (tmp_path / "elsewhere").mkdir()
    link = tmp_path / "elsewhere" / "arena.sqlite3"
    with only_process(path):
        link.hardlink_to(path)
        with pytest.raises(LinkedDatabase) as refused, only_process(link):
            pass
        assert one_sentence(refused.value, link)
        copied = tmp_path / "copy"
        shutil.copyfile(path, copied)
        with pytest.raises(LinkedDatabase):
            restore(copied, link, ply, prepare=lambda _: None)
    with pytest.raises(LinkedDatabase), only_process(path):
        pass
    link.unlink()
    with only_process(path):
        pass


@pytest.mark.parametrize("wal", [False, True])
def test_a_restore_killed_before_its_last_step_leaves_a_usable_database(path: Path, wal: bool) -> None:
    """At that moment the old database has a second name, and perhaps its WAL, too."""
    new_database(path)
    kept = path.with_name(f"{path.name}.before-20261118-120000")
    kept.hardlink_to(path)
    if wal:
        kept.with_name(f"{kept.name}-wal").write_bytes(b"")
    with only_process(path):
        assert names(path.parent) == [path.name, *([f"{path.name}-wal"] if wal else []), f"{path.name}.lock"]


def test_a_foreign_file_is_not_locked(path: Path) -> None:
    path.write_text("Dear diary, " * 100)
    with pytest.raises(BrokenDatabase), only_process(path):
        pass
    assert names(path.parent) == [path.name]


# The WAL


async def test_the_wal_is_emptied_every_hour(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wal = path.with_name(f"{path.name}-wal")
    async with await Store.open(path) as store:
        await store.people.update(ANN, language="pl")
        assert wal.stat().st_size > 0
        monkeypatch.setattr(sqlite_under(store).writer, "_checkpoint_at", 0)
        await store.people.update(ANN, language="en")
        assert wal.stat().st_size == 0


async def test_a_reader_that_blocks_the_checkpoint_stops_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with await Store.open(path) as store:
        await store.people.update(ANN, language="pl")
        with closing(sqlite3.connect(path, isolation_level=None)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM people").fetchall()
            monkeypatch.setattr(sqlite_under(store).writer, "_checkpoint_at", 0)
            await store.people.update(ANN, language="en")
            assert (await store.people.get(ANN)).language == "en"


# Migrations


def test_migrations_are_numbered_without_gaps(tmp_path: Path) -> None:
    assert [file.name[:5] for file in opening.migrations()] == [f"{n:04}_" for n in range(1, LAST + 1)]
    (tmp_path / "0001_first.sql").touch()
    (tmp_path / "0003_third.sql").touch()
    with pytest.raises(RuntimeError, match="numbered"):
        opening.migrations(tmp_path)


async def test_a_new_database_equals_a_migrated_one(path: Path) -> None:
    await make(path)
    with closing(sqlite3.connect(path)) as made, closing(sqlite3.connect(":memory:")) as by_hand:
        for file in opening.migrations():
            opening.add_functions(by_hand)
            by_hand.executescript(file.read_text())
        assert schema(made) == schema(by_hand)
        assert made.execute("PRAGMA user_version").fetchone()[0] == LAST
        assert made.execute("PRAGMA application_id").fetchone()[0] == opening.APPLICATION_ID


def extra_step(folder: Path, sql: str) -> Path:
    for file in opening.migrations():
        (folder / file.name).write_text(file.read_text())
    (folder / f"{LAST + 1:04}_extra.sql").write_text(sql)
    return folder


async def test_an_older_database_runs_only_the_missing_migrations(
    path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    await make(path)
    folder = extra_step(
        tmp_path_factory.mktemp("steps"), "ALTER TABLE people ADD COLUMN shoes TEXT NOT NULL DEFAULT '';"
    )
    with closing(opening.open_database(path, folder)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == LAST + 1
        assert conn.execute("SELECT person, language, shoes FROM people").fetchall() == [(ANN, "pl", "")]


@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TABLE extra (x INTEGER);\nINSERT INTO nothing VALUES (1);",
        "CREATE TABLE extra (x INTEGER);\nINSERT INTO due (at, kind, match, payload) VALUES (0, 'clock', 99, '');",
        "CREATE TABLE extra (x INTEGER);\nCREATE TABLE unfinished (",
    ],
)
async def test_a_failed_migration_leaves_no_changes(
    path: Path, tmp_path_factory: pytest.TempPathFactory, sql: str
) -> None:
    await make(path)
    with closing(sqlite3.connect(path)) as conn:
        before = schema(conn)
    folder = extra_step(tmp_path_factory.mktemp("steps"), sql)
    with pytest.raises((sqlite3.Error, RuntimeError)):
        opening.open_database(path, folder)
    with closing(sqlite3.connect(path)) as conn:
        assert schema(conn) == before
        assert conn.execute("PRAGMA user_version").fetchone()[0] == LAST


async def test_two_programs_may_create_the_same_database_at_once(path: Path) -> None:
    start = [
        sys.executable,
        "-c",
        "import sys; from pathlib import Path; from db.sqlite.opening import *; open_database(Path(sys.argv[1]))",
    ]
    both = [subprocess.Popen([*start, path], cwd=ROOT) for _ in range(2)]
    assert [process.wait() for process in both] == [0, 0]
    await make(path)


# The thread underneath


def test_a_program_that_does_not_close_the_store_still_ends(path: Path) -> None:
    forgetful = "import asyncio, sys, db; store = asyncio.run(db.Store.open(sys.argv[1])); print('open', flush=True)"
    done = run_python(forgetful, path)
    assert (done.returncode, done.stdout) == (0, "open\n")


def test_a_refused_start_prints_only_its_sentence(path: Path) -> None:
    """The thread of a failed connection ends without output."""
    path.mkdir()
    for _ in range(5):
        done = run_python(
            "import asyncio, sys, db\ntry: asyncio.run(db.Store.open(sys.argv[1]))\n"
            "except db.StoreError as no: print(no)",
            path,
        )
        assert (done.stdout, done.stderr) == (f"The database {path} cannot be written: it is not a file.\n", "")
