"""/learn: the course of a game, lesson by lesson, shown privately."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.learn.lesson_panel import open_lesson, show_lesson
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import usable_anywhere
from cogs.ui.game_choices import find_game, suggest_games
from engine.learning.lessons import course
from engine.registry import GAMES
from table.picks.parse_typed import split

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


class LearnCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("learn"), description=locale_str("Learn a game in short lessons, by playing"))
    @app_commands.rename(game=locale_str("game"), lesson=locale_str("lesson"), move=locale_str("move"))
    @app_commands.describe(
        game=locale_str("Which game"),
        lesson=locale_str("Lesson number; leave empty to continue where you left off"),
        move=locale_str("Solve it by typing, as in /play"),
    )
    @usable_anywhere
    async def learn(
        self, interaction: discord.Interaction, game: str, lesson: app_commands.Range[int, 1] = 0, move: str = ""
    ) -> None:
        opened = await open_lesson(interaction, find_game(game).key, lesson)
        words, _ = split(move)
        if words:
            opened = await self.bot.table.lessons.type(opened, words, interaction.id)
        await show_lesson(interaction, opened)

    @learn.autocomplete("game")
    @in_time
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(interaction, typed, [key for key in GAMES if course(key)])


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(LearnCog(bot))
