"""The outbox: what a commit has written there is composed and sent, in order, after the commit."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Protocol

from db.rows import Message, NewMessage
from db.store import Store
from engine.core.text import Text, text
from table.edits import Editor, Edits, Recompose
from table.outgoing import Outgoing, Undeliverable

log = logging.getLogger("arena")

BATCH = 100
"""How many messages of a channel are read at a time."""
GIVE_UP_AFTER = 7 * 24 * 3600
RETRY_PAUSES = (30, 120, 600, 3600, 6 * 3600, 24 * 3600)

NO_PERMISSION = text(
    "It is saved, but I'm not allowed to post here. I need: view channel, send messages, attach files."
)
NO_CHANNEL = text("It is saved, but the match's channel is gone. Use /match show in another channel to go on there.")
LATER = text("It is saved. Discord isn't accepting the message right now; I'll keep trying.")

NOT_ALLOWED = "403"
"""How the stored trouble of a message begins that we may not post."""


class Platform(Editor, Protocol):
    """Where people are: Discord, or a test's list of messages."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its id there; raises `Undeliverable`."""

    async def reachable(self, channel: int) -> bool:
        """Whether the channel still exists for us."""


class Compose(Recompose, Protocol):
    """Makes messages of the outbox's rows."""

    async def __call__(self, message: Message) -> Outgoing | None:
        """The message, or None when it no longer applies."""


class Outbox:
    """Sends each channel's messages in order; one drain per channel at a time."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        compose: Compose,
        platform: Platform,
        *,
        wake: Callable[[float], object],
    ) -> None:
        self._store, self._clock, self._compose, self._platform = store, clock, compose, platform
        self._wake = wake
        """Asked for a wake-up when a message is to be tried again."""
        self._drains: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        """Channels to drain once more: something was put into their outbox since the last look."""
        self._retry_now: set[int] = set()
        """Channels in which messages are tried at once that wait for their retry."""
        self._awaited: set[int] = set()
        """Channels that are being drained, or were, since something was posted there."""
        self._sweeps: set[asyncio.Task[None]] = set()
        self.edits = Edits(store, clock, compose, platform, posted=self.kick)

    def on_posted(self, channel: int) -> None:
        """A commit has put something into the channel's outbox: send it; whoever acted may `deliver` afterwards."""
        self._awaited.add(channel)
        self.kick(channel, retry=True)

    def kick(self, channel: int, *, retry: bool = False) -> asyncio.Task[None]:
        """Send what waits for the channel, in the background; a drain that is under way goes on with it."""
        self._again.add(channel)
        if retry:
            self._retry_now.add(channel)
        task = self._drains.get(channel)
        if task is None:
            task = self._drains[channel] = asyncio.get_running_loop().create_task(self._drain(channel))
        return task

    def sweep(self) -> None:
        """Send what waits in all channels, in the background."""
        task = asyncio.get_running_loop().create_task(self.drain_all())
        self._sweeps.add(task)
        task.add_done_callback(self._sweeps.discard)

    async def drain_all(self) -> None:
        """Send and edit everything that waits and may be sent now, the channels side by side."""
        await self.edits.save()
        channels = await self._store.waiting_channels()
        await asyncio.gather(*(asyncio.shield(self.kick(channel)) for channel in channels))

    async def flush(self, seconds: float) -> None:
        """Send what waits, for so many seconds at most, and stop: what is left is sent after the next start."""
        try:
            async with asyncio.timeout(seconds):
                await self.drain_all()
        except TimeoutError:
            log.info("messages are left for the next start")
        tasks = [*self._sweeps, *self._drains.values(), *self.edits.tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def deliver(self, match: int, channel: int) -> Text | None:
        """Wait until the channel is drained, retries included; a sentence about what is in the way, if anything is."""
        drain = self._drains.get(channel) if channel in self._awaited else self.kick(channel, retry=True)
        self._awaited.discard(channel)
        if drain is not None:
            await asyncio.shield(drain)
        posted = [one for one in await self._store.outbox(match) if one.person is None]
        waiting = [one for one in posted if one.sent_at is None and one.failed is None]
        if waiting:
            return NO_PERMISSION if (waiting[0].trouble or "").startswith(NOT_ALLOWED) else LATER
        return NO_CHANNEL if posted and posted[-1].failed is not None else None

    async def _drain(self, channel: int) -> None:
        """Send the channel's messages in order, then edit outdated ones; an unsent one holds back those behind it."""
        try:
            while channel in self._again:
                retry = channel in self._retry_now
                self._again.discard(channel)
                self._retry_now.discard(channel)
                waiting = await self._store.pending_outbox(BATCH, channel, retry=retry)
                if len(waiting) == BATCH:
                    self._again.add(channel)
                for message in waiting:
                    if not await self._send(message):
                        break
                else:
                    await self.edits.look(channel)
        finally:
            self._again.discard(channel)
            del self._drains[channel]

    async def _send(self, message: Message) -> bool:
        """Send one message; False while those behind it have to wait."""
        try:
            outgoing = await self._compose(message)
            sent = None if outgoing is None else await self._platform.send(message, outgoing)
        except Undeliverable as error:
            if not error.gone:
                return await self._retry(message, str(error))
            log.warning("match %s: message %s cannot be delivered: %s", message.match, message.id, error)
            await self._give_up(message, str(error))
        except Exception as error:
            log.exception("match %s: message %s (%s) cannot be composed", message.match, message.id, message.kind)
            return await self._retry(message, repr(error))
        else:
            if outgoing is not None and message.shown is not None:
                self.edits.sent(message, outgoing)
            await self._store.mark_sent(message, sent, self.edits.take_unsaved())
        return True

    async def _retry(self, message: Message, trouble: str) -> bool:
        log.warning("match %s: message %s not sent: %s", message.match, message.id, trouble)
        if self._clock() - message.created_at > GIVE_UP_AFTER:
            await self._give_up(message, trouble)
            return True
        at = int(self._clock()) + RETRY_PAUSES[min(message.attempts, len(RETRY_PAUSES) - 1)]
        await self._store.mark_retry(message.id, at, trouble)
        self._wake(at)
        return False

    async def _give_up(self, message: Message, trouble: str) -> None:
        fallback = _in_channel(message) if message.person else []
        await self._store.mark_failed(message, trouble, instead=fallback)
        if fallback:
            self.sweep()


def _in_channel(message: Message) -> list[NewMessage]:
    """Fallback for a refused DM: the same notice in the match's channel, unless they were pinged there."""
    pinged = json.loads(message.payload).get("pinged")
    return [] if pinged else [NewMessage(kind=message.kind, payload=message.payload)]
