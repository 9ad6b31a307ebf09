"""Where the bot may work: its permissions in a channel, and threads."""

from __future__ import annotations

from typing import TypeVar

import discord
from discord import app_commands

from engine.core.text import Text, joined, text
from table.matches.seating import Place
from table.user_error import UserError

T = TypeVar("T")

Playable = discord.TextChannel | discord.VoiceChannel | discord.StageChannel | discord.Thread
"""The kinds of channels that messages can be posted in; a forum post is a thread."""
ANYWHERE = ("rules", "card", "learn", "puzzle", "me", "match list", "help", "privacy", "ladder")
"""Commands and groups that need no server. `match` is one command for Discord, so we refuse its other subcommands."""
OUTSIDE = text(
    "This works only on a server that has added me. "
    "Elsewhere you can use /rules, /card, /learn, /puzzle today, /me show, /match list, /help."
)


def usable_anywhere(target: T) -> T:
    """Decorator of a command or group that people may add to their account and use in any chat."""
    installed = app_commands.allowed_installs(guilds=True, users=True)(target)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(installed)


def in_server(interaction: discord.Interaction) -> bool:
    """Whether this is a server with the bot as a member; it knows and posts nothing anywhere else."""
    return interaction.guild_id is not None and interaction.client.get_guild(interaction.guild_id) is not None


def needs_no_server(command: str) -> bool:
    """Whether the command, by its full name, works in every chat."""
    return command in ANYWHERE or command.split()[0] in ANYWHERE


def place_of(interaction: discord.Interaction) -> Place:
    """The place for a match that is opened here. Raises UserError if none can be played here."""
    if not in_server(interaction):
        raise UserError(OUTSIDE)
    if not isinstance(interaction.channel, Playable):
        raise UserError(text("Matches can't be played in this kind of channel; use a text channel or a thread."))
    assert interaction.guild_id is not None
    return Place(interaction.guild_id, interaction.channel.id, parent_of(interaction))


def need_permissions(interaction: discord.Interaction, *, thread: bool) -> None:
    """Raise UserError with the permissions that the bot is missing here."""
    if not in_server(interaction):
        raise UserError(OUTSIDE)
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
        raise UserError(text("I am missing permissions in this channel: {names}.", names=joined(missing)))


def may_open_threads(interaction: discord.Interaction) -> bool:
    """Whether the bot may open threads here and write in them."""
    may = interaction.app_permissions
    return may.create_public_threads and may.send_messages_in_threads


def parent_of(interaction: discord.Interaction) -> int | None:
    """The channel that contains this thread; None if this is not a thread."""
    return interaction.channel.parent_id if isinstance(interaction.channel, discord.Thread) else None
