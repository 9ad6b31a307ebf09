"""SimCord waits for a bot without idling: it looks again as soon as the event loop has run what there was to run."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest import mock

from simcord import env


class _Asyncio:
    """`asyncio` as `simcord.env` sees it; between two looks at the bot SimCord itself would idle for 50 ms."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, seconds: float) -> None:
        await (_next_quiet(seconds) if seconds else asyncio.sleep(0))

    def wait(
        self, work: Iterable[asyncio.Future[Any]], *, timeout: float, return_when: str = asyncio.ALL_COMPLETED
    ) -> Awaitable[Any]:
        if return_when == asyncio.ALL_COMPLETED:
            return asyncio.wait(work, timeout=timeout)
        return _next_quiet(timeout)  # SimCord looks for itself what is done


async def _next_quiet(seconds: float) -> None:
    """Return when the loop has nothing left to run; if that is so now, after the next report of a thread or a timer."""
    loop: Any = asyncio.get_running_loop()
    until = loop.time() + seconds
    if not loop._ready:
        timer = loop._scheduled[0].when() if loop._scheduled else until
        loop._process_events(loop._selector.select(max(0, min(timer, until) - loop.time())))
        await asyncio.sleep(0)
    while loop._ready and loop.time() < until:  # noqa: ASYNC110  (whatever is ready may make more ready)
        await asyncio.sleep(0)


@contextmanager
def without_idling() -> Iterator[None]:
    """Every environment of SimCord in this block is waited for like this."""
    with mock.patch.object(env, "asyncio", _Asyncio()):
        yield
