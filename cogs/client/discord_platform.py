"""The table's platform is Discord: messages are laid out and sent to channels, threads and people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import aiohttp
import discord

from cogs.ui.channels import Playable
from cogs.ui.layouts import Attached, DiscordMessage, discord_message, markdown
from cogs.ui.voice import voice
from db.rows import Message, Obstacle
from table.outbox.outgoing import Outgoing, Undeliverable, clip
from workers.picture_cache import PictureCache

UNKNOWN_CHANNEL = 10003
OBSTACLES: Mapping[int, Obstacle] = {400: "refused", 403: "forbidden"}
"""What Discord's status says of a message, or of an edit."""
LONGEST_CONTENT = 2000
SKEW = 300
"""Seconds by which our clock may be ahead of Discord's."""
LOOKED_AT = 100
"""Among how many of a channel's messages one is looked for that may have been sent."""
FIRST_MARK = 1 << 30
"""The ids of components have 32 bits; small ones are given by Discord to those without."""
REMEMBERED = 512
"""Of how many messages it is remembered which pictures are attached."""
NO_PINGS = discord.AllowedMentions.none()


class Discord:
    """Sends what the table composes."""

    def __init__(self, client: discord.Client, pictures: PictureCache, after: Callable[[Message], None]) -> None:
        """`after` is called with what has been sent or changed."""
        self._client, self._pictures, self._after = client, pictures, after
        self._attached: OrderedDict[int, Attached] = OrderedDict()
        """The pictures of messages that may be edited, by their rows' ids."""
        self._first: dict[int, int] = {}
        """The first messages of new posts, by post."""

    def invite_with(self, post: int, first: int) -> None:
        """Show the invitation in the new post's first message, unless it pings somebody: a change of it would not."""
        self._first[post] = first

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its id on Discord; raises `Undeliverable`."""
        if outgoing.plain:
            words = clip(markdown(outgoing.lines, voice(outgoing.language)), LONGEST_CONTENT)
            return await self._post(message, outgoing, content=words)
        ready = await discord_message(self._pictures, outgoing, mark=_mark(message))
        first = self._first.pop(message.channel, None)
        if first is not None and message.kind == "invitation" and not outgoing.pings:
            sent = await self._show_in(first, message, ready)
        else:
            sent = await self._post(message, outgoing, view=ready.view, files=list(ready.files))
        self._remember(message, ready)
        return sent

    async def _post(self, message: Message, outgoing: Outgoing, **what: Any) -> int:
        pinged = [discord.Object(person) for person in outgoing.pings]
        with _told(message):
            channel = await self._place(message)
            allowed = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
            sent: discord.Message = await channel.send(nonce=message.nonce, allowed_mentions=allowed, **what)
        self._after(message)
        return sent.id

    async def _show_in(self, first: int, message: Message, ready: DiscordMessage) -> int:
        """Put the message in the place of a post's first one."""
        with _told(message):
            post = await self._place(message)
            await post.get_partial_message(first).edit(view=ready.view, allowed_mentions=NO_PINGS)
        self._after(message)
        return first

    async def find(self, message: Message) -> int | None:
        """Look for it among the channel's messages since it was stored; None where we may not look."""
        since = discord.Object(discord.utils.time_snowflake(datetime.fromtimestamp(message.created_at - SKEW, UTC)))
        try:
            with _told(message):
                channel = await self._place(message)
                async for found in channel.history(limit=LOOKED_AT, after=since, oldest_first=False):
                    if found.author == self._client.user and _is(found, message):
                        return found.id
        except Undeliverable as error:
            if error.obstacle != "forbidden":
                raise
        return None

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        """Show this instead, and ping nobody; pictures stay attached where they are the same."""
        attached = self._attached.get(message.id) if same_board else None
        ready = await discord_message(self._pictures, outgoing, attached)
        try:
            await self._change(message, ready)
        except Undeliverable as error:
            if attached is None or error.obstacle != "refused":
                raise
            # Discord may not find the pictures by their names: attach them again.
            ready = await discord_message(self._pictures, outgoing)
            await self._change(message, ready)
        if outgoing.final:
            self._attached.pop(message.id, None)
        else:
            self._remember(message, ready)

    async def _change(self, message: Message, ready: DiscordMessage) -> None:
        files: Any = list(ready.files) if ready.files else discord.utils.MISSING
        with _optional():
            await self._sent(message).edit(view=ready.view, attachments=files, allowed_mentions=NO_PINGS)
        self._after(message)

    async def remove(self, message: Message) -> None:
        """Delete the message."""
        with _optional():
            await self._sent(message).delete()

    def _sent(self, message: Message) -> discord.PartialMessage:
        """The message on Discord, without asking Discord for it."""
        assert message.message is not None
        return self._client.get_partial_messageable(message.channel).get_partial_message(message.message)

    def _remember(self, message: Message, ready: DiscordMessage) -> None:
        self._attached[message.id] = ready.attached
        self._attached.move_to_end(message.id)
        while len(self._attached) > REMEMBERED:
            self._attached.popitem(last=False)

    async def reachable(self, channel: int) -> bool:
        """Whether the channel still exists for us."""
        if self._client.get_channel(channel) is not None:
            return True
        try:
            await self._client.fetch_channel(channel)
        except (discord.NotFound, discord.Forbidden):
            return False
        return True

    async def _place(self, message: Message) -> discord.DMChannel | discord.TextChannel | discord.Thread:
        return await self._person(message.person) if message.person else await self._channel(message.channel)

    async def _person(self, person: int) -> discord.DMChannel:
        found = self._client.get_user(person) or await self._client.fetch_user(person)
        return found.dm_channel or await found.create_dm()

    async def _channel(self, channel: int) -> discord.TextChannel | discord.Thread:
        found = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        if isinstance(found, discord.Thread) and found.archived:
            # Discord takes no messages in an archived thread.
            found = await found.edit(archived=False)
        assert isinstance(found, Playable), f"cannot post in {found!r}"
        return found  # type: ignore[return-value]


def _mark(message: Message) -> int:
    """The number by which the message is known again on Discord: the id of its frame."""
    return FIRST_MARK + message.id % FIRST_MARK


def _is(found: discord.Message, message: Message) -> bool:
    return found.nonce == message.nonce or any(
        isinstance(one, discord.Container) and one.id == _mark(message) for one in found.components
    )


@contextmanager
def _told(message: Message) -> Iterator[None]:
    """What Discord says against a message, as `Undeliverable`."""
    try:
        yield
    except discord.HTTPException as error:
        told = f"{error.status} {error.text}"
        if message.person and isinstance(error, discord.Forbidden):
            raise Undeliverable("the person takes no messages", never=True) from error
        if isinstance(error, discord.NotFound) and (message.person or error.code == UNKNOWN_CHANNEL):
            raise Undeliverable(told, obstacle="gone") from error
        raise Undeliverable(told, obstacle=OBSTACLES.get(error.status), unknown=error.status >= 500) from error
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        raise Undeliverable(repr(error), unknown=True) from error
    except discord.RateLimited as error:
        raise Undeliverable(repr(error)) from error


@contextmanager
def _optional() -> Iterator[None]:
    """Convert Discord errors during an edit to `Undeliverable`; `never` is set unless the error is temporary."""
    try:
        yield
    except discord.HTTPException as error:
        never = error.status < 500 and error.status != 429
        told = f"{error.status} {error.code} {error.text}"
        raise Undeliverable(told, obstacle=OBSTACLES.get(error.status), never=never) from error
    except (TimeoutError, aiohttp.ClientError, OSError, discord.RateLimited) as error:
        raise Undeliverable(repr(error)) from error
