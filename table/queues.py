"""One queue per key (a match, a person): tasks enter in the order in which they came."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import ParamSpec, TypeVar

from db.errors import AlreadySeated, Changed, NotOpen, OfferStands, SeatTaken, StaleVersion

log = logging.getLogger("arena")
P = ParamSpec("P")
T = TypeVar("T")

CHANGED = (StaleVersion, Changed, NotOpen, SeatTaken, AlreadySeated, OfferStands)
"""How the store refuses what was decided about a match as it was before."""
TRIES = 4
"""So often a change is tried again."""


class Queues:
    """A lock per key, which exists only while a task holds it or waits for it."""

    def __init__(self) -> None:
        self._queues: dict[int, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, key: int) -> AsyncIterator[None]:
        """Hold the key's lock; tasks that come later wait, in order."""
        lock, waiting = self._queues.get(key, (asyncio.Lock(), 0))
        self._queues[key] = lock, waiting + 1
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._queues[key]
            if waiting == 1:
                del self._queues[key]
            else:
                self._queues[key] = lock, waiting - 1


def again_if_changed(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Decorator of what reads a match and then changes it: done again if another process has changed it meanwhile.

    In one process the queue of the match keeps others away; what was refused was not stored.
    """

    @functools.wraps(method)
    async def trying(*args: P.args, **options: P.kwargs) -> T:
        for _ in range(TRIES):
            try:
                return await method(*args, **options)
            except CHANGED as error:
                log.info("done again: %s", error)
        return await method(*args, **options)

    return trying
