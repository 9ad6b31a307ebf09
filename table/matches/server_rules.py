"""A server's rules: allowed channels and banned people."""

from __future__ import annotations

from collections.abc import Sequence

from db.rows import Guild
from db.tables.guilds import is_banned
from engine.core.text import joined, text
from table.outbox.outgoing import channel_name, mention
from table.user_error import UserError


def need_allowed_channel(guild: Guild, channel: int, parent: int | None) -> None:
    """Raise UserError unless the channel, or the parent of the thread, is allowed by the server."""
    if guild.channels and channel not in guild.channels and parent not in guild.channels:
        names = joined([channel_name(one) for one in guild.channels])
        raise UserError(text("On this server, matches may be opened only in: {names}.", names=names))


def need_not_banned(banned: Sequence[int], person: int, others: Sequence[int | None] = ()) -> None:
    """Raise UserError if the server has banned the person or one of the others."""
    if is_banned(banned, person):
        raise UserError(text("You are banned from playing on this server."))
    refused = [one for one in others if one is not None and is_banned(banned, one)]
    if refused:
        names = joined([mention(one) for one in refused])
        raise UserError(text("Banned from playing on this server: {names}.", names=names))
