"""Temporary Discord errors: classification, one-line log message, backoff."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, repeat

import aiohttp
import discord

PAUSE_SECONDS = (1, 2, 5, 10, 20, 40, 80, 160, 300)
"""Seconds between attempts; the last one is repeated."""
DISCORD_TROUBLE = (
    aiohttp.ClientError,
    OSError,
    discord.HTTPException,
    discord.GatewayNotFound,
    discord.RateLimited,
)
"""Errors of a request or a connection that may succeed later."""


def growing_pauses() -> Iterator[int]:
    """Yield seconds between attempts, endlessly."""
    return chain(PAUSE_SECONDS, repeat(PAUSE_SECONDS[-1]))


def in_one_line(error: BaseException) -> str:
    """The error's text on one line."""
    return " ".join(str(error).split())[:200] or "no answer"
