"""House rules: where the bot may work, where a server wants its matches, and whom it keeps from its seats."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from db.guilds import is_banned
from db.rows import Guild
from engine.core.text import Text, joined, text
from table.sorry import Sorry


def need_permissions(interaction: discord.Interaction, *, thread: bool) -> None:
    """Say what is missing before anything is begun."""
    may = interaction.app_permissions
    inside = isinstance(interaction.channel, discord.Thread)
    needs: list[tuple[bool, Text]] = [
        (may.view_channel, text("view channel")),
        (may.send_messages_in_threads if inside or thread else may.send_messages, text("send messages")),
        (may.attach_files, text("attach files")),
        (may.create_public_threads or not thread, text("create public threads")),
    ]
    missing = [name for granted, name in needs if not granted]
    if missing:
        raise Sorry(text("I am missing permissions in this channel: {names}.", names=joined(missing)))


def need_place(guild: Guild, channel: int, parent: int | None) -> None:
    """A server may want its matches in certain channels, and in the threads below them."""
    if guild.channels and channel not in guild.channels and parent not in guild.channels:
        names = ", ".join(f"<#{one}>" for one in guild.channels)
        raise Sorry(text("Matches of this server have their places: {names}.", names=names))


def need_welcome(banned: Sequence[int], user: int, others: Sequence[int | None] = ()) -> None:
    """A server may keep people from its seats: then they sit down nowhere and nobody invites them."""
    if is_banned(banned, user):
        raise Sorry(text("This server does not let you take a seat."))
    kept = [one for one in others if one is not None and is_banned(banned, one)]
    if kept:
        names = ", ".join(f"<@{one}>" for one in kept)
        raise Sorry(text("This server does not let them take a seat: {names}.", names=names))


def parent_of(interaction: discord.Interaction) -> int | None:
    """The channel that holds this one, when this one is a thread."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
