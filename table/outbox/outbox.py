"""The outbox: composes and sends the messages that a commit has stored, in order, after the commit."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from db.errors import LeaseLost
from db.rows import MatchRows, Message, NewMessage, Obstacle, Outdated, Taken
from db.store import Store
from db.tables.leases import channel_lease
from engine.core.text import Text, text
from table.log_context import set_log_fields
from table.outbox.commits import CHANNEL_BATCH_SIZE, Commits
from table.outbox.edits import Edits
from table.outbox.leases import LEASE_SECONDS, Leases
from table.outbox.outgoing import Outgoing, Undeliverable
from table.outbox.platform import Compose, Platform

log = logging.getLogger("arena")

GIVE_UP_SECONDS = 7 * 24 * 3600
RETRY_PAUSE_SECONDS = (30, 120, 600, 3600, 6 * 3600, 24 * 3600)

NO_PERMISSION = text(
    "It is saved, but I'm not allowed to post here. I need: view channel, send messages, attach files."
)
NO_CHANNEL = text("It is saved, but the match's channel is gone. Use /match show in another channel to go on there.")
LATER = text("It is saved. Discord isn't accepting the message right now; I'll keep trying.")
OBSTACLE_TEXTS: Mapping[Obstacle | None, Text] = {"forbidden": NO_PERMISSION, "gone": NO_CHANNEL}

CHECK_SECONDS = 0.5
"""Seconds between checks whether another process has sent a message."""
FINAL_OBSTACLES: tuple[Obstacle, ...] = ("gone",)
FINAL_SERVER_OBSTACLES: tuple[Obstacle, ...] = ("gone", "forbidden")
"""Obstacles that make a message fail after some attempts. Players see the obstacle, a server does not."""
MAX_TRIES = 3
"""Attempts after which a refused message is sent as plain text, and a channel that is not found counts as deleted."""


class Attempt(Struct, frozen=True):
    """The result of an attempt to send."""

    sent: bool = False
    blocks: bool = False
    """Whether later messages of the channel have to wait."""
    outdated: Sequence[Outdated] | None = None
    """The channel's messages to edit, if they were read."""


