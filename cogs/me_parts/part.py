"""What the parts of /me have in common."""

from __future__ import annotations

from discord.ext import commands

from cogs.arena import Arena
from table.queues import Queues


class MePart(commands.Cog):
    """Some of the commands of the group; `cogs.me` puts the parts together."""

    bot: Arena
    people: Queues
    """One person's wishes are looked at one after the other."""
