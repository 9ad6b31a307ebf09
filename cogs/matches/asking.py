"""/match resign, draw, undo: what a player asks of the others."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.matches.part import MatchPart
from cogs.ui.answer import speaker, tell
from cogs.ui.controls import Press, Spot
from cogs.ui.panel import show_panel
from engine.core.text import text


class Asking(MatchPart):
    """The commands that need somebody's consent, and giving up, which needs none."""

    @app_commands.command(name=locale_str("resign"), description=locale_str("Give up the match of this channel"))
    async def resign(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        live, _ = await self.bot.path.playing(match.id, interaction.user.id)
        live.position.need_resignable()
        speak = await speaker(interaction)
        view = discord.ui.View(timeout=None)
        view.add_item(
            Press(
                "resign", Spot(match.id, match.version), speak(text("Yes, I resign")), style=discord.ButtonStyle.danger
            )
        )
        await tell(interaction, speak(text("Do you really want to resign?")), view)

    @app_commands.command(name=locale_str("draw"), description=locale_str("Offer a draw"))
    async def draw(self, interaction: discord.Interaction) -> None:
        await self._offer(interaction, "draw")

    @app_commands.command(
        name=locale_str("undo"), description=locale_str("Take back a step, or ask to take back your last move")
    )
    async def undo(self, interaction: discord.Interaction) -> None:
        """Free while nothing is confirmed; beyond that the other side has to agree."""
        match = await self.bot.match_here(interaction)
        live, seat = await self.bot.path.playing(match.id, interaction.user.id)
        if live.position.ask_of(seat) is not None and (await self.bot.path.draft(live, seat)).codes:
            await interaction.response.defer(ephemeral=True, thinking=True)
            live, now = await self.bot.path.back(match.id, interaction.user.id, None, interaction.id)
            await show_panel(interaction, live, now)
            return
        await self._offer(interaction, "undo")

    async def _offer(self, interaction: discord.Interaction, kind: str) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction)
        await self.bot.path.offer(match.id, interaction.user.id, kind, interaction.id)
        trouble = await self.bot.post.deliver(match.id)
        speak = await speaker(interaction)
        await tell(interaction, speak(trouble or text("The other side has been asked.")))
