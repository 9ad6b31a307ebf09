"""The table's platform is Discord: messages are laid out and sent to channels, threads and people."""

from __future__ import annotations

import discord

from cogs.pictures import Pictures
from cogs.ui.layouts import discord_message
from db.rows import Message
from table.outbox import Undeliverable
from table.outgoing import Outgoing

UNKNOWN_CHANNEL = 10003


class Discord:
    """Sends what the table composes."""

    def __init__(self, client: discord.Client, pictures: Pictures) -> None:
        self._client, self._pictures = client, pictures

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
        except (TimeoutError, discord.HTTPException, OSError) as error:
            raise Undeliverable(f"{getattr(error, 'status', '')} {error}".strip()) from error
        return sent.id

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
