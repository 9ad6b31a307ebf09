"""Stores commits; a send that begins right after a commit uses the messages that the commit has read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from db.rows import Commit, Committed, Taken
from db.store import Store
from table.clocks.time_left import stops_since
from table.outbox.leases import Leases

BATCH = 100
"""How many messages of a channel are read at a time."""


class Commits:
    """Stores commits of matches, by the channels that their messages are sent to."""

    def __init__(self, store: Store, clock: Callable[[], float], leases: Leases) -> None:
        self._store, self._clock, self._leases = store, clock, leases
        self._sending: set[int] = set()
        """Channels that messages are being sent to: they read the outbox again by themselves."""
        self._latest: dict[int, object] = {}
        """The latest commit under way, by channel, as long as nothing has been sent there since it began."""
        self._taken: dict[int, Taken] = {}
        """The messages that commits of this moment have read, by channel."""

    async def commit(self, new: Commit, channel: int) -> Committed:
        """Store the commit of the match in this channel; unless messages are being sent there, read what waits, too."""
        if channel in self._sending:
            return await self._store.matches.commit(new)
        this = self._latest[channel] = object()
        try:
            done = await self._leases.commit(new, channel, BATCH, stops_since(int(self._clock())))
            if done.taken is not None and self._latest.get(channel) is this:
                self._taken[channel] = done.taken
                asyncio.get_running_loop().call_soon(self._taken.pop, channel, None)  # outdated afterward
            return done
        finally:
            if self._latest.get(channel) is this:
                del self._latest[channel]

    def begin_sending(self, channel: int) -> Taken | None:
        """From now on messages are sent to the channel; the messages that a commit of this moment has read there."""
        self._sending.add(channel)
        self._latest.pop(channel, None)
        return self._taken.pop(channel, None)

    def end_sending(self, channel: int) -> None:
        """No messages are being sent to the channel any more."""
        self._sending.discard(channel)
