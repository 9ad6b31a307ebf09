"""A folder of backups: one every so often, the newest are kept."""

from collections.abc import Callable
from pathlib import Path

import pytest

from db import NoBackup, Store
from db.backup_folder import RETRY_SECONDS, STAMP, BackupFolder, seconds_of
from tests.support.db.engines import ON_SQLITE
from tests.support.db.sample_matches import Clock, names

HOUR = 3600


class Ended(Exception):
    """The administrator has stopped it."""


def sleeper(clock: Clock, slept: list[float], times: int) -> Callable[[float], None]:
    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        if len(slept) == times:
            raise Ended

    return sleep


@pytest.mark.parametrize(("typed", "seconds"), [("30m", 1800), ("6h", 6 * HOUR), ("1d", 24 * HOUR)])
def test_lengths_are_read(typed: str, seconds: int) -> None:
    assert seconds_of(typed) == seconds


@pytest.mark.parametrize("typed", ["", "6", "h", "0h", "-1h", "6 h", "1w"])
def test_what_is_no_length_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="6h"):
        seconds_of(typed)


@ON_SQLITE
async def test_the_newest_are_kept_and_other_files_left_alone(store: Store, path: Path, tmp_path: Path) -> None:
    folder, clock = tmp_path / "backups", Clock()
    folder.mkdir()
    others = ["arena-19990101-000000.sqlite3.txt", "arena.sqlite3", "other-19990101-000000.sqlite3"]
    for name in others:
        (folder / name).touch()
    backups = BackupFolder(path, folder, 2, clock)
    made = []
    for _ in range(4):
        made.append(backups.add())
        clock.now += 1
    assert [removed for _, removed in made] == [0, 0, 1, 1]
    assert names(folder) == sorted([*others, *(file.name for file, _ in made[2:])])
    assert made[0][0].name == "arena-19700112-134640.sqlite3"


@ON_SQLITE
async def test_one_is_made_every_so_often(store: Store, path: Path, tmp_path: Path) -> None:
    clock, told, slept = Clock(), list[str](), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, told.append, sleep=sleeper(clock, slept, 3))
    assert slept == [6 * HOUR] * 3
    assert len(told) == 3 and len(backups.backups()) == 2


@ON_SQLITE
async def test_a_restart_does_not_push_old_backups_out(store: Store, path: Path, tmp_path: Path) -> None:
    clock, slept = Clock(), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    (made, _) = backups.add()
    clock.now += HOUR
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, pytest.fail, sleep=sleeper(clock, slept, 1))
    assert 5 * HOUR - 1 <= slept[0] <= 5 * HOUR
    assert backups.backups() == [made]


def test_a_failure_is_told_and_tried_again_soon(path: Path, tmp_path: Path) -> None:
    clock, told, slept = Clock(), list[str](), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, told.append, sleep=sleeper(clock, slept, 2))
    assert told == [f"There is no database at {path}."] * 2
    assert slept == [RETRY_SECONDS] * 2


@ON_SQLITE
async def test_a_folder_that_cannot_be_made_is_told(store: Store, path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoBackup, match="cannot be written"):
        BackupFolder(path, tmp_path / "file", 2).add()


def test_names_of_backups_sort_by_time() -> None:
    assert STAMP == "%Y%m%d-%H%M%S"
