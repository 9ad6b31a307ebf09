"""One queue per key (a match, a person): tasks enter in order of arrival."""

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

CHANGE_REFUSALS = (StaleVersion, Changed, NotOpen, SeatTaken, AlreadySeated, OfferStands)
"""Refusals of the store for a decision that was based on an outdated match."""
MAX_RETRIES = 4


class Queues:
    """A lock per key, which exists only while a task holds it or waits for it."""

    def __init__(self) -> None:
        self._queues: dict[int, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, key: int) -> AsyncIterator[None]:
        """Context manager: hold the key's lock; later tasks wait in order."""
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


def retry_if_changed(method: Callable[P, Awaitable[T]]) -> Callable[P, Awaitable[T]]:
    """Decorator for a method that reads a match and then changes it: retry if another process has changed it meanwhile.

    Within one process the match's queue prevents that. A refused change was not stored.
    """

    @functools.wraps(method)
    async def trying(*args: P.args, **options: P.kwargs) -> T:
        for _ in range(MAX_RETRIES):
            try:
                return await method(*args, **options)
            except CHANGE_REFUSALS as error:
                log.info("retrying: %s", error)
        return await method(*args, **options)

    return trying
