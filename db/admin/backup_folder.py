"""A folder of dated backups: adds a new one at intervals and removes the oldest."""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from db.address import Address, PostgresAddress
from db.admin.backup import backup
from db.errors import NoBackup, StoreError

STAMP_FORMAT = "%Y%m%d-%H%M%S"
RETRY_SECONDS = 300
"""Longest pause before the next attempt after a failure."""
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def seconds_of(typed: str) -> int:
    """Parse a duration like `30m`, `6h` or `1d` into seconds; raises ValueError."""
    found = re.fullmatch(r"(\d+)([mhd])", typed)
    if not found or not int(found[1]):
        raise ValueError(f"{typed!r} is not a length like 30m, 6h or 1d")
    return int(found[1]) * _UNITS[found[2]]


def _name(source: Address) -> tuple[str, str]:
    """The prefix and the suffix of the database's backup files."""
    if isinstance(source, PostgresAddress):
        return source.database or "arena", ".sqlite3"
    return source.stem, source.suffix


def _about_future(names: Iterable[str]) -> Iterator[str]:
    if listed := ", ".join(names):
        fact = "These backups are dated in the future, so they are neither counted nor removed"
        yield f"{fact}: {listed}. Is the clock right?"


class NewBackup(Struct, frozen=True):
    """A new backup, and the cleanup of the folder."""

    file: Path
    removed: int
    """The number of removed old backups."""
    warnings: tuple[str, ...]
    """Warnings about other files in the folder."""

    def __str__(self) -> str:
        return f"{self.file}; old backups removed: {self.removed}."


class BackupFolder:
    """The backups of one database; other files in the folder are ignored."""

    def __init__(self, source: Address, folder: Path, keep: int | None, clock: Callable[[], float] = time.time) -> None:
        self._source, self._folder, self._keep, self._clock = source, folder, keep, clock
        self._stem, self._suffix = _name(source)
        self._named = re.compile(rf"{re.escape(self._stem)}-(\d{{8}}-\d{{6}}){re.escape(self._suffix)}")

    def backups(self) -> list[Path]:
        """The backups of this database, the oldest first."""
        files = self._folder.iterdir() if self._folder.is_dir() else ()
        return sorted(file for file in files if self._time_of(file) is not None and file.is_file())

    def add(self) -> NewBackup:
        """Make a backup and remove the oldest ones beyond `keep`, but never one that is dated later than the new one.

        Backups dated in the future, made while the clock was wrong, are not counted: they would push out the new ones.
        """
        moment = datetime.fromtimestamp(self._clock(), UTC)
        target = self._folder / f"{self._stem}-{moment.strftime(STAMP_FORMAT)}{self._suffix}"
        try:
            self._folder.mkdir(exist_ok=True)
        except OSError as error:
            raise NoBackup(target, f"cannot be written ({error.strerror})") from error
        backup(self._source, target)
        found = self.backups()
        counted = [file for file in found if file.name <= target.name]
        warnings = list(_about_future(file.name for file in found if file.name > target.name))
        removed = 0
        for file in counted[: -self._keep] if self._keep else []:
            try:
                file.unlink(missing_ok=True)
                removed += 1
            except OSError as error:
                warnings.append(f"The old backup {file} cannot be removed ({error.strerror}).")
        return NewBackup(target, removed, tuple(warnings))

    def age(self) -> float | None:
        """Seconds since the newest backup that is not dated in the future; None if there is none."""
        ages = [self._clock() - made for made in map(self._time_of, self.backups()) if made is not None]
        return min((age for age in ages if age >= 0), default=None)

    def _time_of(self, file: Path) -> float | None:
        """The time in a backup's name; None for other files."""
        found = self._named.fullmatch(file.name)
        try:
            return datetime.strptime(found[1], STAMP_FORMAT).replace(tzinfo=UTC).timestamp() if found else None
        except ValueError:
            return None

    def add_forever(
        self, every: int, tell: Callable[[str], None], *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Make a backup every `every` seconds, counted from the newest existing one. Pass results and failures to
        `tell`.
        """
        age = self.age()
        if age is not None and age < every:
            sleep(every - age)
        while True:
            pause = every
            try:
                made = self.add()
                tell(f"The database {self._source} is copied to {made}")
                for warning in made.warnings:
                    tell(warning)
            except StoreError as error:
                tell(str(error))
                pause = min(every, RETRY_SECONDS)
            sleep(pause)
