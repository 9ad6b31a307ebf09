"""Where the bot may work: its permissions in a channel, and threads."""

from __future__ import annotations

import discord

from engine.core.text import Text, joined, text
from table.sorry import Sorry


def need_permissions(interaction: discord.Interaction, *, thread: bool) -> None:
    """Refuse with the names of the permissions that the bot is missing here."""
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


def may_open_threads(interaction: discord.Interaction) -> bool:
    """Whether the bot may open threads here and write in them."""
    may = interaction.app_permissions
    return may.create_public_threads and may.send_messages_in_threads


def parent_of(interaction: discord.Interaction) -> int | None:
    """The channel that holds this one, when this one is a thread."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
