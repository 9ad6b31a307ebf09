"""/rules: the section of the rules that answers a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.rules.section_panel import contents, section_choices, show_section
from cogs.ui.access import match_here
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import usable_anywhere
from cogs.ui.game_choices import find_game, suggest_games
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from engine.core.text import Text, text
from engine.registry import GAMES
from search.books import book_name, section
from search.replies import Reply, reply_to
from search.rules_search import search_library
from table.outbox.outgoing import clip, quoted

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

MAX_QUERY_LENGTH = 500


class RulesCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("rules"), description=locale_str("How does this work? Ask in your own words"))
    @app_commands.rename(query=locale_str("query"), game=locale_str("game"))
    @app_commands.describe(
        query=locale_str("A question or a word, in Polish or English"),
        game=locale_str("Which game; in a match's channel, the game of that match"),
    )
    @usable_anywhere
    async def rules(
        self, interaction: discord.Interaction, query: app_commands.Range[str, 0, MAX_QUERY_LENGTH] = "", game: str = ""
    ) -> None:
        speak = await voice_for(interaction)
        here, situation, live = await self._here(interaction)
        chosen = find_game(game).key if game.strip() else ""
        if not query.strip():
            wanted = chosen or here or next(iter(GAMES))
            await whisper(
                interaction, "", contents(wanted, speak(text("The rules of {game}:", game=GAMES[wanted].name)), speak)
            )
            return
        found = await search_library(
            lambda index: reply_to(index, query, here=here, live=live, situation=situation, chosen=chosen)
        )
        if found.kind == "section":
            await show_section(interaction, found.sections[0], also=found.sections[1:], cards=found.cards)
            return
        heading = speak(_heading(found, query))
        await whisper(interaction, "", section_choices(found.sections, heading, speak))

    async def _here(self, interaction: discord.Interaction) -> tuple[str, list[str], bool]:
        """The game of the channel's match, the rules behind its open questions, and whether it is live."""
        match = await match_here(interaction, ended=True)
        if match is None:
            return "", [], False
        if match.status != "live":
            return match.game, [], False
        live = await self.bot.table.moves.live(match.id)
        now = [rule for ask in live.position.asks if (rule := live.game.prompt_rules.get(ask.prompt))]
        sections = [found for rule in now if (found := section(rule, "en")) is not None]
        return match.game, [*now, *(other for found in sections for other in found.see)], True

    @rules.autocomplete("query")
    @in_time
    async def questions(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The sections that match the text typed so far."""
        speak = await voice_for(interaction)
        match = await match_here(interaction, ended=True)
        chosen = str(getattr(interaction.namespace, "game", "") or "")
        here = chosen if chosen in GAMES else match.game if match else ""
        answer = await search_library(
            lambda index: index.ask(typed[:MAX_QUERY_LENGTH], here=here, most=MAX_CHOICES, typing=True)
        )
        choices = []
        for hit in answer.hits:
            one = section(hit.id, speak.language)
            if one is not None:
                name = one.title if hit.game == here else f"{one.title} · {speak(book_name(hit.game))}"
                choices.append(app_commands.Choice(name=clip(name, MAX_CHOICE_LENGTH), value=hit.id))
        return choices[:MAX_CHOICES]

    @rules.autocomplete("game")
    @in_time
    async def games(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await suggest_games(interaction, typed)


def _heading(found: Reply, question: str) -> Text:
    """The words above a choice of sections."""
    query = quoted(question)
    if found.kind == "elsewhere":
        return text(
            "Nothing about “{query}” in the rules of {game}. It is in the rules of another game:",
            query=query,
            game=GAMES[found.game].name,
        )
    if found.kind == "games":
        return text("Several games have rules on “{query}”. Which one do you mean?", query=query)
    return text("Nothing about “{query}” in the rules. Did you mean one of these?", query=query)


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(RulesCog(bot))
