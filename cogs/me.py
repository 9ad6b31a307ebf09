"""/me: in which language and in which colours the bot speaks to you."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from cogs.arena import Arena
from cogs.table.sorry import Sorry
from cogs.ui.answer import speaker, tell
from engine.core.text import Text, text

LANGUAGE_NAMES = {"en": "English", "pl": "Polski"}
PALETTE_NAMES: dict[str, Text] = {"classic": text("classic"), "contrast": text("high contrast, colour-blind safe")}


class MeCog(commands.GroupCog, name=locale_str("me")):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("language"), description=locale_str("The language the bot speaks to you"))
    @app_commands.rename(language=locale_str("language"))
    @app_commands.describe(language=locale_str("English or Polish; automatic follows your Discord"))
    @app_commands.choices(
        language=[
            *(app_commands.Choice(name=name, value=key) for key, name in LANGUAGE_NAMES.items()),
            app_commands.Choice(name=locale_str("automatic"), value="auto"),
        ]
    )
    async def language(self, interaction: discord.Interaction, language: str) -> None:
        if language not in (*LANGUAGE_NAMES, "auto"):
            raise Sorry(text("We speak: {names}.", names=", ".join(LANGUAGE_NAMES.values())))
        await self.bot.store.remember(interaction.user.id, language="" if language == "auto" else language)
        speak = await speaker(interaction)
        await tell(interaction, speak(text("I speak {language} to you now.", language=LANGUAGE_NAMES[speak.language])))

    @app_commands.command(name=locale_str("palette"), description=locale_str("The colours of your pictures"))
    @app_commands.rename(palette=locale_str("palette"))
    @app_commands.describe(palette=locale_str("The contrast palette is safe for colour-blind eyes"))
    @app_commands.choices(
        palette=[
            app_commands.Choice(name=locale_str("classic"), value="classic"),
            app_commands.Choice(name=locale_str("contrast"), value="contrast"),
        ]
    )
    async def palette(self, interaction: discord.Interaction, palette: str) -> None:
        if palette not in render.PALETTES:
            raise Sorry(text("There are these palettes: {names}.", names=", ".join(render.PALETTES)))
        await self.bot.store.remember(interaction.user.id, palette=palette)
        name = PALETTE_NAMES.get(palette, Text(palette))
        await tell(
            interaction, (await speaker(interaction))(text("Your pictures are drawn in: {palette}.", palette=name))
        )


async def setup(bot: Arena) -> None:
    await bot.add_cog(MeCog(bot))
