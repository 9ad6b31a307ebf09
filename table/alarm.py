"""The alarm clock: every deadline is a row; we sleep until the next one, so a restart loses nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from db.rows import Due
from db.store import Store

if TYPE_CHECKING:
    from cogs.arena import Arena

log = logging.getLogger("arena")

Does = Callable[["Arena", Due], Awaitable[None]]
DUE: dict[str, Does] = {}
"""What is done when something is due, by its kind; what follows a colon in a kind (a seat) is the doer's affair."""


def when_due(kind: str) -> Callable[[Does], Does]:
    """Register what is done; it finishes the row or puts it off, in the transaction that does the work."""

    def register(does: Does) -> Does:
        DUE[kind] = does
        return does

    return register


SNOOZE = 60
ASLEEP = 10 * 60
"""Seconds by which a beat may be late before we take it that the machine was asleep."""
LONGEST = 2 * 3600
"""Even without a known deadline we look again after so many seconds, and note that we are still running."""


class Alarm:
    def __init__(
        self,
        store: Store,
        ring: Callable[[], Awaitable[None]],
        clock: Callable[[], float],
        reached: Callable[[], bool] = lambda: True,
    ) -> None:
        self._store, self._ring, self._clock, self._reached = store, ring, clock, reached
        self._timer: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._winding = asyncio.Lock()

    async def wind(self) -> None:
        """Do what is due and set the clock to what is due next. While nobody can reach us nothing is due."""
        if not self._reached():
            self.at(self._clock() + LONGEST)  # or as soon as somebody can
            return
        try:
            async with self._winding:  # nothing is done by two at once
                await self._store.heartbeat(LONGEST + ASLEEP)
                await self._ring()
                ahead = await self._store.next_wake()
        except Exception:
            log.exception("what is due could not be done; once more in a minute")
            ahead = int(self._clock()) + SNOOZE
        self.at(self._clock() + LONGEST if ahead is None else max(ahead, self._clock() + 0.5))

    def at(self, time: float) -> None:
        """Wake up at that time, unless we wake up earlier anyway."""
        if time <= self._clock():
            self.now()
            return
        loop = asyncio.get_running_loop()
        delay = min(time - self._clock(), LONGEST)
        if (
            self._timer is not None
            and not self._timer.cancelled()
            and loop.time() < self._timer.when() <= loop.time() + delay
        ):
            return
        if self._timer is not None:
            self._timer.cancel()
        self._timer = loop.call_later(delay, self.now)

    def now(self) -> None:
        """Look at what is due."""
        task = asyncio.get_running_loop().create_task(self.wind())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def stop(self) -> None:
        """For good: what is not done by now is done after the next start."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        for task in self._tasks:
            task.cancel()
