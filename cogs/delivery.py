"""The table's platform is Discord: messages are laid out and sent to channels, threads and people."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import aiohttp
import discord

from cogs.pictures import Pictures
from cogs.ui.layouts import Attached, DiscordMessage, discord_message
from db.rows import Message
from table.outgoing import Outgoing, Undeliverable

UNKNOWN_CHANNEL = 10003
BAD_REQUEST = "400 "
REMEMBERED = 512
"""Of how many messages it is remembered which pictures are attached."""
NO_PINGS = discord.AllowedMentions.none()


class Discord:
    """Sends what the table composes."""

    def __init__(self, client: discord.Client, pictures: Pictures) -> None:
        self._client, self._pictures = client, pictures
        self._attached: OrderedDict[int, Attached] = OrderedDict()
        """The pictures of messages that may be edited, by their rows' ids."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        """Send it to the message's channel or person and return its id on Discord; raises `Undeliverable`."""
        ready = await discord_message(self._pictures, outgoing)
        try:
            channel = await self._person(message.person) if message.person else await self._channel(message.channel)
            sent = await channel.send(
                view=ready.view,
                files=list(ready.files),
                nonce=message.nonce,
                allowed_mentions=discord.AllowedMentions(
                    everyone=False, roles=False, users=[discord.Object(person) for person in outgoing.pings]
                ),
            )
        except (discord.Forbidden, discord.NotFound) as error:
            if message.person:
                raise Undeliverable("the person takes no messages", gone=True) from error
            if error.code == UNKNOWN_CHANNEL:
                raise Undeliverable("the channel is gone", gone=True) from error
            raise Undeliverable(f"{error.status} {error.text}") from error
        except (TimeoutError, discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise Undeliverable(f"{getattr(error, 'status', '')} {error}".strip()) from error
        self._remember(message, ready)
        return sent.id

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        """Show this instead, and ping nobody; pictures stay attached where they are the same."""
        attached = self._attached.get(message.id) if same_board else None
        ready = await discord_message(self._pictures, outgoing, attached)
        try:
            await self._change(message, ready)
        except Undeliverable as error:
            if attached is None or not str(error).startswith(BAD_REQUEST):
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

    async def _person(self, person: int) -> discord.DMChannel:
        found = self._client.get_user(person) or await self._client.fetch_user(person)
        return found.dm_channel or await found.create_dm()

    async def _channel(self, channel: int) -> discord.TextChannel | discord.Thread:
        found = self._client.get_channel(channel) or await self._client.fetch_channel(channel)
        if isinstance(found, discord.Thread) and found.archived:
            # Discord takes no messages in an archived thread.
            found = await found.edit(archived=False)
        assert isinstance(found, discord.TextChannel | discord.Thread | discord.VoiceChannel), (
            f"cannot post in {found!r}"
        )
        return found  # type: ignore[return-value]


@contextmanager
def _optional() -> Iterator[None]:
    """What Discord says against an edit, as `Undeliverable`: for good, unless Discord only has trouble now."""
    try:
        yield
    except discord.HTTPException as error:
        refused = error.status < 500 and error.status != 429
        raise Undeliverable(f"{error.status} {error.code} {error.text}", gone=refused) from error
    except (TimeoutError, aiohttp.ClientError, OSError, discord.RateLimited) as error:
        raise Undeliverable(repr(error)) from error
