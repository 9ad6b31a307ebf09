"""Shared parts of the /match commands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.ui.voice import Voice
from db.rows import Match
from engine.computers.think import NAMES
from engine.core.text import text
from engine.registry import GAMES

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


LEVELS = [app_commands.Choice(name=locale_str(name.msgid), value=number) for number, name in enumerate(NAMES, 1)]
"""The computer levels as choices."""


class MatchPart(commands.Cog):
    """Some of the commands of the group; `cogs.match.match` combines the parts."""

    bot: ArenaBot

    async def line(self, match: Match, speak: Voice) -> str:
        """One line about a match without a board, which is open or was canceled."""
        seats = await self.bot.store.matches.seats(match.id)
        names = " – ".join(speak.names([seat.person or seat.invited]) for seat in seats)
        state = speak(text("canceled") if match.status == "cancelled" else text("open seats"))
        return f"`{match.id}` {speak(GAMES[match.game].name)} · {names} · {state} · <#{match.channel}>"
