"""The database's clock, by which all processes agree on the time."""

import time

from .dialect import Connection


def _since_boot() -> float:
    """Seconds that also pass while the machine sleeps, where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class DatabaseClock:
    """The time of the database; between two measurements it goes on by a clock of ours that nobody sets."""

    def __init__(self) -> None:
        self._ahead = time.time() - _since_boot()

    def __call__(self) -> float:
        return _since_boot() + self._ahead

    def measure(self, conn: Connection) -> None:
        """Ask the database for its time."""
        asked = _since_boot()
        row = conn.execute(b"SELECT extract(epoch FROM clock_timestamp())::float8").fetchone()
        assert row is not None
        self._ahead = row[0] - (asked + _since_boot()) / 2
