"""/ladder: the best players of a game, in this server and everywhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.ui.autocomplete import in_time
from cogs.ui.game_choices import find_game, suggest_games
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.voice import Voice, mention
from db.rows import Rating
from db.tables.ladder import LadderPage
from engine.core.game import AnyGame
from engine.core.text import Text, text
from table.compose.rated import PROVISIONAL
from table.ratings.ratings import DOUBT_DEVIATIONS, RANKED_FROM_MATCHES, Strength
from table.ratings.results import EVERYWHERE
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

MAX_RANKED, MAX_NEWCOMERS = 20, 5
"""The number of listed people with a place, and without one."""
SERVER, ALL = text("this server"), text("all servers")


class LadderCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(
        name=locale_str("ladder"), description=locale_str("The ladder of a game, and your place on it")
    )
    @app_commands.rename(game=locale_str("game"), scope=locale_str("scope"))
    @app_commands.describe(
        game=locale_str("Which game"), scope=locale_str("On this server, or on all servers together")
    )
    @app_commands.choices(
        scope=[
            app_commands.Choice(name=locale_str("this server"), value="server"),
            app_commands.Choice(name=locale_str("all servers"), value="everywhere"),
        ]
    )
    @app_commands.allowed_contexts(guilds=True, dms=True)
    async def ladder(self, interaction: discord.Interaction, game: str, scope: str = "") -> None:
        here = scope == "server" or (not scope and interaction.guild_id is not None)
        if here and interaction.guild_id is None:
            raise UserError(text("This is not a server. Ask for the ladder of all servers together."))
        chosen = find_game(game)
        page = await self.bot.store.ladder.page(
            chosen.key,
            (interaction.guild_id if here else None) or EVERYWHERE,
            interaction.user.id,
            doubt=DOUBT_DEVIATIONS,
            ranked_from=RANKED_FROM_MATCHES,
            most=MAX_RANKED,
            newcomers=MAX_NEWCOMERS,
        )
        speak = await voice_for(interaction)
        await whisper(interaction, "\n".join(ladder_lines(chosen, SERVER if here else ALL, page, speak)))

    @ladder.autocomplete("game")
    @in_time
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(interaction, typed)


def ladder_lines(game: AnyGame, scope: Text, page: LadderPage, speak: Voice) -> Iterator[str]:
    """The ladder as lines, with the reader's own line."""
    title = speak(text("The ladder of {game}", game=game.name))
    yield f"### {title} · {speak(scope)}"
    if not page.top and not page.newcomers:
        yield speak(
            text("The ladder is still empty. Open the first rated match with /match new and the option *rated*.")
        )
        return
    for place, rating in with_places(page):
        yield f"`{place:>2}.` {mention(rating.person)} {_numbers(rating, speak)}"
    if page.newcomers:
        yield f"**{speak(text('Not ranked yet'))}**"
        yield from (f"{mention(rating.person)} {_numbers(rating, speak)}" for rating in page.newcomers)
        yield "-# " + speak(PROVISIONAL)
    yield "-# " + speak(text("Ranked by the lower bound of the rating."))
    yield _own_line(page, speak)


def with_places(page: LadderPage) -> Iterator[tuple[int, Rating]]:
    """The listed ratings with their places; equal ratings share a place."""
    ends = [rating.mu - DOUBT_DEVIATIONS * rating.sigma for rating in page.top]
    return ((1 + ends.index(end), rating) for end, rating in zip(ends, page.top, strict=True))


def _numbers(rating: Rating, speak: Voice) -> str:
    matches = speak(text("{n} match", "{n} matches", n=rating.matches))
    return f"{Strength.of(rating)} · {matches}"


def _own_line(page: LadderPage, speak: Voice) -> str:
    if page.mine is None:
        return speak(text("You have not played a rated match here yet."))
    numbers = _numbers(page.mine, speak)
    if page.place is None:
        more = RANKED_FROM_MATCHES - page.mine.matches
        return speak(
            text(
                "You: {numbers}; {n} more match to be ranked.",
                "You: {numbers}; {n} more matches to be ranked.",
                n=more,
                numbers=numbers,
            )
        )
    return speak(
        text("You: place {place} of {ranked}, {numbers}.", place=page.place, ranked=page.ranked, numbers=numbers)
    )


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(LadderCog(bot))
