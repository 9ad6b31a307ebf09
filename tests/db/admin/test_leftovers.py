"""Files of a killed backup or restore are removed; files of a living process are kept."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from db import Store
from db.address import PostgresAddress
from db.admin.backup import backup
from db.admin.restore import restore
from db.lock import only_process
from db.sqlite import temporary_folders
from db.sqlite.file_lock import try_lock
from db.sqlite.restore import restore as restore_file
from db.sqlite.temporary_folders import BACKUP, LOOK, RESTORE, RESTORE_ELSEWHERE, remove_leftovers, scratch_folder
from tests.support.db.new import new_database
from tests.support.db.sample_matches import ROOT, live, names
from tests.support.db.sample_replay import ply
from tests.support.postgres.database import new_postgres

HALFWAY = """
import runpy, threading
import db.sqlite.backup, db.sqlite.restore

def halfway(*_):
    print("halfway", flush=True)
    threading.Event().wait()

db.sqlite.backup._copy = db.sqlite.restore._check = halfway
runpy.run_module("db", run_name="__main__")
"""


@contextmanager
def stopped_halfway(*words: str | Path) -> Iterator[subprocess.Popen[str]]:
    """A process of `python -m db` that has stopped in the middle of its work."""
    program = [sys.executable, "-c", HALFWAY, *words]
    with subprocess.Popen(program, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout and process.stdout.readline() == "halfway\n"
            yield process
        finally:
            process.kill()


def hidden(folder: Path) -> list[str]:
    return [name for name in names(folder) if name.startswith(".")]


def put_back(copy: Path, path: Path) -> Path | None:
    return restore_file(copy, path, ply, prepare=lambda _: None)


def test_a_stopped_backup_leaves_no_files(path: Path, tmp_path: Path) -> None:
    new_database(path)
    (tmp_path / "backups").mkdir()
    with stopped_halfway("--db", path, "backup", tmp_path / "backups") as process:
        assert len(hidden(tmp_path / "backups")) == 1
        process.terminate()
        assert process.wait() == 143
    assert names(tmp_path / "backups") == []


def test_the_next_backup_removes_the_files_of_a_killed_one(path: Path, tmp_path: Path) -> None:
    new_database(path)
    folder = tmp_path / "backups"
    folder.mkdir()
    with stopped_halfway("--db", path, "backup", folder):
        in_use = hidden(folder)
        assert len(in_use) == 1
        backup(path, folder / "first")
        assert names(folder) == [*in_use, "first"], "files of a living process are kept"
    backup(path, folder / "second")
    assert names(folder) == ["first", "second"]


@pytest.mark.parametrize("by", ["the bot", "a backup", "a restore"])
def test_files_of_a_killed_restore_are_removed(path: Path, by: str) -> None:
    new_database(path)
    copy = path.with_name("copy")
    backup(path, copy)
    with stopped_halfway("--db", path, "restore", copy):
        left = hidden(path.parent)
        assert len(left) == 1 and left[0].startswith(RESTORE)
        backup(path, path.with_name("another"))
        assert hidden(path.parent) == left, "files of a living process are kept"
    if by == "the bot":
        with only_process(path):
            assert hidden(path.parent) == []
    elif by == "a backup":
        backup(path, path.with_name("new"))
    else:
        put_back(copy, path)
    assert hidden(path.parent) == []


def test_temporary_folders_of_killed_processes_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    make = (
        "import os, sys; from pathlib import Path; from db.sqlite.temporary_folders import *\n"
        "with scratch_folder(sys.argv[1], Path(sys.argv[2])) as folder: (folder / 'copy').touch(); os._exit(9)"
    )
    for prefix in (LOOK, RESTORE_ELSEWHERE):
        subprocess.run([sys.executable, "-c", make, prefix, tmp_path], cwd=ROOT, check=False)
        assert len(names(tmp_path)) == 1
        with scratch_folder(LOOK) as mine:
            assert names(tmp_path) == [mine.name]
        assert names(tmp_path) == []


def test_temporary_folders_of_earlier_versions_are_removed_when_old(tmp_path: Path) -> None:
    """They are not locked, and a process of the earlier version may still be writing there."""
    yesterday = time.time() - 90_000
    old, recent, changed = (tmp_path / f"{BACKUP}{name}" for name in ("old_____", "recent__", "changed_"))
    for folder in (old, recent, changed):
        folder.mkdir()
        (folder / "arena.sqlite3").touch()
    for file in (old / "arena.sqlite3", old, changed, recent / "arena.sqlite3"):
        os.utime(file, (yesterday, yesterday))
    remove_leftovers(tmp_path)
    assert names(tmp_path) == sorted([recent.name, changed.name])


def test_files_of_other_programs_are_kept(tmp_path: Path) -> None:
    yesterday = time.time() - 90_000
    mine = tmp_path / "mine"
    mine.mkdir()
    others = [".backup-of-mine", ".backup-1", "arena-look-and-feel", ".restore-UPPER123"]
    for name in others:
        (tmp_path / name).mkdir()
    (tmp_path / ".backup-a_file__").touch()
    (tmp_path / ".backup-a_link__").symlink_to(mine)
    for file in tmp_path.iterdir():
        os.utime(file, (yesterday, yesterday))
    remove_leftovers(tmp_path)
    assert names(tmp_path) == sorted([*others, ".backup-a_file__", ".backup-a_link__", "mine"])


def test_a_folder_that_does_not_support_locks_can_be_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For example a network share that is only for backups."""

    def refuse(_: int) -> bool:
        raise OSError(37, "No locks available")

    monkeypatch.setattr(temporary_folders, "try_lock", refuse)
    with scratch_folder(BACKUP, tmp_path) as first, scratch_folder(BACKUP, tmp_path) as second:
        assert names(tmp_path) == sorted([first.name, second.name])
        assert names(first) == []
    assert names(tmp_path) == []


