"""/match resign, draw, undo, pause, resume, claim, substitute: requests to the other players."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.matches.part import MatchPart
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.panel import show_panel
from cogs.ui.public_actions import claim_match
from engine.core.text import text
from table.sorry import Sorry


class Asking(MatchPart):
    """The commands that ask for another player's consent; resigning and claiming need none."""

    @app_commands.command(name=locale_str("resign"), description=locale_str("Resign the match in this channel"))
    async def resign(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        live, _ = await self.bot.table.moves.playing(match.id, interaction.user.id)
        live.position.need_resignable()
        speak = await voice_for(interaction)
        view = discord.ui.View(timeout=None)
        address, sure = Address(match.id, match.version), speak(text("Yes, I resign"))
        view.add_item(ActionButton("resign", address, sure, style=discord.ButtonStyle.danger))
        await whisper(interaction, speak(text("Do you really want to resign?")), view)

    @app_commands.command(name=locale_str("draw"), description=locale_str("Offer a draw"))
    async def draw(self, interaction: discord.Interaction) -> None:
        await self._offer(interaction, "draw")

    @app_commands.command(
        name=locale_str("undo"), description=locale_str("Take back a step, or ask to take back your last move")
    )
    async def undo(self, interaction: discord.Interaction) -> None:
        """Free while nothing is confirmed; beyond that the other side has to agree."""
        match = await self.bot.match_here(interaction)
        live, seat = await self.bot.table.moves.playing(match.id, interaction.user.id)
        if live.position.ask_of(seat) is not None and self.bot.table.moves.draft(live, seat).codes:
            after, now = await self.bot.table.moves.back(match.id, interaction.user.id, None, interaction.id)
            await show_panel(interaction, after, now)
            return
        await self._offer(interaction, "undo")

    async def _offer(self, interaction: discord.Interaction, kind: str) -> None:
        match = await self.bot.match_here(interaction)
        await self.bot.table.offers.offer(match.id, interaction.user.id, kind, interaction.id)
        trouble = await self.bot.table.deliver(match.id)
        stands = await self.bot.store.offer(match.id, kind) is not None
        done = text("I have asked the other side.") if stands else text("Accepted.")  # both wanted it
        await whisper(interaction, (await voice_for(interaction))(trouble or done))

    @app_commands.command(name=locale_str("pause"), description=locale_str("Ask the others to pause the clocks"))
    async def pause(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        if not match.clock:
            raise Sorry(text("This match has no clock to pause."))
        await self._offer(interaction, "pause")

    @app_commands.command(name=locale_str("resume"), description=locale_str("Restart the clocks of a paused match"))
    async def resume(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        await self.bot.table.offers.resume(match.id, interaction.user.id, interaction.id)
        trouble = await self.bot.table.deliver(match.id)
        await whisper(interaction, (await voice_for(interaction))(trouble or text("The clocks run again.")))

    @app_commands.command(
        name=locale_str("claim"), description=locale_str("Claim the win when the other side has run out of time")
    )
    async def claim(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        await claim_match(interaction, match.id)

    @app_commands.command(
        name=locale_str("substitute"),
        description=locale_str("Let someone take over from you, or from an absent player"),
    )
    @app_commands.rename(player=locale_str("player"), absent=locale_str("instead-of"))
    @app_commands.describe(
        player=locale_str("Who takes over"),
        absent=locale_str("Whose seat, if not yours: only someone who is out of time or has been silent for a week"),
    )
    async def substitute(
        self, interaction: discord.Interaction, player: discord.Member, absent: discord.User | None = None
    ) -> None:
        if player.bot:
            raise Sorry(text("Bots can't play here."))
        match = await self.bot.match_here(interaction)
        instead_of = None if absent is None or absent.id == interaction.user.id else absent.id
        await self.bot.table.substitutes.ask(match.id, interaction.user.id, player.id, instead_of, interaction.id)
        trouble = await self.bot.table.deliver(match.id)
        await whisper(interaction, (await voice_for(interaction))(trouble or text("I have asked them.")))
