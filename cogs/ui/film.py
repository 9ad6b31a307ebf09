"""Films: a battle segment by segment, a whole match turn by turn. Drawn in batches; the answer reports the progress."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import discord

import render
from cogs.ui.controls import Address
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import layout
from cogs.voice import Voice, voice
from db.rows import Match, Move
from engine.core.text import Text, joined, text
from render import Marks
from render.film import Film, Frame, Reel
from table.live import Live, game_of
from table.outgoing import clip
from table.scenes import has_scenes, scenes
from table.sorry import Sorry
from table.story import last_announced, story
from table.turns import Turn, effective_moves, turns

BATTLE = "battle.gif"
STEP = 6
"""Frames drawn in one go: pictures that people wait for are drawn in between."""
PACE = 1.0
"""Seconds between two reports of the progress."""


async def show_battle(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The battles that the message above the button tells of, privately."""
    bot = bot_of(interaction)
    match = await bot.table.moves.need_begun(address.match)
    moves = (await bot.store.moves(match.id))[: address.version]
    told = story(moves, last_announced(moves, address.version))
    chapters = [one for one in told if has_scenes(match, one.events)]
    if not chapters:
        raise Sorry(text("There was no battle in this move."))
    speak = await voice_for(interaction)
    palette = await palette_of(interaction)
    shots = [scene for one in chapters for scene in scenes(match, moves, one.number)]
    frames = [Frame(scene.view, Marks(trail=scene.trail), caption(scene.lines)) for scene in shots]
    made = await make_film(interaction, lambda: Reel(match.game, frames, palette=palette, say=speak), speak)
    live = Live(match, tuple(await bot.store.seats(match.id)), bot.table.moves.position(match))
    lines = [speak(live.in_person(line)) for one in told for line in one.lines(live.game)]
    await show_film(interaction, made, BATTLE, " ".join(lines), "\n".join(lines))


async def show_match(interaction: discord.Interaction, match: Match, moves: Sequence[Move], *, public: bool) -> None:
    """All turns that stand, as everybody could see them; privately with the person's own side at the bottom."""
    bot = bot_of(interaction)
    speak = voice(match.language) if public else await voice_for(interaction)
    palette = match.palette if public else await palette_of(interaction)
    mine = next((one.seat for one in await bot.store.seats(match.id) if one.person == interaction.user.id), 0)
    found = await bot.pictures.run(lambda: turns(match, effective_moves(moves), None))
    made = await make_film(interaction, lambda: reel(match, found, speak, palette, 0 if public else mine), speak)
    game = game_of(match)
    head = text(
        "{game}, match {match}: {n} move",
        "{game}, match {match}: {n} moves",
        game=game.name,
        match=match.id,
        n=len(moves),
    )
    words = [f"**{speak(head)}**"]
    if made.left_out:
        words.append("-# " + speak(text("The film would be too long: some pictures are left out.")))
    alt = " ".join([f"{speak(head)}.", *(speak(line) for line in game.describe(found[-1].view))])
    await show_film(interaction, made, f"{match.game}-{match.id}.gif", alt, "\n".join(words))


def reel(match: Match, found: Sequence[Turn], speak: Voice, palette: str, bottom: int) -> Reel:
    """A film of these turns."""
    frames = [Frame(turn.view, Marks(trail=turn.trail), caption(_numbered(turn))) for turn in found]
    shown = palette if palette in render.PALETTES else render.PALETTES[0]
    return Reel(match.game, frames, palette=shown, say=speak, bottom=bottom)


async def palette_of(interaction: discord.Interaction) -> str:
    """The palette that the person has chosen, or the first."""
    chosen = (await bot_of(interaction).store.person(interaction.user.id)).palette
    return chosen if chosen in render.PALETTES else render.PALETTES[0]


async def make_film(interaction: discord.Interaction, make: Callable[[], Reel], speak: Voice) -> Film:
    """The film, drawn off the event loop; while it is made, the answer says how far it is."""
    bot = bot_of(interaction)
    reel = await bot.pictures.run(make)
    reported_at = bot.clock()
    while reel.done < reel.all:
        await bot.pictures.run(partial(reel.draw, STEP))
        if bot.clock() - reported_at >= PACE:
            reported_at = bot.clock()
            words = speak(text("Drawing: {n} of {all}", n=reel.done, all=reel.all))
            await reply(interaction, layout(discord.ui.TextDisplay(words)))
    return await bot.pictures.run(reel.film)


async def show_film(interaction: discord.Interaction, made: Film, name: str, alt: str, words: str) -> None:
    """Replace the answer's progress report with the film."""
    shown: discord.ui.MediaGallery[Any] = discord.ui.MediaGallery()
    shown.add_item(media=f"attachment://{name}", description=clip(alt, 1000))
    answer = layout(shown, discord.ui.TextDisplay(clip(words, 3500)))
    await reply(interaction, answer, [discord.File(io.BytesIO(made.data), name)])


def _numbered(turn: Turn) -> list[Text]:
    """The turn's lines, with the number by which its board is found in the history."""
    if not turn.number or not turn.lines:
        return [*turn.lines]
    return [text("Move {n}: {what}", n=turn.number, what=turn.lines[0]), *turn.lines[1:]]


def caption(lines: Sequence[Text]) -> Text | None:
    """The lines as one caption; None without lines."""
    return joined(lines, "\n") if lines else None
