"""Runs the bot on Discord: temporary errors are logged in one line and retried with growing pauses."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import ExitStack
from typing import Any

import discord

from cogs.client.arena_bot import ArenaBot
from cogs.client.invite import invite_link
from cogs.client.retry import DISCORD_TROUBLE, growing_pauses, in_one_line
from cogs.client.sharded_bot import ShardedBot
from db.address import Address
from db.errors import Displaced, Passing, StoreError
from db.lock import only_process

log = logging.getLogger("arena")

LOGIN_SECONDS = 90
"""Seconds for a login before the attempt counts as failed (discord.py itself tries five times)."""
SHARD_PAUSE_SECONDS = 5
"""Seconds after which discord.py reconnects a shard."""
TEMPORARY_ERRORS = (Passing, *DISCORD_TROUBLE)
"""Errors of a start that may succeed later."""


async def run_on_discord(bot: ArenaBot, token: str, stop: asyncio.Event) -> None:
    """Run the bot until `stop` is set, then stop it properly. Only permanent errors are raised:

    StoreError, LoginFailure, PrivilegedIntentsRequired and ConnectionClosed.
    """
    one_line = OneLine(bot)
    libraries = [logging.getLogger(name) for name in ("discord.client", "discord.shard")]
    for library in libraries:
        library.addFilter(one_line)
    try:
        with ExitStack() as stack:
            async with bot:
                await until(stop, _live(bot, token, stack), bot.displaced)
                if bot.store_failure is not None:
                    await bot.wind_down()
                    raise bot.store_failure
                if bot.displaced.is_set():
                    raise Displaced(str(bot.shards_here))
                if stop.is_set():
                    await bot.wind_down()
    finally:
        for library in libraries:
            library.removeFilter(one_line)


async def _live(bot: ArenaBot, token: str, stack: ExitStack) -> None:
    """Start the bot. The database comes first, so that its errors show even without Discord."""
    await _with_retries(lambda: _lock(stack, bot.database))
    if isinstance(bot, ShardedBot):
        await _with_retries(bot.open_store)
        await _with_retries(lambda: _log_in(bot, token))
        await _with_retries(bot.prepare)
    else:
        await _with_retries(bot.prepare)
        await _with_retries(lambda: _log_in(bot, token))
    if bot.application_id is not None:
        log.info("invite the bot to a server: %s", invite_link(bot.application_id))
    await _with_retries(bot.connect)


async def until(stop: asyncio.Event, work: Coroutine[Any, Any, None], *others: asyncio.Event) -> None:
    """Run the work; cancel it and return when `stop` or another event is set."""
    doing = asyncio.create_task(work)
    stopping = [asyncio.create_task(event.wait()) for event in (stop, *others)]
    await asyncio.wait({doing, *stopping}, return_when=asyncio.FIRST_COMPLETED)
    for waiting in stopping:
        waiting.cancel()
    while not doing.done():
        doing.cancel()  # more than once: `asyncio.wait_for` may swallow it
        await asyncio.wait({doing}, timeout=1)
    if not doing.cancelled():
        doing.result()


async def _with_retries(step: Callable[[], Awaitable[None]]) -> None:
    """Run the step; retry after temporary errors."""
    for pause in growing_pauses():
        try:
            await step()
            return
        except TEMPORARY_ERRORS as error:
            log.warning("%s; retrying in %s s", _trouble(error), pause)
        await asyncio.sleep(pause)


async def _lock(stack: ExitStack, database: Address) -> None:
    stack.enter_context(only_process(database))


async def _log_in(bot: ArenaBot, token: str) -> None:
    """Log in; after a failure it can be called again."""
    try:
        async with asyncio.timeout(LOGIN_SECONDS):
            await bot.login(token)
    except TEMPORARY_ERRORS:
        await bot.http.close()
        bot.http.connector = discord.utils.MISSING
        raise


def _trouble(error: BaseException) -> str:
    """The error without its final period."""
    if isinstance(error, StoreError):
        return str(error).rstrip(".")
    return f"Discord cannot be reached ({in_one_line(error)})"


class OneLine(logging.Filter):
    """Logs a lost connection in one line instead of discord.py's traceback."""

    def __init__(self, bot: ArenaBot) -> None:
        super().__init__()
        self._bot = bot

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        if error is None or not record.msg.startswith(("Attempting a reconnect", "Failed to connect for shard_id")):
            return True
        if self._bot.ws is None and record.name == "discord.client":
            return False  # the first connection: `_with_retries` logs it
        pause = record.args[-1] if isinstance(record.args, tuple) and "reconnect" in record.msg else SHARD_PAUSE_SECONDS
        record.msg, record.args = f"{_trouble(error)}; retrying in %.0f s", (pause,)
        record.exc_info = record.exc_text = None
        record.levelno, record.levelname = logging.WARNING, "WARNING"
        return True