class Outbox:
    """Sends each channel's messages in order: one drain per channel at a time, in the process with its lease."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        compose: Compose,
        platform: Platform,
        leases: Leases,
        commits: Commits,
        *,
        wake: Callable[[float], object],
    ) -> None:
        self._store, self._clock, self._compose, self._platform = store, clock, compose, platform
        self._leases, self._commits, self._wake = leases, commits, wake
        """Called with the time of the next attempt to send a message."""
        self._drains: dict[int, asyncio.Task[bool]] = {}
        self._again: set[int] = set()
        """Channels to drain again, because messages were added since the last read."""
        self._retry_now: set[int] = set()
        """Channels whose delayed messages are retried at once."""
        self._awaited: dict[int, bool] = {}
        """Channels with a new message since the last `deliver`, and whether everything was sent."""
        self._sweeps: set[asyncio.Task[None]] = set()
        self._earlier: int | None = None
        """The id of the last message that an earlier run has stored; None while it is unknown."""
        self._unknown: set[int] = set()
        """Messages that may have been sent without a confirmation."""
        self.on_sent: list[Callable[[Message], object]] = []
        """Called with each message that was just sent."""
        self.edits = Edits(store, clock, compose, platform, leases, posted=self.kick)

    async def start(self) -> None:
        """Call before anything is posted: messages already in the outbox may have been sent by an earlier run."""
        self._earlier = await self._store.outbox.last_id()

    def on_posted(self, channel: int) -> None:
        """Send new messages of a channel after a commit; the caller may wait for them with `deliver`."""
        self._awaited[channel] = False
        self.kick(channel, retry=True)

    def kick(self, channel: int, *, retry: bool = False) -> asyncio.Task[bool]:
        """Send the channel's messages in the background; a running drain includes them."""
        self._again.add(channel)
        if retry:
            self._retry_now.add(channel)
        task = self._drains.get(channel)
        if task is None:
            draining = self._drain(channel, self._commits.begin_sending(channel))
            task = self._drains[channel] = asyncio.get_running_loop().create_task(draining)
        return task

    def sweep(self, *, edits: bool = True) -> None:
        """Start a background task that sends all pending messages and, unless `edits` is false, edits outdated ones."""
        task = asyncio.get_running_loop().create_task(self.drain_all(edits=edits))
        self._sweeps.add(task)
        task.add_done_callback(self._sweeps.discard)

    async def drain_all(self, *, edits: bool = True) -> None:
        """Send and edit all pending messages, all channels in parallel.

        Messages that other processes are sending are left to them.
        """
        await self.edits.save()
        channels = await self._store.outbox.waiting_channels(self._leases.owner, edits=edits)
        await asyncio.gather(*(asyncio.shield(self.kick(channel)) for channel in channels))

    async def flush(self, seconds: float) -> None:
        """Send pending messages for at most `seconds`, then stop; the rest is sent after the next start."""
        try:
            async with asyncio.timeout(seconds):
                await self.drain_all()
        except TimeoutError:
            log.info("messages are left for the next start")
        await self.stop()

    async def stop(self) -> None:
        """Stop sending and editing; the rest is sent after the next start."""
        tasks = [*self._sweeps, *self._drains.values(), *self.edits.tasks()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def deliver(self, match: int, channel: int) -> Text | None:
        """Wait until the channel is drained, including retries. Returns a sentence about the obstacle, None if all was
        sent.
        """
        drain = self._drains.get(channel) if channel in self._awaited else self.kick(channel, retry=True)
        complete = self._awaited.pop(channel, False)
        if drain is not None:
            complete = await asyncio.shield(drain)
        if complete:
            return None
        posted, waiting = await self._posted(match)
        if waiting and not self._leases.holds(channel_lease(channel)):
            posted, waiting = await self._sent_elsewhere(match)
        if waiting:
            return OBSTACLE_TEXTS.get(waiting[0].obstacle, LATER)
        return NO_CHANNEL if posted and posted[-1].failed is not None else None

    async def _posted(self, match: int) -> tuple[list[Message], list[Message]]:
        """The messages of the match in its channel, and the unsent ones among them."""
        posted = [one for one in await self._store.outbox.of_match(match) if one.person is None]
        return posted, [one for one in posted if one.sent_at is None and one.failed is None]

    async def _sent_elsewhere(self, match: int) -> tuple[list[Message], list[Message]]:
        """The same as `_posted`, after another process had time to send them."""
        ends = asyncio.get_running_loop().time() + LEASE_SECONDS
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            posted, waiting = await self._posted(match)
            if not waiting or waiting[0].attempts or asyncio.get_running_loop().time() > ends:
                return posted, waiting

    async def _drain(self, channel: int, taken: Taken | None) -> bool:
        """Send the channel's messages in order, then edit outdated ones. A failed message holds back later ones.

        Returns True if all messages were sent.
        """
        complete = True
        try:
            with self._leases.using(channel_lease(channel)):
                while channel in self._again:
                    retry = channel in self._retry_now
                    self._again.discard(channel)
                    self._retry_now.discard(channel)
                    try:
                        complete &= await self._send_waiting(channel, taken, retry=retry)
                    except LeaseLost as error:
                        log.info("another process sends to channel %s now: %s", channel, error)
                        self._again.add(channel)  # its lease may have ended by now: check again
                    except Exception:  # mostly database errors
                        log.exception("channel %s: its messages cannot be sent now", channel)
                        self._wake(self._clock() + RETRY_PAUSE_SECONDS[0])
                        complete = False
                    taken = None
            if channel in self._awaited:
                self._awaited[channel] = complete
            return complete
        finally:
            self._again.discard(channel)
            del self._drains[channel]
            self._commits.end_sending(channel)

    async def _send_waiting(self, channel: int, taken: Taken | None, *, retry: bool) -> bool:
        """Send the channel's unsent messages, unless another process does. Raises LeaseLost if it takes over meanwhile.

        Returns True if all of them were sent.
        """
        rows: MatchRows | None = None
        if taken is not None:
            former, waiting, rows = taken.former, taken.messages, taken.rows
        else:
            found = await self._leases.take_channel(channel, CHANNEL_BATCH_SIZE, retry=retry)
            if found is None:
                return False
            former, waiting = found
        if len(waiting) == CHANNEL_BATCH_SIZE:
            self._again.add(channel)
        if former:
            self._unknown.update(message.id for message in waiting)
        complete, attempt = True, Attempt()
        for place, message in enumerate(waiting):
            self._leases.need(channel_lease(channel))
            # Later messages have waited for the first one, so their match is read again.
            fresh = rows if place == 0 and rows is not None and rows.match.id == message.match else None
            attempt = await self._send(message, fresh, look=CHANNEL_BATCH_SIZE if message is waiting[-1] else 0)
            complete &= attempt.sent
            if attempt.blocks:
                return False
        await self.edits.look(channel, attempt.outdated)
        return complete

    async def _send(self, message: Message, rows: MatchRows | None = None, *, look: int = 0) -> Attempt:
        """Send one message, then read up to `look` messages to edit."""
        set_log_fields(match=message.match, guild=message.guild)
        try:
            if self._may_be_sent(message) and (found := await self._platform.find(message)) is not None:
                return await self._sent(message, found, None, look)
            outgoing = await self._composed(message, rows)
            self._unknown.add(message.id)  # until a confirmation is stored, or Discord refuses the message
            sent = None if outgoing is None else await self._platform.send(message, outgoing)
        except Undeliverable as error:
            if not error.unknown:
                self._unknown.discard(message.id)
            final = FINAL_OBSTACLES if message.guild is None else FINAL_SERVER_OBSTACLES
            if not error.never and not (error.obstacle in final and message.attempts + 1 >= MAX_TRIES):
                return await self._retry(message, str(error), error.obstacle)
            log.warning("%s: message %s cannot be delivered: %s", _whose(message), message.id, error)
            return await self._give_up(message, str(error))
        except LeaseLost:
            raise
        except Exception as error:
            log.exception("%s: message %s (%s) cannot be composed", _whose(message), message.id, message.kind)
            return await self._retry(message, repr(error), "refused")
        for call in self.on_sent if sent is not None else ():
            call(message)
        return await self._sent(message, sent, outgoing, look)

    def _may_be_sent(self, message: Message) -> bool:
        """Whether an earlier run, another process or an interrupted attempt may have sent it already."""
        if self._earlier is None or message.id <= self._earlier or message.id in self._unknown:
            return True
        return self._leases.owner is not None and message.attempts > 0 and message.obstacle is None

    async def _composed(self, message: Message, rows: MatchRows | None) -> Outgoing | None:
        """The composed message; plain text after several refusals or failures to compose it."""
        if message.obstacle != "refused" or message.attempts + 1 < MAX_TRIES:
            return await self._compose(message, rows)
        try:
            outgoing = await self._compose(message)
        except Exception:
            log.exception("%s: message %s (%s) is sent as plain text", _whose(message), message.id, message.kind)
            outgoing = await self._compose.plainly(message)
        return None if outgoing is None else outgoing.as_plain_text()

    async def _sent(self, message: Message, sent: int | None, outgoing: Outgoing | None, look: int) -> Attempt:
        if outgoing is not None and outgoing.plain:
            message = replace(message, shown=None)
        elif outgoing is not None and message.shown is not None:
            self.edits.sent(message, outgoing)
        outdated = await self._store.outbox.mark_sent(message, sent, self.edits.take_unsaved(), look=look)
        self._unknown.discard(message.id)
        return Attempt(sent=True, outdated=outdated if look else None)

    async def _retry(self, message: Message, trouble: str, obstacle: Obstacle | None) -> Attempt:
        """Schedule a retry, unless it is too late. A message that is refused even as plain text is given up."""
        log.warning("%s: message %s not sent: %s", _whose(message), message.id, trouble)
        if self._clock() - message.created_at > GIVE_UP_SECONDS or (
            obstacle == "refused" and message.attempts >= MAX_TRIES
        ):
            return await self._give_up(message, trouble)
        at = int(self._clock()) + RETRY_PAUSE_SECONDS[min(message.attempts, len(RETRY_PAUSE_SECONDS) - 1)]
        lease = self._leases.lease(channel_lease(message.channel))
        await self._store.outbox.mark_retry(message.id, at, trouble, obstacle, lease=lease)
        self._wake(at)
        return Attempt(blocks=True)

    async def _give_up(self, message: Message, trouble: str) -> Attempt:
        self._unknown.discard(message.id)
        fallback = _in_channel(message) if message.person else []
        lease = self._leases.lease(channel_lease(message.channel))
        await self._store.outbox.mark_failed(message, trouble, instead=fallback, lease=lease)
        if message.guild is not None:
            log.warning("server %s: its daily puzzle is no longer posted in channel %s", message.guild, message.channel)
        if fallback:
            self.sweep()
        return Attempt()


def _whose(message: Message) -> str:
    return f"match {message.match}" if message.guild is None else f"server {message.guild}"


def _in_channel(message: Message) -> list[NewMessage]:
    """The fallback for a refused private message: the same notice in the match's channel, unless it was pinged
    there.
    """
    pinged = json.loads(message.payload).get("pinged")
    return [] if pinged else [NewMessage(kind=message.kind, payload=message.payload)]
