"""The table's platform on Discord: lays out messages and sends them to channels, threads and people."""

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
"""The obstacle for each HTTP status of Discord."""
MAX_CONTENT_LENGTH = 2000
CLOCK_SKEW_SECONDS = 300
"""Seconds by which our clock may be ahead of Discord's."""
MAX_MESSAGES_SEARCHED = 100
"""The number of recent channel messages searched for one that may have been sent."""
FIRST_MARK = 1 << 30
"""Component ids have 32 bits; Discord assigns small ones to components without an id."""
ATTACHED_CACHE_SIZE = 512
"""The number of messages whose attached pictures are cached."""
NO_PINGS = discord.AllowedMentions.none()


class DiscordPlatform:
    """Sends messages composed by the table."""

    def __init__(self, client: discord.Client, pictures: PictureCache, after: Callable[[Message], None]) -> None:
        """`after` is called with each message that was sent or changed."""
        self._client, self._pictures, self._after = client, pictures, after
        self._attached: OrderedDict[int, Attached] = OrderedDict()
        """The pictures of messages that may be edited, by row id."""
        self._first: dict[int, int] = {}
        """The first messages of new posts, by post."""

    def invite_with(self, post: int, first: int) -> None:
        """Use the new post's first message for the invitation, unless it has to ping anyone: edits do not ping."""
        self._first[post] = first

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its id on Discord; raises `Undeliverable`."""
        if outgoing.plain:
            words = clip(markdown(outgoing.lines, voice(outgoing.language)), MAX_CONTENT_LENGTH)
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
        with _undeliverable(message):
            channel = await self._place(message)
            allowed = discord.AllowedMentions(everyone=False, roles=False, users=pinged)
            sent: discord.Message = await channel.send(nonce=message.nonce, allowed_mentions=allowed, **what)
        self._after(message)
        return sent.id

    async def _show_in(self, first: int, message: Message, ready: DiscordMessage) -> int:
        """Replace a post's first message by this one."""
        with _undeliverable(message):
            post = await self._place(message)
            await post.get_partial_message(first).edit(view=ready.view, allowed_mentions=NO_PINGS)
        self._after(message)
        return first

    async def find(self, message: Message) -> int | None:
        """Search the channel's messages since it was stored; None if it is not there or we may not read the history."""
        since = discord.Object(
            discord.utils.time_snowflake(datetime.fromtimestamp(message.created_at - CLOCK_SKEW_SECONDS, UTC))
        )
        try:
            with _undeliverable(message):
                channel = await self._place(message)
                async for found in channel.history(limit=MAX_MESSAGES_SEARCHED, after=since, oldest_first=False):
                    if found.author == self._client.user and _is(found, message):
                        return found.id
        except Undeliverable as error:
            if error.obstacle != "forbidden":
                raise
        return None

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        """Replace the message's content without a ping; unchanged pictures stay attached."""
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
        """The message on Discord, without a request."""
        assert message.message is not None
        return self._client.get_partial_messageable(message.channel).get_partial_message(message.message)

    def _remember(self, message: Message, ready: DiscordMessage) -> None:
        self._attached[message.id] = ready.attached
        self._attached.move_to_end(message.id)
        while len(self._attached) > ATTACHED_CACHE_SIZE:
            self._attached.popitem(last=False)

    async def reachable(self, channel: int) -> bool:
        """Whether the bot can still access the channel."""
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
            # Discord accepts no messages in an archived thread.
            found = await found.edit(archived=False)
        assert isinstance(found, Playable), f"cannot post in {found!r}"
        return found  # type: ignore[return-value]


def _mark(message: Message) -> int:
    """The id of the message's container, by which it is recognized on Discord."""
    return FIRST_MARK + message.id % FIRST_MARK


def _is(found: discord.Message, message: Message) -> bool:
    return found.nonce == message.nonce or any(
        isinstance(one, discord.Container) and one.id == _mark(message) for one in found.components
    )


@contextmanager
def _undeliverable(message: Message) -> Iterator[None]:
    """Context manager: convert Discord errors to `Undeliverable`."""
    try:
        yield
    except discord.HTTPException as error:
        reason = f"{error.status} {error.text}"
        if message.person and isinstance(error, discord.Forbidden):
            raise Undeliverable("the person takes no messages", never=True) from error
        if isinstance(error, discord.NotFound) and (message.person or error.code == UNKNOWN_CHANNEL):
            raise Undeliverable(reason, obstacle="gone") from error
        raise Undeliverable(reason, obstacle=OBSTACLES.get(error.status), unknown=error.status >= 500) from error
    except (TimeoutError, OSError, aiohttp.ClientError) as error:
        raise Undeliverable(repr(error), unknown=True) from error
    except discord.RateLimited as error:
        raise Undeliverable(repr(error)) from error


@contextmanager
def _optional() -> Iterator[None]:
    """Context manager: convert Discord errors during an edit to `Undeliverable`; `never` is set unless they are
    temporary.
    """
    try:
        yield
    except discord.HTTPException as error:
        never = error.status < 500 and error.status != 429
        reason = f"{error.status} {error.code} {error.text}"
        raise Undeliverable(reason, obstacle=OBSTACLES.get(error.status), never=never) from error
    except (TimeoutError, aiohttp.ClientError, OSError, discord.RateLimited) as error:
        raise Undeliverable(repr(error)) from error
