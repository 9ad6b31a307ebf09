"""/board: the match as a picture, now or after any earlier move."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.arena import Arena
from cogs.table.live import Live, position_after
from cogs.table.sorry import Sorry
from cogs.table.story import opening, story
from cogs.ui.answer import speaker
from cogs.ui.panel import attached, gallery, layout
from engine.core.ask import seen_by
from engine.core.text import text
from render import Marks


class BoardCog(commands.Cog):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("board"), description=locale_str("The board, now or after an earlier move"))
    @app_commands.rename(move=locale_str("move"), number=locale_str("match-number"), public=locale_str("public"))
    @app_commands.describe(
        move=locale_str("After how many moves; leave empty for now"),
        number=locale_str("The match's number, see the list"),
        public=locale_str("Show it to everybody in the channel"),
    )
    @app_commands.guild_only()
    async def board(
        self,
        interaction: discord.Interaction,
        move: app_commands.Range[int, 0] | None = None,
        number: app_commands.Range[int, 1] | None = None,
        public: bool = False,
    ) -> None:
        match = await self.bot.begun((await self.bot.match_here(interaction, number, ended=True)).id)
        moves = [one for one in await self.bot.store.moves(match.id) if one.kind != "cancel"]
        if move is not None and move > len(moves):
            raise Sorry(text("The match has {n} move so far.", "The match has {n} moves so far.", n=len(moves)))
        # Only now: a refusal is private even where the picture would be public.
        await interaction.response.defer(ephemeral=not public, thinking=True)
        version = len(moves) if move is None else move
        seats = await self.bot.store.seats(match.id)
        live = Live(match, tuple(seats), position_after(match, moves, version))
        seat = None if public else live.seat_of(interaction.user.id)
        chapters = story(moves[:version], max(version - 1, 0))
        events = [event for chapter in chapters for event in seen_by(chapter.events, seat)]
        speak = await speaker(interaction)
        person = await self.bot.store.person(interaction.user.id)
        board = await self.bot.pictures.board(
            live.game,
            live.view(seat),
            language=speak.language,
            palette=person.palette,
            marks=Marks(trail=live.game.trail(events)),
            bottom=seat or 0,
        )
        lines = [line for one in chapters for line in one.told(live.game, seat)] or live.game.narrate(opening(match))
        head = speak(text("After move {n} of {all}", n=version, all=len(moves)))
        words = "\n".join([f"-# {head}", *(speak(line) for line in lines)])
        view = layout(gallery(board), discord.ui.TextDisplay(words))
        await interaction.edit_original_response(view=view, attachments=[attached(board)])


async def setup(bot: Arena) -> None:
    await bot.add_cog(BoardCog(bot))
