"""What the parts of /me have in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.ext import commands

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


class MePart(commands.Cog):
    """Some of the commands of the group; `cogs.me.me` puts the parts together."""

    bot: ArenaBot
