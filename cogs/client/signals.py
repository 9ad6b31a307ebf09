"""SIGTERM and SIGINT: the first one stops the program properly, the second one ends it at once."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
from collections.abc import Callable, Coroutine
from types import FrameType
from typing import Any

log = logging.getLogger("arena")

STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Replaces the default signal handling while entered; process 1 of a container has none."""

    def __init__(self) -> None:
        self.received = 0
        """The number of the first signal; 0 until there is one."""
        self._stop = asyncio.Event()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> StopSignals:
        self._before = {number: signal.signal(number, self._handle) for number in STOP_SIGNALS}
        return self

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def run(self, work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
        """Run the work in an event loop. It must end by itself when the event is set by the first signal."""
        asyncio.run(self._run(work))

    async def _run(self, work: Callable[[asyncio.Event], Coroutine[Any, Any, None]]) -> None:
        self._loop = asyncio.get_running_loop()
        if self.received:
            self._stop.set()
        await work(self._stop)

    def _handle(self, number: int, _: FrameType | None) -> None:
        if self.received:
            os._exit(128 + number)  # everything acknowledged is on disk
        self.received = number
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._set)

    def _set(self) -> None:
        log.info("stopping; a second signal ends the bot at once")
        self._stop.set()
