"""The database's clock, which all processes share."""

import time
from collections.abc import Callable


def _since_boot() -> float:
    """Monotonic seconds that include system sleep where the system supports it."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class DatabaseClock:
    """The database's time, extrapolated between measurements with a monotonic clock."""

    def __init__(self) -> None:
        self._ahead = time.time() - _since_boot()

    def __call__(self) -> float:
        return _since_boot() + self._ahead

    def measure(self, ask: Callable[[str], float]) -> None:
        """Measure the offset to the database's time; `ask` returns the value of a query."""
        asked = _since_boot()
        database_time = ask("SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8)")
        self._ahead = database_time - (asked + _since_boot()) / 2
