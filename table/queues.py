"""One queue per key (a match, a person): tasks enter in the order in which they came."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


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
