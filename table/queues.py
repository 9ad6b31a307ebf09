"""First come, first served: one queue per match, per channel; none is kept when nobody stands in it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Queues:
    def __init__(self) -> None:
        self._queues: dict[int, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def turn(self, key: int) -> AsyncIterator[None]:
        """Wait for one's turn; nobody is turned away because another's step is being worked on."""
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