def test_a_folder_deleted_before_it_is_locked_is_created_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another process may remove it in that moment, because it looks like a leftover."""
    removed = list[bool]()

    def remove_first(descriptor: int) -> bool:
        if not removed:
            removed.append(True)
            remove_leftovers(tmp_path)
        return try_lock(descriptor)

    monkeypatch.setattr(temporary_folders, "try_lock", remove_first)
    with scratch_folder(BACKUP, tmp_path) as folder:
        assert names(tmp_path) == [folder.name]


def test_two_restores_within_a_second_keep_both_databases(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "20261118-120000")
    new_database(path)
    copy = path.with_name("copy")
    backup(path, copy)
    kept = []
    for number in range(3):
        inode = path.stat().st_ino
        found = put_back(copy, path)
        assert found is not None and found.stat().st_ino == inode
        kept.append(found.name)
        assert len({*kept}) == number + 1
    assert kept == [f"{path.name}.before-20261118-120000{more}" for more in ("", "-2", "-3")]


def test_two_restores_within_a_second_keep_both_databases_without_links(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    test_two_restores_within_a_second_keep_both_databases_by_content(path, monkeypatch)


def test_two_restores_within_a_second_keep_both_databases_by_content(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "strftime", lambda _: "20261118-120000")
    new_database(path)
    copy = path.with_name("copy")
    backup(path, copy)
    for number in range(2):
        path.write_bytes(b"Dear diary %d, " % number * 1000)
        content = path.read_bytes()
        kept = put_back(copy, path)
        assert kept is not None and kept.read_bytes() == content
    assert len(list(path.parent.glob("*.before-*"))) == 2


async def test_two_restores_to_postgresql_within_a_second_keep_both(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = PostgresAddress(new_postgres())
    async with await Store.open(path) as store:
        await live(store)
    monkeypatch.setattr(time, "strftime", lambda _: "20261118-120000")
    kept = [restore(path, address, ply, prepare=lambda _: None) for _ in range(3)]
    assert kept == [None, *(path.with_name(f"{path.name}.before-20261118-120000{more}") for more in ("", "-2"))]
