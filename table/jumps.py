"""Jumps of the wall clock: set anew, or the machine was asleep. Nobody is charged for them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from db.shards import ALL, Shards
from db.store import Store

log = logging.getLogger("arena")

TOLERANCE = 5
"""Seconds by which the wall clock may run ahead of the monotonic one between two looks: clocks drift a little."""


class Jumps:
    """Compares the wall clock with the monotonic clock, which runs evenly and stands while the machine sleeps."""

    def __init__(
        self, store: Store, wall: Callable[[], float], monotonic: Callable[[], float], shards: Shards = ALL
    ) -> None:
        self._store, self._wall, self._monotonic, self._shards = store, wall, monotonic, shards
        self._before = wall() - monotonic()
        self._recording = asyncio.Lock()

    async def settle(self) -> None:
        """To be called before time is charged: a jump ahead since the last call is stored as an outage."""
        if abs(self._ahead()) <= TOLERANCE and not self._recording.locked():
            self._before += self._ahead()
            return
        async with self._recording:
            ahead = self._ahead()
            if ahead > TOLERANCE:
                log.warning("the clock has jumped ahead by %s s: nobody is charged for them", round(ahead))
                await self._store.outage(int(self._wall() - ahead), self._shards)
            elif ahead < -TOLERANCE:
                log.warning("the clock was set back by %s s", round(-ahead))
            self._before += ahead

    def _ahead(self) -> float:
        return self._wall() - self._monotonic() - self._before
