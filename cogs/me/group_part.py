"""Shared parts of the /me commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


class MePart(commands.Cog):
    """Some of the commands of the group; `cogs.me.me` combines the parts."""

    bot: ArenaBot
