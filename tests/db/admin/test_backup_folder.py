"""A folder of backups: one at each interval; only the newest are kept."""

import errno
from collections.abc import Callable
from pathlib import Path

import pytest

from db import NoBackup, Store
from db.admin.backup_folder import RETRY_SECONDS, STAMP_FORMAT, BackupFolder, seconds_of
from tests.support.db.engines import ON_SQLITE
from tests.support.db.sample_matches import Clock, names

HOUR = 3600


class Ended(Exception):
    """Raised in place of a pause, to end the endless loop."""


def sleeper(clock: Clock, slept: list[float], times: int) -> Callable[[float], None]:
    def sleep(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        if len(slept) == times:
            raise Ended

    return sleep


@pytest.mark.parametrize(("typed", "seconds"), [("30m", 1800), ("6h", 6 * HOUR), ("1d", 24 * HOUR)])
def test_durations_are_parsed(typed: str, seconds: int) -> None:
    assert seconds_of(typed) == seconds


@pytest.mark.parametrize("typed", ["", "6", "h", "0h", "-1h", "6 h", "1w"])
def test_invalid_durations_are_refused(typed: str) -> None:
    with pytest.raises(ValueError, match="6h"):
        seconds_of(typed)


@ON_SQLITE
async def test_the_newest_backups_are_kept_and_other_files_left_alone(store: Store, path: Path, tmp_path: Path) -> None:
    folder, clock = tmp_path / "backups", Clock()
    folder.mkdir()
    others = ["arena-19990101-000000.sqlite3.txt", "arena.sqlite3", "other-19990101-000000.sqlite3"]
    others += ["arena-19991301-000000.sqlite3"]  # a date that does not exist
    for name in others:
        (folder / name).touch()
    backups = BackupFolder(path, folder, 2, clock)
    made = []
    for _ in range(4):
        made.append(backups.add())
        clock.now += 1
    assert [one.removed for one in made] == [0, 0, 1, 1]
    assert not any(one.warnings for one in made)
    assert names(folder) == sorted([*others, *(one.file.name for one in made[2:])])
    assert made[0].file.name == "arena-19700112-134640.sqlite3"


@ON_SQLITE
async def test_files_dated_in_the_future_do_not_displace_backups(store: Store, path: Path, tmp_path: Path) -> None:
    """The clock was years ahead for the last three backups, and is correct again."""
    folder, clock = tmp_path / "backups", Clock()
    backups = BackupFolder(path, folder, 2, clock)
    right = clock.now
    clock.now += 365 * 24 * HOUR
    future = []
    for _ in range(3):
        future.append(backups.add().file)
        clock.now += HOUR
    del future[0]
    clock.now = right
    made = []
    for _ in range(3):
        made.append(backups.add())
        clock.now += HOUR
    assert [one.removed for one in made] == [0, 0, 1]
    assert backups.backups() == [made[1].file, made[2].file, *future]
    for one in made:
        assert one.warnings == (
            "These backups are dated in the future, so they are neither counted nor removed: "
            f"{future[0].name}, {future[1].name}. Is the clock right?",
        )
    clock.now += 366 * 24 * HOUR
    last = backups.add()
    assert (last.removed, last.warnings) == (3, ())
    assert backups.backups() == [future[1], last.file]


@ON_SQLITE
async def test_files_dated_in_the_future_do_not_cause_an_early_backup(store: Store, path: Path, tmp_path: Path) -> None:
    clock, slept, reports = Clock(), list[float](), list[str]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    backups.add()
    clock.now += 24 * HOUR
    backups.add()
    clock.now -= 23 * HOUR
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, reports.append, sleep=sleeper(clock, slept, 2))
    assert 5 * HOUR - 1 <= slept[0] <= 5 * HOUR
    assert slept[1] == 6 * HOUR
    assert len(reports) == 2 and "dated in the future" in reports[1]


@ON_SQLITE
async def test_a_backup_counts_as_made_even_if_an_old_one_cannot_be_removed(
    store: Store, path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    backups = BackupFolder(path, tmp_path / "backups", 1, clock)
    old = backups.add().file
    clock.now += HOUR

    def unlink(self: Path, missing_ok: bool = False) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", unlink)
        made = backups.add()
    assert (made.removed, made.warnings) == (0, (f"The old backup {old} cannot be removed (Permission denied).",))
    assert backups.backups() == [old, made.file]


@ON_SQLITE
async def test_backups_are_made_at_the_given_interval(store: Store, path: Path, tmp_path: Path) -> None:
    clock, reports, slept = Clock(), list[str](), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, reports.append, sleep=sleeper(clock, slept, 3))
    assert slept == [6 * HOUR] * 3
    assert len(reports) == 3 and len(backups.backups()) == 2


@ON_SQLITE
async def test_a_restart_does_not_push_old_backups_out(store: Store, path: Path, tmp_path: Path) -> None:
    clock, slept = Clock(), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    made = backups.add().file
    clock.now += HOUR
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, pytest.fail, sleep=sleeper(clock, slept, 1))
    assert 5 * HOUR - 1 <= slept[0] <= 5 * HOUR
    assert backups.backups() == [made]


def test_a_failed_backup_is_reported_and_repeated_soon(path: Path, tmp_path: Path) -> None:
    clock, reports, slept = Clock(), list[str](), list[float]()
    backups = BackupFolder(path, tmp_path / "backups", 2, clock)
    with pytest.raises(Ended):
        backups.add_forever(6 * HOUR, reports.append, sleep=sleeper(clock, slept, 2))
    assert reports == [f"There is no database at {path}."] * 2
    assert slept == [RETRY_SECONDS] * 2


@ON_SQLITE
async def test_a_backup_folder_that_cannot_be_created_is_reported(store: Store, path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NoBackup, match="cannot be written"):
        BackupFolder(path, tmp_path / "file", 2).add()


def test_names_of_backups_sort_by_time() -> None:
    assert STAMP_FORMAT == "%Y%m%d-%H%M%S"
