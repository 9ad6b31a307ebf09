"""When a shard may identify with Discord: one in five seconds for each bucket, over all processes of the bot."""

from __future__ import annotations

import asyncio
import logging

import discord

from db.errors import StoreError
from db.store import Store

log = logging.getLogger("arena")

SPACING = 5.5
"""Seconds between two shards of a bucket: Discord's five, and what a connection takes."""
MOST = 600.0
"""Nobody has to wait longer than so many seconds: what is reserved beyond was reserved by a clock that was wrong."""


class IdentifyLimit:
    """The turns of this process's shards. Times are reserved in the database, so that each comes when it was asked."""

    def __init__(self, store: Store, http: discord.http.HTTPClient) -> None:
        self._store, self._http = store, http
        self._buckets = 0
        """How many shards may identify at the same time; 0 while that is unknown."""
        self._reserved: set[int] = set()
        """Shards that have waited for their turns, and connect now."""

    async def before_connecting(self, shard: int) -> None:
        """Wait for the shard's turn, so that no open connection has to."""
        await self._wait(shard)
        self._reserved.add(shard)

    async def before_identifying(self, shard: int) -> None:
        """Wait for the shard's turn, unless it has just done so."""
        if shard in self._reserved:
            self._reserved.discard(shard)
        else:
            await self._wait(shard)

    async def _wait(self, shard: int) -> None:
        try:
            bucket = shard % await self._count_buckets()
            turn = await self._store.variables.reserve_time(f"identify:{bucket}", SPACING, MOST)
            await asyncio.sleep(max(0.0, turn - self._store.clock()))
        except StoreError as error:
            log.warning("whether it is the turn of shard %s is not known: %s", shard, error)
            await asyncio.sleep(SPACING)

    async def _count_buckets(self) -> int:
        if not self._buckets:
            try:
                _, _, limit = await self._http.get_bot_gateway()
            except discord.GatewayNotFound as error:
                log.info("Discord does not tell how many shards may identify at once: %s", error)
                return 1
            self._buckets = max(1, limit["max_concurrency"])
        return self._buckets
