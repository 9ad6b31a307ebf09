"""The database's clock, by which all processes agree on the time."""

import time
from collections.abc import Callable


def _since_boot() -> float:
    """Seconds that also pass while the machine sleeps, where the system counts them."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


class DatabaseClock:
    """The time of the database; between two measurements it goes on by a clock of ours that nobody sets."""

    def __init__(self) -> None:
        self._ahead = time.time() - _since_boot()

    def __call__(self) -> float:
        return _since_boot() + self._ahead

    def measure(self, ask: Callable[[str], float]) -> None:
        """Ask the database for its time, with a function that returns the value of a query."""
        asked = _since_boot()
        told = ask("SELECT CAST(extract(epoch FROM clock_timestamp()) AS float8)")
        self._ahead = told - (asked + _since_boot()) / 2
