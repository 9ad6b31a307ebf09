"""/me: the person's settings. Language and colors are here, the rest is in `cogs.me`, by topic."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from cogs.me.notices import Notices, quiet_text, reminder_text, where_text
from cogs.me.stats import Stats
from cogs.me.vacation import Away
from cogs.me.vacation_words import allowance_lines, vacation_lines
from cogs.ui.channels import usable_anywhere
from cogs.ui.interactions import voice_for, whisper
from engine.core.text import Text, text
from table.clocks.vacation_allowance import year_of
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

LANGUAGE_NAMES = {"en": "English", "pl": "Polski"}
PALETTE_NAMES: dict[str, Text] = {"classic": text("classic"), "contrast": text("high contrast, color-blind safe")}


@usable_anywhere
class MeCog(Notices, Away, Stats, commands.GroupCog, name=locale_str("me")):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("language"), description=locale_str("The language the bot speaks to you"))
    @app_commands.rename(language=locale_str("language"))
    @app_commands.describe(language=locale_str("English or Polish; automatic follows your Discord language"))
    @app_commands.choices(
        language=[
            *(app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()),
            app_commands.Choice(name=locale_str("automatic"), value="auto"),
        ]
    )
    async def language(self, interaction: discord.Interaction, language: str) -> None:
        if language not in (*LANGUAGE_NAMES, "auto"):
            raise UserError(text("Available languages: {names}.", names=", ".join(LANGUAGE_NAMES.values())))
        await self.bot.store.people.update(interaction.user.id, language="" if language == "auto" else language)
        speak = await voice_for(interaction)
        done = text("From now on I'll speak {language} to you.", language=LANGUAGE_NAMES[speak.language])
        await whisper(interaction, speak(done))

    @app_commands.command(name=locale_str("palette"), description=locale_str("The colors of your pictures"))
    @app_commands.rename(palette=locale_str("palette"))
    @app_commands.describe(palette=locale_str("The contrast palette is safe for color-blind eyes"))
    @app_commands.choices(
        palette=[
            app_commands.Choice(name=locale_str("classic"), value="classic"),
            app_commands.Choice(name=locale_str("contrast"), value="contrast"),
        ]
    )
    async def palette(self, interaction: discord.Interaction, palette: str) -> None:
        if palette not in render.PALETTES:
            raise UserError(text("Available palettes: {names}.", names=", ".join(render.PALETTES)))
        await self.bot.store.people.update(interaction.user.id, palette=palette)
        done = text("Palette of your pictures: {palette}.", palette=palette_name(palette))
        await whisper(interaction, (await voice_for(interaction))(done))

    @app_commands.command(name=locale_str("show"), description=locale_str("All your settings"))
    async def show(self, interaction: discord.Interaction) -> None:
        speak = await voice_for(interaction)
        person = await self.bot.store.people.get(interaction.user.id)
        now = int(self.bot.clock())
        vacations = await self.bot.table.vacations.of(person.person)
        lines = [
            text("Language: {language}.", language=LANGUAGE_NAMES[speak.language]),
            text("Palette of your pictures: {palette}.", palette=palette_name(person.palette)),
            where_text(person),
            reminder_text(person),
            quiet_text(person, speak.language, now),
            *vacation_lines(vacations, now),
            *allowance_lines(vacations, [year_of(now)]),
        ]
        await whisper(interaction, "\n".join(f"- {speak(line)}" for line in lines))


def palette_name(key: str) -> Text:
    """The name of a palette."""
    return PALETTE_NAMES.get(key or "classic", Text(key))


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(MeCog(bot))
