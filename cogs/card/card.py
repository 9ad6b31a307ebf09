"""/card: a large picture of any component by its name in either language, with its text, count and rules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

import render
from cogs.rules.section_panel import RuleButton
from cogs.ui.access import match_here
from cogs.ui.autocomplete import in_time
from cogs.ui.channels import in_server, usable_anywhere
from cogs.ui.interactions import Answered, Way, bot_of, person_of, reply, voice_for, whisper
from cogs.ui.layouts import attachments, galleries, layout
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES, MAX_LABEL_LENGTH
from cogs.ui.voice import VOICES, Voice, voice
from engine.core.game import Component
from engine.core.text import text
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from render import Picture
from search.card_rulings import rulings
from search.card_search import MAX_QUERY_LENGTH, Card, all_cards, find_cards, keys, names, plain, suggest_cards
from table.outbox.outgoing import clip
from table.user_error import UserError
from workers.picture_cache import ALT_LIMIT, Board

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

BUTTONS_PER_ROW = 5
MAX_OFFERED_CARDS = 2 * BUTTONS_PER_ROW


class CardCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("card"), description=locale_str("A card or tile up close, with what it does"))
    @app_commands.rename(name=locale_str("name"))
    @app_commands.describe(name=locale_str("Its name, in Polish or English"))
    @usable_anywhere
    async def card(self, interaction: discord.Interaction, name: app_commands.Range[str, 1, MAX_QUERY_LENGTH]) -> None:
        found = find_cards(name, await self._game_here(interaction))
        if len(found) == 1:
            await show(interaction, found[0])
            return
        if not found:
            raise UserError(text("There is no card of that name. Choose one of those suggested while you type."))
        speak = await voice_for(interaction)
        several = all(plain(name) in names(one) for one in found)
        words = speak(
            text("Several cards have that name. Which one do you mean?")
            if several
            else text("There is no card of that name. Did you mean one of these?")
        )
        buttons = [CardButton(one, one.title(speak)) for one in found[:MAX_OFFERED_CARDS]]
        await whisper(interaction, words, layout(discord.ui.TextDisplay(words), *rows(buttons)))

    @card.autocomplete("name")
    @in_time
    async def names(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        speak = await voice_for(interaction)
        fits = suggest_cards(typed, await self._game_here(interaction))
        return [
            app_commands.Choice(name=clip(one.title(speak), MAX_CHOICE_LENGTH), value=keys()[one])
            for one in fits[:MAX_CHOICES]
        ]

    async def _game_here(self, interaction: discord.Interaction) -> str:
        """The game of the channel's match; empty if there is none."""
        match = await match_here(interaction, ended=True)
        return match.game if match else ""


class CardButton(
    Answered, discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"ap:card:(?P<game>[a-z]+):(?P<id>[a-z0-9_.]+)"
):
    """Shows a card privately to the person who pressed it."""

    public = False

    def __init__(self, card: Card, label: str = "…") -> None:
        prefix = "ap:cardshow" if self.public else "ap:card"
        button: discord.ui.Button[Any] = discord.ui.Button(
            label=clip(label, MAX_LABEL_LENGTH), custom_id=f"{prefix}:{card.game}:{card.id}"
        )
        super().__init__(button)
        self.card = card

    @classmethod
    async def from_custom_id(
        cls, _: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> CardButton:
        return cls(Card(match["game"], match["id"]))

    def way(self, interaction: discord.Interaction) -> Way:
        return Way.PUBLIC if self.public and in_server(interaction) else Way.PRIVATE

    async def act(self, interaction: discord.Interaction) -> None:
        if self.card not in all_cards():
            raise UserError(text("There is no card of that name. Choose one of those suggested while you type."))
        await show(interaction, self.card, public=self.public and in_server(interaction))


class ShowCard(CardButton, template=r"ap:cardshow:(?P<game>[a-z]+):(?P<id>[a-z0-9_.]+)"):
    """Shows a card to everybody in the channel."""

    public = True


def rows(buttons: Sequence[discord.ui.Item[Any]]) -> list[discord.ui.ActionRow[Any]]:
    """The buttons in rows of five."""
    return [
        discord.ui.ActionRow(*buttons[start : start + BUTTONS_PER_ROW])
        for start in range(0, len(buttons), BUTTONS_PER_ROW)
    ]


async def show(interaction: discord.Interaction, card: Card, *, public: bool = False) -> None:
    """Reply with the card's picture, its text and buttons for its rules; pings nobody."""
    bot = bot_of(interaction)
    person = await person_of(interaction)
    speak = voice(await bot.channel_language(interaction)) if public else await voice_for(interaction)
    palette = person.palette if person.palette in render.PALETTES else render.PALETTES[0]
    picture, rules = await bot.pictures.run(lambda: (card_picture(card, palette, speak.language), rulings(card)))
    board = Board(picture, clip(alt_text(card, speak), ALT_LIMIT))
    book = rulebook(card.game, speak.language)
    below: list[discord.ui.Item[Any]] = [RuleButton(rule, book[rule].title) for rule in rules if rule in book]
    actions = rows(below)
    if not public and in_server(interaction):
        actions.append(discord.ui.ActionRow(ShowCard(card, speak(text("Show to everyone")))))
    view = layout(*galleries(board), discord.ui.TextDisplay(clip(words_of(card, speak), 3500)), *actions)
    await reply(interaction, view, attachments(board))


@lru_cache(256)
def card_picture(card: Card, palette: str, language: str) -> Picture:
    """The card's picture; cached, because many people ask for the same few."""
    return render.card(card.game, card.id, palette, voice(language))


def words_of(card: Card, speak: Voice) -> str:
    """The card's text in the reader's language, then smaller in the others."""
    component = card.component
    count = f" · ×{component.count}" if component.count else ""
    game = speak(GAMES[card.game].name)
    of_game = "" if game == speak(component.group) else f" · {game}"
    lines = [f"**{card.title(speak)}**{of_game}{count}", *printed_lines(component, speak)]
    for other in VOICES.values():
        if other.language != speak.language:
            small = [f"**{card.title(other)}**", *printed_lines(component, other)]
            lines += [f"-# {line}" for part in small for line in part.splitlines()]
    return "\n".join(lines)


def printed_lines(component: Component, speak: Voice) -> list[str]:
    """The component's facts and its text, in one language."""
    parts = [" · ".join(speak(fact) for fact in component.facts), speak(component.text)]
    return [part for part in parts if part]


def alt_text(card: Card, speak: Voice) -> str:
    """The alternative text of the card's picture."""
    count = [f"×{card.component.count}"] if card.component.count else []
    parts = [card.title(speak), *count, *(part.replace("\n", " ") for part in printed_lines(card.component, speak))]
    return ". ".join(part.rstrip(".") for part in parts) + "."


async def setup(bot: ArenaBot) -> None:
    bot.add_dynamic_items(CardButton, ShowCard)
    keys()  # fill the cache once, which takes a moment
    await bot.add_cog(CardCog(bot))
