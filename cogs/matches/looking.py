"""/match show, export: a match from its first move to its last."""

from __future__ import annotations

import io

import discord
import msgspec
from discord import app_commands
from discord.app_commands import locale_str

from cogs.matches.part import MatchPart
from cogs.table.live import record_of
from cogs.table.sorry import Sorry
from cogs.table.story import note
from cogs.ui.answer import speaker, tell
from cogs.ui.controls import Press, Spot
from cogs.ui.public import described_options, mention
from cogs.ui.public_presses import show_board
from engine.core.text import text
from engine.registry import GAMES


class Looking(MatchPart):
    """The commands that show and tell."""

    @app_commands.command(
        name=locale_str("show"), description=locale_str("The match of this channel, or one by its number")
    )
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def show(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction, number, ended=True)
        speak = await speaker(interaction)
        if match.status in ("open", "cancelled"):
            await tell(interaction, await self.line(match, interaction.user.id, speak))
            return
        if (
            match.status == "live"
            and match.channel != interaction.channel_id
            and not await self.bot.reachable(match.channel)
        ):
            await self.bot.need_seat(interaction, match.id)
            view = discord.ui.View(timeout=None)
            view.add_item(Press("here", Spot(match.id, match.version), speak(text("Continue here"))))
            await tell(interaction, speak(text("The channel of match {match} is gone.", match=match.id)), view)
            return
        game = GAMES[match.game]
        seats = await self.bot.store.seats(match.id)
        names = " · ".join(f"{speak(game.side_names[seat.seat])} {mention(seat.user)}" for seat in seats)
        head = f"**{speak(game.name)}** `{match.id}` · {names}\n-# {described_options(game, match, speak)}"
        await show_board(interaction, match.id, since=0, head=head)

    @app_commands.command(name=locale_str("export"), description=locale_str("The whole match as a file"))
    @app_commands.rename(number=locale_str("number"))
    @app_commands.describe(number=locale_str("The match's number, see the list"))
    async def export(self, interaction: discord.Interaction, number: app_commands.Range[int, 1] | None = None) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        match = await self.bot.match_here(interaction, number, ended=True)
        if match.status == "open":
            raise Sorry(text("The match has not begun: seats are still free."))
        moves = await self.bot.store.moves(match.id)
        seat = next((one.seat for one in await self.bot.store.seats(match.id) if one.user == interaction.user.id), None)
        record = record_of(match, moves, seat, [note(move).secret for move in moves])
        data = msgspec.json.format(msgspec.json.encode(record), indent=1)
        file = discord.File(io.BytesIO(data), f"{match.game}-{match.id}.json")
        await interaction.followup.send(file=file, ephemeral=True)
