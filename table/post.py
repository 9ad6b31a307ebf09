"""The post: whatever waits in the outbox is drawn, written and sent, in order, after the commit that promised it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Protocol

import discord
from msgspec import Struct

from db.rows import Message, NewMessage
from db.store import Store
from engine.core.text import Text, text
from table.queues import Queues

log = logging.getLogger("arena")

GIVE_UP_AFTER = 7 * 24 * 3600
PAUSES = (30, 120, 600, 3600, 6 * 3600, 24 * 3600)
UNKNOWN_CHANNEL = 10003

NO_PERMISSION = text("It is saved, but I may not post here. Give me: view channel, send messages, attach files.")
NO_CHANNEL = text("It is saved, but the match's channel is gone. Use /match show elsewhere to go on there.")
LATER = text("It is saved. Discord does not take the message just now; I keep trying.")


class Letter(Struct, frozen=True):
    """A message ready to be sent. It pings these people and nobody else."""

    view: discord.ui.LayoutView
    files: tuple[discord.File, ...] = ()
    pings: tuple[int, ...] = ()


class Compose(Protocol):
    def __call__(self, message: Message) -> Awaitable[Letter | None]:
        """The message, or nothing when it has no sense any more."""


class Post:
    def __init__(self, bot: discord.Client, store: Store, compose: Compose, clock: Callable[[], float]) -> None:
        self._bot, self._store, self._compose, self._clock = bot, store, compose, clock
        self._queue = Queues().turn
        self._tasks: set[asyncio.Task[None]] = set()
        self.alarm: Callable[[float], None] = lambda _: None
        """Asked to wake us at a time, for what has to be tried again."""

    def kick(self) -> None:
        """Send what waits, in the background."""
        task = asyncio.get_running_loop().create_task(self.drain())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def drain(self) -> None:
        """Send everything that waits and may be sent now, the channels side by side."""
        await asyncio.gather(*(self._empty(channel) for channel in await self._store.waiting_channels()))

    async def _empty(self, channel: int) -> None:
        """Send what waits for one channel, in order: what follows an unsent message waits with it."""
        async with self._queue(channel):
            while waiting := await self._store.pending_outbox(channel=channel):
                for message in waiting:
                    if not await self._send(message):
                        return

    async def deliver(self, match: int) -> Text | None:
        """Send what waits, and say what is in the way of this match's messages, if anything is."""
        await self._store.retry_now(match)
        await self._empty((await self._store.match(match)).channel)
        promised = [one for one in await self._store.outbox(match) if one.person is None]
        waiting = [one for one in promised if one.sent_at is None and one.failed is None]
        if waiting:
            return NO_PERMISSION if (waiting[0].trouble or "").startswith("403") else LATER
        return NO_CHANNEL if promised and promised[-1].failed is not None else None

    async def _send(self, message: Message) -> bool:
        """Whether the way is free for what was posted after it."""
        try:
            letter = await self._compose(message)
            if letter is None:
                await self._store.mark_sent(message.id, None)
                return True
            channel = await self._person(message.person) if message.person else await self._channel(message.channel)
            sent = await channel.send(
                view=letter.view,
                files=list(letter.files),
                nonce=message.nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(user) for user in letter.pings]
                ),
            )
        except (discord.Forbidden, discord.NotFound) as error:
            if message.person:
                log.info("match %s: %s takes no messages", message.match, message.person)
                await self._store.mark_failed(message, "the person takes no messages", instead=_in_the_channel(message))
                self.kick()
                return True
            if error.code != UNKNOWN_CHANNEL:
                return await self._later(message, f"{error.status} {error.text}")
            log.warning("match %s: channel %s is gone", message.match, message.channel)
            await self._store.mark_failed(message, "the channel is gone")
        except (TimeoutError, discord.HTTPException, OSError) as error:
            return await self._later(message, f"{getattr(error, 'status', '')} {error}".strip())
        except Exception as error:
            log.exception("match %s: message %s (%s) cannot be composed", message.match, message.id, message.kind)
            return await self._later(message, repr(error))
        else:
            await self._store.mark_sent(message.id, sent.id)
        return True

    async def _person(self, user: int) -> discord.DMChannel:
        found = self._bot.get_user(user) or await self._bot.fetch_user(user)
        return found.dm_channel or await found.create_dm()

    async def _channel(self, channel: int) -> discord.TextChannel | discord.Thread:
        found = self._bot.get_channel(channel) or await self._bot.fetch_channel(channel)
        if isinstance(found, discord.Thread) and found.archived:
            # Discord takes no messages in an archived thread.
            found = await found.edit(archived=False)
        assert isinstance(found, discord.TextChannel | discord.Thread | discord.VoiceChannel), (
            f"cannot post in {found!r}"
        )
        return found  # type: ignore[return-value]

    async def _later(self, message: Message, trouble: str) -> bool:
        log.warning("match %s: message %s not sent: %s", message.match, message.id, trouble)
        if self._clock() - message.created_at > GIVE_UP_AFTER:
            instead = _in_the_channel(message) if message.person else []
            await self._store.mark_failed(message, trouble, instead=instead)
            return True
        at = int(self._clock()) + PAUSES[min(message.attempts, len(PAUSES) - 1)]
        await self._store.mark_retry(message.id, at, trouble)
        self.alarm(at)
        return False


def _in_the_channel(message: Message) -> list[NewMessage]:
    """What somebody does not take personally stands where the match is played, unless they were called there, too."""
    pinged = json.loads(message.payload).get("pinged")
    return [] if pinged else [NewMessage(kind=message.kind, payload=message.payload)]
