"""Jumps of the wall clock, because it was set or the machine slept. Nobody loses time to them.

Rows that a fast clock has dated in the future are cut back once the clock is corrected.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from db.store import Store
from db.tables.shards import ALL_SHARDS, Shards
from table.exercises.daily_puzzle import newest_day_of

log = logging.getLogger("arena")

TOLERANCE_SECONDS = 5
"""Seconds by which the wall clock may gain on the monotonic clock between two checks: clocks drift a little."""


CUT_AGAIN_SECONDS = 60
"""Seconds after a clock was set back until future rows are cut again: a commit may have been in progress."""


class ClockJumps:
    """Compares the wall clock with the monotonic clock, which is never set and stops while the machine sleeps."""

    def __init__(
        self, store: Store, wall: Callable[[], float], monotonic: Callable[[], float], shards: Shards = ALL_SHARDS
    ) -> None:
        self._store, self._wall, self._monotonic, self._shards = store, wall, monotonic, shards
        self._before = wall() - monotonic()
        self._recording = asyncio.Lock()
        self._cut_again_at: float | None = None

    async def record_jumps(self) -> None:
        """Call before charging time: store a forward jump since the last call as an outage."""
        if abs(self._ahead()) <= TOLERANCE_SECONDS and not self._recording.locked() and not self._must_cut_again:
            self._before += self._ahead()
            return
        async with self._recording:
            ahead = self._ahead()
            if ahead > TOLERANCE_SECONDS:
                log.warning("the clock has jumped ahead by %s s: nobody is charged for them", round(ahead))
                await self._store.clock_stops.outage(int(self._wall() - ahead), self._shards)
            elif ahead < -TOLERANCE_SECONDS:
                log.warning("the clock was set back by %s s", round(-ahead))
                await self.cut_future(set_back=True)
                self._cut_again_at = self._monotonic() + CUT_AGAIN_SECONDS
            elif self._must_cut_again:
                self._cut_again_at = None
                await self.cut_future()
            self._before += ahead

    async def cut_future(self, *, set_back: bool = False) -> None:
        """Cut back rows that a fast clock has dated in the future."""
        for line in await self._store.future_rows.cut(newest_day_of, set_back=set_back):
            log.warning("a clock was ahead; cut back to the present: %s", line)

    @property
    def _must_cut_again(self) -> bool:
        return self._cut_again_at is not None and self._monotonic() >= self._cut_again_at

    def _ahead(self) -> float:
        return self._wall() - self._monotonic() - self._before
