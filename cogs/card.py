"""/card: a component, big, by its name in either language."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import locales
import render
from cogs.arena import Arena
from cogs.table.pictures import Board
from cogs.table.sorry import Sorry, clip
from cogs.table.typed import fold
from cogs.ui.answer import speaker
from cogs.ui.limits import CHOICE, CHOICES
from cogs.ui.panel import attached, gallery, layout
from cogs.voice import Voice
from engine.core.text import Text, say, text
from engine.registry import GAMES


class CardCog(commands.Cog):
    def __init__(self, bot: Arena) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("card"), description=locale_str("A token or card, big, with what it does"))
    @app_commands.rename(name=locale_str("name"))
    @app_commands.describe(name=locale_str("Its name, in Polish or English"))
    async def card(self, interaction: discord.Interaction, name: app_commands.Range[str, 1, 100]) -> None:
        found = meant(name)
        if found is None:
            raise Sorry(text("There is no card of that name. Choose one of those suggested while you type."))
        await interaction.response.defer(ephemeral=True, thinking=True)
        speak = await speaker(interaction)
        person = await self.bot.store.person(interaction.user.id)
        palette = person.palette if person.palette in render.PALETTES else render.PALETTES[0]
        game, component = found
        picture = await self.bot.pictures.run(lambda: render.CARDS[game](component, palette, speak))
        board = Board(picture, _told(found, speak))
        words = f"**{board.alt}** · {speak(GAMES[game].name)}"
        view = layout(gallery(board), discord.ui.TextDisplay(words))
        await interaction.edit_original_response(view=view, attachments=[attached(board)])

    @card.autocomplete("name")
    async def names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        speak = await speaker(interaction)
        wanted = fold(typed)
        fits = [
            (game, component)
            for game, component in every()
            if any(wanted in known for known in known_as(GAMES[game].components[component].name))
        ]
        return [app_commands.Choice(name=_told(one, speak), value=one[1]) for one in fits[:CHOICES]]


def every() -> list[tuple[str, str]]:
    """Everything that has a card."""
    return [(game, component) for game in render.CARDS for component in GAMES[game].components]


def known_as(name: Text) -> set[str]:
    """A name in every language we speak, as people type it."""
    return {fold(say(name, locales.catalogue(language))) for language in locales.LANGUAGES}


def meant(typed: str) -> tuple[str, str] | None:
    """The component with this id, or else the first with this name."""
    for game, component in every():
        if component == typed:
            return game, component
    wanted = fold(typed)
    return next((one for one in every() if wanted in known_as(GAMES[one[0]].components[one[1]].name)), None)


def _told(one: tuple[str, str], speak: Voice) -> str:
    game, component = one
    known = GAMES[game].components[component]
    return clip(f"{speak(known.name)} · {speak(known.group)}", CHOICE)


async def setup(bot: Arena) -> None:
    await bot.add_cog(CardCog(bot))
