"""/board: the board now or after an earlier move, a forecast of a battle, or a report such as the discards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.board.battle_forecast import battle_forecast
from cogs.ui.access import match_here
from cogs.ui.autocomplete import in_time
from cogs.ui.interactions import person_of, reply, voice_for
from cogs.ui.layouts import attachments, galleries, layout
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from engine.core.game import AnyGame
from engine.core.text import Text, text
from render import Marks
from table.matches.live import Live, game_of, position_after
from table.matches.turns import page
from table.outbox.outgoing import clip
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

FORECAST = "battle"
"""The value of `show` that requests a forecast."""
REPORT_NAMES: dict[str, Text] = {FORECAST: text("If a battle started now"), "discards": text("The discarded tiles")}


class BoardCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("board"), description=locale_str("The board, now or after an earlier move"))
    @app_commands.rename(
        show=locale_str("show"),
        move=locale_str("move"),
        number=locale_str("match-number"),
        public=locale_str("public"),
        zoom=locale_str("zoom"),
    )
    @app_commands.describe(
        show=locale_str("Something other than the board, e.g. what a battle would do"),
        move=locale_str("Show the board after this many moves; leave empty for the current one"),
        number=locale_str("The match's number, see the list"),
        public=locale_str("Show it to everyone in the channel"),
        zoom=locale_str("Everything in one big picture"),
    )
    @app_commands.guild_only()
    async def board(
        self,
        interaction: discord.Interaction,
        show: str = "",
        move: app_commands.Range[int, 0] | None = None,
        number: app_commands.Range[int, 1] | None = None,
        public: bool = False,
        zoom: bool = False,
    ) -> None:
        match = await self.bot.table.moves.need_begun((await self.bot.match_here(interaction, number, ended=True)).id)
        moves = [one for one in await self.bot.store.matches.moves(match.id) if one.kind != "cancel"]
        if move is not None and move > len(moves):
            raise UserError(text("The match has {n} move so far.", "The match has {n} moves so far.", n=len(moves)))
        report = show.strip().lower()
        if report and report not in reports_of(game_of(match)):
            raise UserError(text("There is nothing of that name to show in this game."))
        version = len(moves) if move is None else move
        seats = await self.bot.store.matches.seats(match.id)
        position = await self.bot.pictures.run(lambda: position_after(match, moves, version))
        live = Live(match, tuple(seats), position)
        seat = None if public else live.seat_of(interaction.user.id)
        speak = await voice_for(interaction)
        if report == FORECAST:
            view, trail, lines = battle_forecast(live, seat, speak)
        else:
            shown = page(live, moves, version, seat)
            view, trail = shown.view, shown.trail
            lines = [speak(line) for line in (live.game.reports[report](view) if report else shown.lines)]
        person = await person_of(interaction)
        board = await self.bot.pictures.board(
            live.game,
            view,
            language=speak.language,
            palette=person.palette,
            marks=Marks(trail=trail),
            bottom=seat or 0,
            form="whole" if zoom else "parts",
        )
        head = speak(text("After move {n} of {all}", n=version, all=len(moves)))
        words = clip("\n".join([f"-# {head}", *lines]), 3500)
        answer = layout(*galleries(board), discord.ui.TextDisplay(words))
        await reply(interaction, answer, attachments(board))

    @board.autocomplete("show")
    @in_time
    async def report_choices(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        match = await match_here(interaction, ended=True)
        if match is None:
            return []
        speak = await voice_for(interaction)
        return [
            app_commands.Choice(name=clip(speak(REPORT_NAMES.get(word, Text(word))), MAX_CHOICE_LENGTH), value=word)
            for word in reports_of(game_of(match))
            if typed.strip().lower() in word
            or typed.strip().lower() in speak(REPORT_NAMES.get(word, Text(word))).lower()
        ][:MAX_CHOICES]


def reports_of(game: AnyGame) -> list[str]:
    """The values of `show` that this game has."""
    return [*([FORECAST] if game.forecast else []), *game.reports]


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(BoardCog(bot))
