"""Stores commits. A send that starts right after a commit uses the messages that the commit has read."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from db.rows import Commit, Committed, Taken
from db.store import Store
from table.clocks.time_left import stops_since
from table.outbox.leases import Leases

CHANNEL_BATCH_SIZE = 100
"""The number of a channel's messages read at a time."""


class Commits:
    """Stores commits of matches, by the channels of their messages."""

    def __init__(self, store: Store, clock: Callable[[], float], leases: Leases) -> None:
        self._store, self._clock, self._leases = store, clock, leases
        self._sending: set[int] = set()
        """Channels with a running send, which reads the outbox again by itself."""
        self._latest: dict[int, object] = {}
        """The latest running commit per channel, unless a send to the channel has started since."""
        self._taken: dict[int, Taken] = {}
        """Messages that commits have just read, by channel."""

    async def commit(self, new: Commit, channel: int) -> Committed:
        """Store the commit. Unless a send to the channel is running, also read its unsent messages."""
        if channel in self._sending:
            return await self._store.matches.commit(new)
        this = self._latest[channel] = object()
        try:
            done = await self._leases.commit(new, channel, CHANNEL_BATCH_SIZE, stops_since(int(self._clock())))
            if done.taken is not None and self._latest.get(channel) is this:
                self._taken[channel] = done.taken
                asyncio.get_running_loop().call_soon(self._taken.pop, channel, None)  # outdated afterward
            return done
        finally:
            if self._latest.get(channel) is this:
                del self._latest[channel]

    def begin_sending(self, channel: int) -> Taken | None:
        """Mark a send to the channel as running. Returns the messages that a commit has just read for it."""
        self._sending.add(channel)
        self._latest.pop(channel, None)
        return self._taken.pop(channel, None)

    def end_sending(self, channel: int) -> None:
        """Mark the send to the channel as finished."""
        self._sending.discard(channel)
