"""Films: a battle segment by segment, a whole match turn by turn. The answer shows the progress."""

from __future__ import annotations

import io
from collections.abc import Callable, Hashable, Sequence

import discord

import render
from cogs.ui.controls import Address
from cogs.ui.fair_queue import release_current
from cogs.ui.interactions import bot_of, person_of, reply, voice_for
from cogs.ui.layouts import Row, gallery, layout
from cogs.ui.voice import Voice, voice
from db.rows import Match, Move
from engine.core.text import text
from render.film.film import Film
from table.matches.live import Live, game_of
from table.matches.story import has_scenes, last_announced, story
from table.outbox.outgoing import clip
from table.user_error import UserError
from workers.film_jobs import MadeFilm, battle_film, match_film
from workers.job import Progress, Work
from workers.job_queue import Report

BATTLE_FILE = "battle.gif"
REPORT_SECONDS = 1.0
"""Seconds between two progress reports."""


async def show_battle(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Show the battles of the message above the button, privately."""
    bot = bot_of(interaction)
    match = await bot.table.moves.need_begun(address.match)
    moves = (await bot.store.matches.moves(match.id))[: address.version]
    all_chapters = story(moves, last_announced(moves, address.version))
    chapters = [one for one in all_chapters if has_scenes(match, one.events)]
    if not chapters:
        raise UserError(text("There was no battle in this move."))
    speak = await voice_for(interaction)
    palette = await palette_of(interaction)
    versions = tuple(one.number for one in chapters)
    made = await make_film(interaction, battle_film, match, moves, versions, speak.language, palette, speak=speak)
    live = Live(match, tuple(await bot.store.matches.seats(match.id)), bot.table.moves.position(match))
    lines = [speak(live.in_person(line)) for one in all_chapters for line in one.lines(live.game)]
    await show_film(interaction, made.film, BATTLE_FILE, " ".join(lines), "\n".join(lines))


async def show_match(interaction: discord.Interaction, match: Match, moves: Sequence[Move], *, public: bool) -> None:
    """Show all turns that still count from the public view; if private, with the person's own side at the bottom."""
    bot = bot_of(interaction)
    speak = voice(match.language) if public else await voice_for(interaction)
    palette = match.palette if public else await palette_of(interaction)
    mine = next((one.seat for one in await bot.store.matches.seats(match.id) if one.person == interaction.user.id), 0)
    how = speak.language, palette, 0 if public else mine
    made = await make_film(interaction, match_film, match, moves, *how, speak=speak)
    game = game_of(match)
    head = text(
        "{game}, match {match}: {n} move",
        "{game}, match {match}: {n} moves",
        game=game.name,
        match=match.id,
        n=len(moves),
    )
    words = [f"**{speak(head)}**"]
    if made.film.left_out:
        words.append("-# " + speak(text("The film would be too long: some pictures are left out.")))
    alt = f"{speak(head)}. {made.words}"
    await show_film(interaction, made.film, f"{match.game}-{match.id}.gif", alt, "\n".join(words))


async def palette_of(interaction: discord.Interaction) -> str:
    """The person's palette, or the first one."""
    chosen = (await person_of(interaction)).palette
    return chosen if chosen in render.PALETTES else render.PALETTES[0]


async def make_film(
    interaction: discord.Interaction,
    function: Callable[..., Work[MadeFilm]],
    match: Match,
    moves: Sequence[Move],
    *how: Hashable,
    speak: Voice,
) -> MadeFilm:
    """The film, from the cache or made in the background; meanwhile the answer shows the progress."""
    report = progress(interaction, speak)
    return await bot_of(interaction).films.film(interaction.user.id, function, match, [*moves], *how, report=report)


def progress(interaction: discord.Interaction, speak: Voice) -> Report:
    """A callback that shows a film's progress in the answer; requests of others no longer wait for this one."""
    bot = bot_of(interaction)
    reported_at = bot.clock()
    release_current()

    async def report(so_far: Progress) -> None:
        nonlocal reported_at
        if so_far.all and bot.clock() - reported_at < REPORT_SECONDS:
            return
        reported_at = bot.clock()
        drawing = text("Drawing: {n} of {all}", n=so_far.done, all=so_far.all)
        words = speak(drawing if so_far.all else text("A few films are ahead of yours in the queue."))
        interaction.extras["progress"] = True
        await reply(interaction, layout(discord.ui.TextDisplay(words)))

    return report


async def show_film(interaction: discord.Interaction, made: Film, name: str, alt: str, words: str, *rows: Row) -> None:
    """Replace the answer's progress report with the film."""
    answer = layout(gallery(name, clip(alt, 1000)), discord.ui.TextDisplay(clip(words, 3500)), *rows)
    await reply(interaction, answer, [discord.File(io.BytesIO(made.data), name)])
