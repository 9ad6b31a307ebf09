"""Rate limit for identifying shards with Discord: one per bucket in five seconds, over all processes of the bot."""

from __future__ import annotations

import asyncio
import logging

import discord

from db.errors import StoreError
from db.store import Store

log = logging.getLogger("arena")

IDENTIFY_SECONDS = 5.5
"""Seconds between two shards of a bucket: Discord's five, plus time for the connection."""
MAX_WAIT_SECONDS = 600.0
"""Longest wait in seconds; later reservations were made by a wrong clock and are ignored."""


class IdentifyLimit:
    """The identify slots of this process's shards, reserved in the database in order of request."""

    def __init__(self, store: Store, http: discord.http.HTTPClient) -> None:
        self._store, self._http = store, http
        self._buckets = 0
        """The number of shards that may identify at the same time; 0 while it is unknown."""
        self._reserved: set[int] = set()
        """Shards that have waited for their slots and connect now."""

    async def before_connecting(self, shard: int) -> None:
        """Wait for the shard's slot before connecting, so that no open connection waits."""
        await self._wait(shard)
        self._reserved.add(shard)

    async def before_identifying(self, shard: int) -> None:
        """Wait for the shard's slot, unless it has just waited in `before_connecting`."""
        if shard in self._reserved:
            self._reserved.discard(shard)
        else:
            await self._wait(shard)

    async def _wait(self, shard: int) -> None:
        try:
            bucket = shard % await self._count_buckets()
            turn = await self._store.variables.reserve_time(f"identify:{bucket}", IDENTIFY_SECONDS, MAX_WAIT_SECONDS)
            await asyncio.sleep(max(0.0, turn - self._store.clock()))
        except StoreError as error:
            log.warning("the identify slot of shard %s is unknown: %s", shard, error)
            await asyncio.sleep(IDENTIFY_SECONDS)

    async def _count_buckets(self) -> int:
        if not self._buckets:
            try:
                _, _, limit = await self._http.get_bot_gateway()
            except discord.GatewayNotFound as error:
                log.info("Discord does not say how many shards may identify at once: %s", error)
                return 1
            self._buckets = max(1, limit["max_concurrency"])
        return self._buckets
