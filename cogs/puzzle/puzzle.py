"""/puzzle: positions with a proven best turn: the daily one, the next one by strength, or any by its number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.puzzle.puzzle_panel import show_puzzle
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import usable_anywhere
from cogs.ui.game_choices import find_game, suggest_games
from engine.learning.puzzles import puzzles
from engine.registry import GAMES
from table.exercises.puzzles import PuzzleState
from table.picks.parse_typed import split

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


@usable_anywhere
class PuzzleCog(commands.GroupCog, name=locale_str("puzzle")):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("today"), description=locale_str("The puzzle of the day, the same for everyone")
    )
    @app_commands.rename(move=locale_str("move"))
    @app_commands.describe(move=locale_str("Solve it by typing, as in /play"))
    async def today(self, interaction: discord.Interaction, move: str = "") -> None:
        await self._show(interaction, await self.bot.table.puzzles.open_today(interaction.user.id), move)

    @app_commands.command(name=locale_str("next"), description=locale_str("A new puzzle at your level"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("Which game; by default the one you played last"))
    async def next_one(self, interaction: discord.Interaction, game: str = "") -> None:
        wanted = find_game(game).key if game.strip() else ""
        await self._show(interaction, await self.bot.table.puzzles.open_next(interaction.user.id, wanted), "")

    @app_commands.command(name=locale_str("show"), description=locale_str("A puzzle by its number"))
    @app_commands.rename(game=locale_str("game"), number=locale_str("number"), move=locale_str("move"))
    @app_commands.describe(
        game=locale_str("Which game"),
        number=locale_str("The puzzle's number"),
        move=locale_str("Solve it by typing, as in /play"),
    )
    async def show(
        self, interaction: discord.Interaction, game: str, number: app_commands.Range[int, 1], move: str = ""
    ) -> None:
        opened = await self.bot.table.puzzles.open_number(interaction.user.id, find_game(game).key, number)
        await self._show(interaction, opened, move)

    async def _show(self, interaction: discord.Interaction, opened: PuzzleState, move: str) -> None:
        words, _ = split(move)
        if words:
            opened = await self.bot.table.puzzles.type(opened, words, interaction.id)
        await show_puzzle(interaction, opened)

    @next_one.autocomplete("game")
    @show.autocomplete("game")
    @in_time
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(interaction, typed, [key for key in GAMES if puzzles(key)])


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(PuzzleCog(bot))
