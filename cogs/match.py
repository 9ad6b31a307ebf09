"""/match: opening, joining, looking, asking, exporting. Its commands are in `cogs.matches`, by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.matches.asking import Asking
from cogs.matches.filing import Filing
from cogs.matches.listing import Listing
from cogs.matches.looking import Looking
from cogs.matches.opening import Opening
from cogs.ui.places import usable_anywhere

if TYPE_CHECKING:
    from cogs.arena import Arena


@usable_anywhere
class MatchCog(Opening, Listing, Looking, Asking, Filing, commands.GroupCog, name=locale_str("match")):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot


async def setup(bot: Arena) -> None:
    await bot.add_cog(MatchCog(bot))
