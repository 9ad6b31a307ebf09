"""The link that invites the bot to a server."""

from __future__ import annotations

import discord

PERMISSIONS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    manage_threads=True,
    attach_files=True,
    embed_links=True,
    read_message_history=True,
)
"""The permissions that the bot needs in its channels."""


def invite_link(application: int) -> str:
    """The URL with which a server's manager invites this application."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))
