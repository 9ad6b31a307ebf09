"""The bot with several shards in one process: all shards or a part of them."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import discord
import yarl

from cogs.client.arena_bot import CLOSE_ERRORS, GATEWAY_CLOSING_SECONDS, ArenaBot
from db.tables.shards import Shards

log = logging.getLogger("arena")

AUTO = "auto"
_TYPED = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})")


def read_shards(typed: str) -> Shards | None:
    """Parse `0-3/16` as shards 0 to 3 of 16. `auto` gives None: as many as Discord recommends. Raises ValueError."""
    if typed == AUTO:
        return None
    found = _TYPED.fullmatch(typed)
    if found is None:
        raise ValueError(f"{typed!r} is neither like 0-3/16 nor auto")
    first, last, count = int(found[1]), int(found[2] or found[1]), int(found[3])
    if not first <= last < count:
        raise ValueError(f"{typed!r} names shards that there are not: {count} shards are 0-{count - 1}")
    return Shards(tuple(range(first, last + 1)), count)


class ShardedBot(ArenaBot, discord.AutoShardedClient):
    """The bot with one gateway per shard."""

    def __init__(self, *args: Any, shards: Shards | None, **options: Any) -> None:
        """Without `shards`, the number that Discord recommends is requested after the login."""
        super().__init__(*args, **options)
        self._wanted = shards

    async def prepare(self) -> None:
        if self._wanted is None:
            count, _, _ = await self.http.get_bot_gateway()
            self._wanted = Shards(tuple(range(count)), count)
        self.shards_here = self._wanted
        self.shard_ids, self.shard_count = list(self._wanted.ids), self._wanted.count
        await super().prepare()

    async def setup_hook(self) -> None:
        await self.open_store()
        await self.add_commands()

    async def on_shard_ready(self, shard: int) -> None:
        """Handle a shard that has listed all its servers."""
        await self.shard_ready(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        """Handle a shard's reconnect."""
        await self.shard_resumed(shard)

    async def on_shard_disconnect(self, shard: int) -> None:
        """Handle a shard's lost gateway."""
        self.shard_lost(shard)

    async def on_ready(self) -> None:
        """Ignored: each shard reports this itself."""

    async def on_resumed(self) -> None:
        """Ignored: each shard reports this itself."""

    async def on_disconnect(self) -> None:
        """Ignored: each shard reports this itself."""

    async def connect(self, *, reconnect: bool = True) -> None:
        await discord.AutoShardedClient.connect(self, reconnect=reconnect)

    async def launch_shard(self, gateway: yarl.URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect the shard once it may identify."""
        if self._owner is not None:
            await self.identify_turns.before_connecting(shard_id)
        await discord.AutoShardedClient.launch_shard(self, gateway, shard_id, initial=initial)

    async def close_gateways(self) -> None:
        """Close all gateway connections."""
        try:
            async with asyncio.timeout(GATEWAY_CLOSING_SECONDS):
                await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()))
        except CLOSE_ERRORS as error:
            log.info("a gateway was not closed properly: %r", error)
