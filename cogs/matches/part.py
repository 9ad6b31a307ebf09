"""What the parts of /match have in common."""

from __future__ import annotations

from discord.ext import commands

from cogs.arena import Arena
from cogs.ui.panel import mention
from cogs.voice import Voice
from db.rows import Match
from engine.core.text import text
from engine.registry import GAMES


class MatchPart(commands.Cog):
    """Some of the commands of the group; `cogs.match` puts the parts together."""

    bot: Arena

    async def line(self, match: Match, user: int, speak: Voice) -> str:
        seats = await self.bot.store.seats(match.id)
        names = " – ".join(mention(seat.user or seat.invited) for seat in seats)
        if match.status == "cancelled":
            state = speak(text("cancelled"))
        elif match.status == "open":
            state = speak(text("seats are free"))
        elif any(seats[seat].user == user for seat in match.to_move):
            state = f"**{speak(text('your move'))}**"
        else:
            waited = ", ".join(mention(seats[seat].user) for seat in match.to_move)
            state = speak(text("waiting for {names}", names=waited))
        return f"`{match.id}` {speak(GAMES[match.game].name)} · {names} · {state} · <#{match.channel}>"
