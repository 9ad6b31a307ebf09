"""/match: opening, joining, viewing, requests, export. Its commands are in `cogs.match`, by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord.app_commands import locale_str
from discord.ext import commands

from cogs.match.import_export import Filing
from cogs.match.match_list import Listing
from cogs.match.new import Opening
from cogs.match.requests import Asking
from cogs.match.show import Looking
from cogs.ui.channels import usable_anywhere

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


@usable_anywhere
class MatchCog(Opening, Listing, Looking, Asking, Filing, commands.GroupCog, name=locale_str("match")):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(MatchCog(bot))
