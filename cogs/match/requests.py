"""/match resign, draw, undo, pause, resume, claim, substitute: requests to the other players."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.match.group_part import LEVELS, MatchPart
from cogs.match.public_buttons import claim_match
from cogs.play.panel import show_panel
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import voice_for, whisper
from db.rows import Match
from engine.core.text import text
from table.computers.computers import SUBSTITUTE_LEVEL, is_computer
from table.user_error import UserError


class Asking(MatchPart):
    """The commands that need another player's consent; resigning and claiming need none."""

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
        """Undo an unconfirmed step without asking; a confirmed move needs the other side's consent."""
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
        stands = await self.bot.store.offers.get(match.id, kind) is not None
        asked = text("I have asked the other side.")
        done = asked if stands else await self.bot.table.offers.accepted(match.id, kind)  # both wanted it
        await whisper(interaction, (await voice_for(interaction))(trouble or done))

    @app_commands.command(name=locale_str("pause"), description=locale_str("Ask the others to pause the clocks"))
    async def pause(self, interaction: discord.Interaction) -> None:
        match = await self.bot.match_here(interaction)
        if not match.clock:
            raise UserError(text("This match has no clock to pause."))
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
    @app_commands.rename(player=locale_str("player"), absent=locale_str("instead-of"), level=locale_str("level"))
    @app_commands.describe(
        player=locale_str("Who takes over; choose me for a computer"),
        absent=locale_str("Whose seat, if not yours: only someone who is out of time or has been silent for a week"),
        level=locale_str("How strong the computer is"),
    )
    @app_commands.choices(level=LEVELS)
    async def substitute(
        self,
        interaction: discord.Interaction,
        player: discord.Member,
        absent: discord.User | None = None,
        level: int | None = None,
    ) -> None:
        computer = player == self.bot.user
        if player.bot and not computer:
            raise UserError(text("Bots can't play here."))
        if level is not None and not computer:
            raise UserError(text("A level is for computers: choose me as the player who takes over."))
        match = await self.bot.match_here(interaction)
        done = await self.bot.table.substitutes.ask(
            match.id,
            interaction.user.id,
            None if computer else player.id,
            await self._replaced(interaction, match, absent),
            interaction.id,
            level=level or SUBSTITUTE_LEVEL,
        )
        trouble = await self.bot.table.deliver(match.id)
        answer = text("Done.") if done else text("I have asked them.")
        await whisper(interaction, (await voice_for(interaction))(trouble or answer))

    async def _replaced(
        self, interaction: discord.Interaction, match: Match, absent: discord.User | None
    ) -> int | None:
        """The player to replace: None for oneself; if this bot is named, a computer."""
        if absent is None or absent.id == interaction.user.id:
            return None
        if absent != self.bot.user:
            return absent.id
        players = await self.bot.table.seating.players(match.id)
        return next((one for one in players if is_computer(one)), absent.id)
