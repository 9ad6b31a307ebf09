"""/me stats: the person's results and ratings, game by game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.puzzle.puzzle_panel import streak_text
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import in_server
from cogs.ui.game_choices import find_game, suggest_games
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.voice import Voice, mention
from db.rows import Rating
from db.tables.ladder import LevelTally, Tally
from engine.computers.think import NAMES
from engine.core.text import Text, joined, text
from engine.registry import GAMES
from table.compose.rated import PROVISIONAL
from table.exercises.puzzles import strength_in
from table.ratings.ratings import DOUBT_DEVIATIONS, Strength
from table.ratings.results import EVERYWHERE

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot


class Stats(commands.Cog):
    """A part of /me."""

    bot: ArenaBot

    @app_commands.command(name=locale_str("stats"), description=locale_str("Your matches and ratings, game by game"))
    @app_commands.rename(game=locale_str("game"))
    @app_commands.describe(game=locale_str("Which game; leave empty for all"))
    async def stats(self, interaction: discord.Interaction, game: str = "") -> None:
        person, guild = interaction.user.id, (interaction.guild_id if in_server(interaction) else None) or EVERYWHERE
        wanted = [find_game(game).key] if game.strip() else list(GAMES)
        store = self.bot.store
        tallies, ratings = await store.ladder.tallies(person), await store.ladder.ratings_of(person, guild)
        running, levels = await store.ladder.running(person), await store.ladder.tallies_by_level(person)
        puzzles = {one.game: strength_in(one) for one in await store.puzzle_ratings.of_person(person)}
        speak = await voice_for(interaction)
        lines: list[str] = []
        for key in wanted:
            finished = [tally for tally in tallies if tally.game == key]
            best = await store.ladder.best_win(person, key, doubt=DOUBT_DEVIATIONS) if finished else None
            chapter = [
                *rating_lines([rating for rating in ratings if rating.game == key], speak),
                *tally_lines(finished, running.get(key, 0), speak),
                *(speak(level_text(tally)) for tally in levels if tally.game == key),
                *([speak(best_win_text(best))] if best else []),
                *([speak(puzzles_text(puzzles[key]))] if key in puzzles else []),
            ]
            if chapter:
                lines += [f"**{speak(GAMES[key].name)}**", *chapter]
        if streak := await self.bot.table.puzzles.streak(person):
            lines.append(speak(streak_text(streak)))
        shown = [Strength.of(rating) for rating in ratings if rating.game in wanted]
        shown += [strength for game, strength in puzzles.items() if game in wanted]
        if any(strength.provisional for strength in shown):
            lines.append("-# " + speak(PROVISIONAL))
        await whisper(interaction, "\n".join(lines) or speak(text("No matches yet. Start one with /match new.")))

    @stats.autocomplete("game")
    @in_time
    async def stats_games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(interaction, typed)


def rating_lines(ratings: Sequence[Rating], speak: Voice) -> Iterator[str]:
    """The person's ratings in a game: in this server, and everywhere."""
    shown = [
        text(
            "{rating} on all servers" if rating.guild == EVERYWHERE else "{rating} on this server",
            rating=str(Strength.of(rating)),
        )
        for rating in sorted(ratings, key=lambda rating: rating.guild == EVERYWHERE)
    ]
    if shown:
        yield speak(text("Rating: {ratings}", ratings=joined(shown, " · ")))


def tally_lines(tallies: Sequence[Tally], running: int, speak: Voice) -> Iterator[str]:
    """The person's finished matches of a game, won, drawn and lost, and the number of running ones."""
    for tally in tallies:
        yield speak(_tally_text(tally))
    if running:
        yield speak(text("In progress: {n} match", "In progress: {n} matches", n=running))


def _tally_text(tally: Tally) -> Text:
    went = text("won {won}, drawn {drawn}, lost {lost}", won=tally.won, drawn=tally.drawn, lost=tally.lost)
    if tally.rated:
        return text("{n} rated match: {went}", "{n} rated matches: {went}", n=tally.played, went=went)
    return text("{n} match not rated: {went}", "{n} matches not rated: {went}", n=tally.played, went=went)


def level_text(tally: LevelTally) -> Text:
    """The score against computers of a level."""
    score = text("won {won}, drawn {drawn}, lost {lost}", won=tally.won, drawn=tally.drawn, lost=tally.lost)
    return text("Against the computer ({level}): {score}", level=NAMES[tally.level - 1], score=score)


def puzzles_text(strength: Strength) -> Text:
    """The person's rating at puzzles of a game."""
    return text(
        "Puzzles: {rating}, after {n} puzzle",
        "Puzzles: {rating}, after {n} puzzles",
        rating=str(strength),
        n=strength.matches,
    )


def best_win_text(best: Rating) -> Text:
    """The strongest opponent whom the person has beaten."""
    return text("Best win: against {who}, now {rating}", who=mention(best.person), rating=str(Strength.of(best)))
