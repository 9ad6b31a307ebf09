"""Closes matches of servers that have removed the bot, and deletes expired rows."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from contextlib import suppress

from db.rows import Due
from db.tables.leases import Owner
from db.tables.retention import DAY
from db.tables.shards import Shards
from table.matches.moves import Moves
from table.user_error import UserError

log = logging.getLogger("arena")

CLOSED_AFTER_DAYS = 30
"""Days after which the matches of a server that has removed the bot are ended without a result."""


class Tidying:
    """Closes matches that nobody can reach, and deletes expired rows once a day."""

    def __init__(self, moves: Moves, owner: Owner | None = None) -> None:
        """`owner`: this process, if it shares the database with others."""
        self._moves, self._store = moves, moves.store
        self._lease = owner and Owner(owner.name, DAY)
        self._tidied_at = 0
        self._task: asyncio.Task[None] | None = None

    async def bot_removed(self, guild: int) -> None:
        """Handle the removal of the bot from a server; its matches continue if the bot returns in time."""
        closing = self._moves.now + CLOSED_AFTER_DAYS * DAY
        if await self._store.retention.server_left(guild, closing):
            log.info("server %s has removed the bot: its matches are closed in %s days", guild, CLOSED_AFTER_DAYS)
            self._moves.wake(closing)

    async def bot_present(self, guilds: Collection[int], *, all_of: Shards | None = None) -> None:
        """Handle the presence of the bot on these servers. `all_of`: the bot is on no others of these shards."""
        known = await self._store.retention.servers_with_matches()
        if here := known & set(guilds):
            await self._store.retention.servers_back(here)
        for guild in known - set(guilds):
            if all_of is not None and all_of.has(guild):
                await self.bot_removed(guild)

    async def close(self, due: Due) -> None:
        """Handle the due row: end the match without a result."""
        latest = self._moves.now + CLOSED_AFTER_DAYS * DAY
        if int(due.payload) > self._moves.now:
            await self._store.due.put_off(due, min(int(due.payload), latest))
            return
        if (await self._store.matches.get(due.of_match)).status in ("open", "live"):
            with suppress(UserError):  # the match has just ended
                await self._moves.cancel(due.of_match, None, None, admin=True)
        await self._store.due.finish(due)

    def daily(self) -> None:
        """Delete expired rows in the background, unless that was done today."""
        if abs(self._moves.now - self._tidied_at) >= DAY and (self._task is None or self._task.done()):
            self._tidied_at = self._moves.now
            self._task = asyncio.get_running_loop().create_task(self._tidy())

    async def _tidy(self) -> None:
        if self._lease is not None:
            if await self._store.leases.take("tidying", self._lease) is None:
                return  # another process has done it today
            await self._store.leases.forget()
        deleted = 0
        while count := await self._store.retention.tidy():
            deleted += count
            await asyncio.sleep(0)  # let requests of people run first
        if deleted:
            log.info("deleted %s expired rows", deleted)

    def stop(self) -> None:
        """Stop; the remaining rows are deleted after the next start."""
        if self._task is not None:
            self._task.cancel()
