"""Lets SimCord wait for a bot without idling: it checks again as soon as the event loop has run everything due."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from simcord import env
from simcord._dpy_internals import real_monotonic


class _Asyncio:
    """`asyncio` as `simcord.env` sees it; between two checks of the bot SimCord itself would idle for 50 ms."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await (_next_quiet(seconds) if seconds else _quiet(_PATIENCE))

    def wait(
        self, work: Iterable[asyncio.Future[Any]], *, timeout: float, return_when: str = asyncio.ALL_COMPLETED
    ) -> Awaitable[Any]:
        if return_when == asyncio.ALL_COMPLETED:
            return asyncio.wait(work, timeout=timeout)
        return _next_quiet(timeout)  # SimCord checks itself what is done


_PATIENCE = 0.05
"""Seconds after which SimCord checks even a busy loop."""


_SKIPPED = 20
"""Rounds of a busy loop after which the system is polled: a world in memory has little input."""


class _Select:
    """A loop's `select`, which is asked to wait exactly when the loop has nothing left to run."""

    def __init__(self, select: Any) -> None:
        self.original = select
        self._waiting: list[tuple[float, asyncio.Future[None]]] = []
        self._skipped = 0

    def __call__(self, timeout: float | None = None) -> Any:
        if self._waiting:
            now = real_monotonic()
            ready = [one for one in self._waiting if timeout != 0 or one[0] <= now]
            for one in ready:
                self._waiting.remove(one)
                if not one[1].done():
                    one[1].set_result(None)
                timeout = 0
        if timeout == 0 and self._skipped < _SKIPPED:
            self._skipped += 1
            return ()
        self._skipped = 0
        return self.original(timeout)

    async def quiet(self, until: float) -> None:
        """Return when the loop has nothing left to run, or at the time `until`."""
        ready = asyncio.get_running_loop().create_future()
        self._waiting.append((until, ready))
        await ready


def _select_of(loop: Any) -> _Select:
    if not isinstance(loop._selector.select, _Select):
        loop._selector.select = _Select(loop._selector.select)
    select: _Select = loop._selector.select
    return select


async def _quiet(seconds: float) -> None:
    """Return when the loop has nothing left to run, at once if that is so now."""
    await _select_of(asyncio.get_running_loop()).quiet(real_monotonic() + seconds)


async def _next_quiet(seconds: float) -> None:
    """Return when the loop has nothing left to run; if that is so now, after the next event of a thread or timer."""
    loop: Any = asyncio.get_running_loop()
    until = real_monotonic() + seconds
    if not loop._ready:
        timer = loop._scheduled[0].when() if loop._scheduled else until
        loop._process_events(_select_of(loop).original(max(0, min(timer, until) - real_monotonic())))
    await _quiet(until - real_monotonic())


@contextmanager
def without_idling() -> Iterator[None]:
    """In this block, SimCord's environments wait without idling."""
    with mock.patch.object(env, "asyncio", _Asyncio()):
        yield
