"""/me stats: how one's matches went, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.ui.games import named, suggested
from cogs.ui.interactions import voice_for, whisper
from cogs.voice import Voice, mention
from db.ladder import Tally
from db.rows import Rating
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.compose.rated import PROVISIONAL
from table.ratings import DEVIATIONS, Strength
from table.results import EVERYWHERE

if TYPE_CHECKING:
    from cogs.arena import Arena


class Stats(commands.Cog):
    """A part of /me."""

    bot: Arena

    @app_commands.command(name=locale_str("stats"), description=locale_str("Your matches and ratings, game by game"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("Which game; leave empty for all"))
    async def stats(self, interaction: discord.Interaction, game: str = "") -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user, guild = interaction.user.id, interaction.guild_id or EVERYWHERE
        wanted = [named(game).key] if game.strip() else list(GAMES)
        store = self.bot.store
        tallies, ratings = await store.tallies(user), await store.ratings_of(user, guild)
        running = await store.running(user)
        speak = await voice_for(interaction)
        lines: list[str] = []
        for key in wanted:
            finished = [tally for tally in tallies if tally.game == key]
            best = await store.best_win(user, key, doubt=DEVIATIONS) if finished else None
            chapter = [
                *rated([rating for rating in ratings if rating.game == key], speak),
                *finished_and_running(finished, running.get(key, 0), speak),
                *([speak(won_against(best))] if best else []),
            ]
            if chapter:
                lines += [f"**{speak(GAMES[key].name)}**", *chapter]
        if any(Strength.of(rating).provisional for rating in ratings if rating.game in wanted):
            lines.append("-# " + speak(PROVISIONAL))
        await whisper(interaction, "\n".join(lines) or speak(text("No matches yet. Start one with /match new.")))

    @stats.autocomplete("game")
    async def stats_games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggested(interaction, typed)


def rated(ratings: Sequence[Rating], speak: Voice) -> Iterator[str]:
    """The person's ratings in a game: in this server, and everywhere."""
    told = [
        text(
            "{rating} everywhere" if rating.guild == EVERYWHERE else "{rating} in this server",
            rating=str(Strength.of(rating)),
        )
        for rating in sorted(ratings, key=lambda rating: rating.guild == EVERYWHERE)
    ]
    if told:
        yield speak(text("Rating: {ratings}", ratings=joined(told, " · ")))


def finished_and_running(tallies: Sequence[Tally], running: int, speak: Voice) -> Iterator[str]:
    """How the person's matches of a game went, and how many go on."""
    for tally in tallies:
        yield speak(_tallied(tally))
    if running:
        yield speak(text("Running now: {n} match", "Running now: {n} matches", n=running))


def _tallied(tally: Tally) -> Text:
    went = text("won {won}, drawn {drawn}, lost {lost}", won=tally.won, drawn=tally.drawn, lost=tally.lost)
    if tally.rated:
        return text("{n} rated match: {went}", "{n} rated matches: {went}", n=tally.played, went=went)
    return text("{n} match not rated: {went}", "{n} matches not rated: {went}", n=tally.played, went=went)


def won_against(best: Rating) -> Text:
    """The best of those whom the person has beaten."""
    return text("Best win: against {who}, now {rating}", who=mention(best.person), rating=str(Strength.of(best)))
