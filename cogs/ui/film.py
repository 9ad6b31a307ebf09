"""A battle as it went: told segment by segment, and as a short film."""

from __future__ import annotations

import io

import discord

import render
from cogs.table.scenes import has_scenes, scenes
from cogs.table.sorry import Sorry, clip
from cogs.table.story import last_told, story
from cogs.ui.answer import arena, speaker
from cogs.ui.controls import Spot, press
from cogs.ui.panel import layout
from engine.core.text import Text, text
from render import Marks
from render.film import Film, Frame, film

FILE = "battle.gif"


@press("film")
async def show_film(interaction: discord.Interaction, spot: Spot, _: str) -> None:
    """The battles that the message above the button tells of, privately."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    bot = arena(interaction)
    match = await bot.begun(spot.match)
    moves = (await bot.store.moves(match.id))[: spot.version]
    chapters = [one for one in story(moves, last_told(moves, spot.version)) if has_scenes(match, one.events)]
    if not chapters:
        raise Sorry(text("There was no battle in this move."))
    speak = await speaker(interaction)
    person = await bot.store.person(interaction.user.id)
    palette = person.palette if person.palette in render.PALETTES else render.PALETTES[0]
    shots = [scene for one in chapters for scene in scenes(match, moves, one.number)]
    frames = [Frame(scene.view, Marks(trail=scene.trail), _caption(scene.told)) for scene in shots]

    def make() -> Film:
        return film(match.game, frames, palette=palette, say=speak)

    made = await bot.pictures.run(make)
    lines = [speak(line) for scene in shots for line in scene.told]
    shown: discord.ui.MediaGallery[discord.ui.LayoutView] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{FILE}", description=clip(" ".join(lines), 1000))
    answer = layout(shown, discord.ui.TextDisplay(clip("\n".join(lines), 3500)))
    file = discord.File(io.BytesIO(made.data), FILE)
    await interaction.edit_original_response(view=answer, attachments=[file])


def _caption(told: tuple[Text, ...]) -> Text | None:
    """The first few of a scene's lines; the whole of it stands in the text."""
    if not told:
        return None
    few = told[:3]
    pattern = " · ".join(f"{{l{number}}}" for number in range(len(few)))
    return Text(pattern, {f"l{number}": line for number, line in enumerate(few)})
