"""Waiting for what is seen only by looking: a log, a counter."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable


async def until(happened: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until it has happened; an assertion fails after so many seconds."""
    latest = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < latest, "it has not happened"
        await asyncio.sleep(0.01)
