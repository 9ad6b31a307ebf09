"""Tracks lost gateways per shard, and stores the resulting outages."""

from __future__ import annotations

import logging
from collections.abc import Callable

from db.store import Store
from db.tables.shards import Shards

log = logging.getLogger("arena")

GATEWAY_GRACE_SECONDS = 60
"""Seconds for which a gateway may be lost without counting as an outage."""


class GatewayOutages:
    """The gateways of this process's shards. Until a gateway is ready, it counts as lost since the start."""

    def __init__(self, store: Store, clock: Callable[[], float], shards: Shards) -> None:
        self._store, self._clock, self._shards = store, clock, shards
        self._lost = dict.fromkeys(shards.ids, int(clock()))
        """The time since which each lost gateway is lost."""
        self._were_ready: set[int] = set()

    def lost(self, shard: int) -> None:
        """Remember when the gateway was lost."""
        self._lost.setdefault(shard, int(self._clock()))

    async def back(self, shard: int) -> None:
        """Store the outage of a gateway that is back, so that no clock ran during it; after a start, without a grace
        period.
        """
        since = self._lost.pop(shard, None)
        gone = int(self._clock()) - since if since is not None else 0
        if since is not None and gone > (GATEWAY_GRACE_SECONDS if shard in self._were_ready else 0):
            log.info("%s was unreachable for %s s", self._name(shard), gone)
            await self._store.clock_stops.outage(since, self._shards.only([shard]))

    async def ready(self, shard: int) -> None:
        """The gateway is connected and has listed all its servers."""
        await self.back(shard)
        self._were_ready.add(shard)

    async def close(self) -> None:
        """Store the outages of gateways that are lost now."""
        for shard in self._shards.ids:
            await self.back(shard)

    @property
    def connected(self) -> bool:
        """Whether all gateways are connected."""
        return not self._lost

    def has(self, shard: int) -> bool:
        """Whether this gateway is connected."""
        return shard not in self._lost

    def reachable(self) -> Shards:
        """The shards in which people can reach us or could until a moment ago, without those that were never ready."""
        now = self._clock()
        lost = {
            one
            for one, since in self._lost.items()
            if one not in self._were_ready or now - since > GATEWAY_GRACE_SECONDS
        }
        return self._shards.only([one for one in self._shards.ids if one not in lost])

    def _name(self, shard: int) -> str:
        return "the bot" if self._shards.count == 1 else f"shard {shard} of {self._shards.count}"
