"""Two tables over one database, as in two processes, and a platform to which both send."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from db.rows import Message
from db.store import Store
from db.tables.leases import Owner
from db.tables.shards import ALL_SHARDS, Shards
from table.computers.think_task import Think
from table.outbox.leases import LEASE_SECONDS, Leases, need_lease
from table.outbox.outgoing import Outgoing
from table.table import Table
from tests.support.table.opened import Clock
from tests.support.table.platform import ListPlatform
from tests.support.table.thinkers import at_random


class Wire(ListPlatform):
    """Checks the lease right before a message is sent, as the bot does; a message may be held up before or after."""

    def __init__(self) -> None:
        super().__init__()
        self.looked_for: list[int] = []
        self.before: asyncio.Event | None = None
        """If set, sending waits for it before the message is sent."""
        self.after: asyncio.Event | None = None
        """If set, sending waits for it after the message was sent."""
        self.waiting = asyncio.Event()
        """Set while sending waits."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        await self._wait(self.before)
        need_lease()
        sent = await super().send(message, outgoing)
        await asyncio.sleep(0)
        await self._wait(self.after)
        return sent

    async def _wait(self, event: asyncio.Event | None) -> None:
        if event is not None:
            self.waiting.set()
            await event.wait()

    async def find(self, message: Message) -> int | None:
        self.looked_for.append(message.id)
        return await super().find(message)

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        need_lease()
        await super().edit(message, outgoing, same_board=same_board)


class Process:
    """One of several processes: its table, its leases and its own monotonic clock."""

    def __init__(
        self, name: str, store: Store, clock: Callable[[], float], platform: Wire, shards: Shards, think: Think
    ) -> None:
        self.name, self.monotonic, self.platform = name, Clock(), platform
        self.lost: list[str] = []
        self.leases = Leases(store, Owner(name, LEASE_SECONDS), monotonic=self.monotonic, lost=self.lost.extend)
        self.table = Table(store, clock, platform, shards=shards, leases=self.leases, think=think)

    async def end(self) -> None:
        """End at once, without releasing leases."""
        self.table.alarm.stop()
        await self.table.outbox.stop()


def process(
    name: str, store: Store, clock: Clock, platform: Wire, shards: Shards = ALL_SHARDS, think: Think = at_random
) -> Process:
    return Process(name, store, clock, platform, shards, think)


def later(clock: Clock, *processes: Process, seconds: float = LEASE_SECONDS + 2) -> None:
    """Advance the time of the database and of these processes."""
    clock.now += seconds
    for one in processes:
        one.monotonic.now += seconds
