"""A folder of backups, each named by its time: the newest are kept, a new one is made every so often."""

import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from .address import Address, PostgresAddress
from .backup import backup
from .errors import NoBackup, StoreError

STAMP = "%Y%m%d-%H%M%S"
RETRY_SECONDS = 300
"""After a failure the next attempt comes no later than this."""
_UNITS = {"m": 60, "h": 3600, "d": 86400}


def seconds_of(typed: str) -> int:
    """The seconds of a length like `30m`, `6h` or `1d`; raises ValueError."""
    found = re.fullmatch(r"(\d+)([mhd])", typed)
    if not found or not int(found[1]):
        raise ValueError(f"{typed!r} is not a length like 30m, 6h or 1d")
    return int(found[1]) * _UNITS[found[2]]


def _name(source: Address) -> tuple[str, str]:
    """How the names of a database's backups begin and end."""
    if isinstance(source, PostgresAddress):
        return source.database or "arena", ".sqlite3"
    return source.stem, source.suffix


class BackupFolder:
    """The backups of one database; other files in the folder are left alone."""

    def __init__(self, source: Address, folder: Path, keep: int | None, clock: Callable[[], float] = time.time) -> None:
        self._source, self._folder, self._keep, self._clock = source, folder, keep, clock
        self._stem, self._suffix = _name(source)
        self._named = re.compile(rf"{re.escape(self._stem)}-(\d{{8}}-\d{{6}}){re.escape(self._suffix)}")

    def backups(self) -> list[Path]:
        """The backups of this database, the oldest first."""
        files = self._folder.iterdir() if self._folder.is_dir() else ()
        return sorted(file for file in files if self._named.fullmatch(file.name))

    def add(self) -> tuple[Path, int]:
        """Make a backup and remove the oldest ones beyond `keep`; the new one, and how many were removed."""
        moment = datetime.fromtimestamp(self._clock(), UTC)
        target = self._folder / f"{self._stem}-{moment.strftime(STAMP)}{self._suffix}"
        try:
            self._folder.mkdir(exist_ok=True)
            backup(self._source, target)
            old = self.backups()[: -self._keep] if self._keep else []
            for file in old:
                file.unlink()
        except OSError as error:
            raise NoBackup(target, f"cannot be written ({error.strerror})") from error
        return target, len(old)

    def age(self) -> float | None:
        """How many seconds ago the newest backup was made, None when there is none."""
        backups = self.backups()
        found = self._named.fullmatch(backups[-1].name) if backups else None
        if not found:
            return None
        made = datetime.strptime(found[1], STAMP).replace(tzinfo=UTC)
        return self._clock() - made.timestamp()

    def add_forever(
        self, every: int, tell: Callable[[str], None], *, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        """Make a backup every so many seconds, also counted from the newest that is there; failures are told."""
        age = self.age()
        if age is not None and 0 <= age < every:
            sleep(every - age)
        while True:
            pause = every
            try:
                target, removed = self.add()
                tell(f"The database {self._source} is copied to {target}; old backups removed: {removed}.")
            except StoreError as error:
                tell(str(error))
                pause = min(every, RETRY_SECONDS)
            sleep(pause)
