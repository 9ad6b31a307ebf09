"""Context menus: “Challenge” on a person, “Show this position” on a message with a board."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands
from discord.app_commands import locale_str

from cogs.match.history_panel import show_page
from cogs.match.new import answer_opening, open_match, opening_answer
from cogs.match.public_buttons import LEVELS, level_row
from cogs.ui.access import need_match
from cogs.ui.channels import OUTSIDE, in_server
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of, reply, reply_in_words, voice_for, whisper
from cogs.ui.layouts import Row, layout
from engine.core.text import text
from engine.registry import GAMES
from table.compose.payloads import Turn
from table.matches.match_terms import Terms
from table.matches.story import last_edited
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

ANYONE, COMPUTER = "0", "computer"
"""Placeholders for a person's id on the buttons of games; a computer's level may follow."""
ON_BOARDS = "side"
"""The action of a button that every newest board has."""


# Challenge


async def challenge(interaction: discord.Interaction, person: discord.Member | discord.User) -> None:
    """Ask for the game of a match against this person."""
    if person == interaction.client.user:
        await ask_for_computer_game(interaction)
        return
    if person.bot or person.id == interaction.user.id:
        raise UserError(text("You can challenge other people and me, but neither yourself nor other bots."))
    if not isinstance(person, discord.Member):
        raise UserError(text("{who} is not a member of this server.", who=person.mention))
    await ask_for_game(interaction, person)


async def ask_for_game(interaction: discord.Interaction, person: discord.Member | None) -> None:
    """Ask for the game of a match against this person, or against anyone."""
    speak = await voice_for(interaction)
    view = discord.ui.View(timeout=None)
    for key, game in GAMES.items():
        view.add_item(
            ActionButton("challenge", NOWHERE, speak(game.name), extra=f"{key}.{person.id if person else ANYONE}")
        )
    asked = (
        text("A match that anyone may join: which game?")
        if person is None
        else text("A match against {who}: which game?", who=person.mention)
    )
    more = text("For a clock, a rated match or options use `/match new`.")
    await whisper(interaction, f"{speak(asked)}\n-# {speak(more)}", view)


async def ask_for_computer_game(interaction: discord.Interaction) -> None:
    """Ask for the game of a match against the computer."""
    speak = await voice_for(interaction)
    games = Row(
        *(
            ActionButton("challenge", NOWHERE, speak(game.name), extra=f"{key}.{COMPUTER}")
            for key, game in GAMES.items()
        )
    )
    asked = speak(text("A match against the computer: which game?"))
    await whisper(interaction, "", layout(discord.ui.TextDisplay(asked), games))


async def _against_computer(interaction: discord.Interaction, game: str, level: str) -> None:
    """Ask for the computer's level, or start the match against it."""
    speak = await voice_for(interaction)
    if level not in LEVELS:
        asked = text("{game} against the computer: how strong should it be?", game=GAMES[game].name)
        levels = level_row("challenge", NOWHERE, f"{game}.{COMPUTER}-", speak)
        await reply(interaction, layout(discord.ui.TextDisplay(speak(asked)), levels))
        return
    match = await open_match(interaction, game, [], Terms(computers=1, level=int(level)))
    await answer_opening(interaction, match)


async def choose_game(interaction: discord.Interaction, _: Address, chosen: str) -> None:
    """The button of a game: invite the person as `/match new` does; the answer replaces the question."""
    game, _dot, person = chosen.partition(".")
    if person.startswith(COMPUTER) and game in GAMES:
        await _against_computer(interaction, game, person.removeprefix(f"{COMPUTER}-"))
        return
    opponents = [] if person == ANYONE else [await _member(interaction, int(person) if person.isdecimal() else 0)]
    match = await open_match(interaction, game, opponents, Terms())
    answer = await opening_answer(interaction, match)
    await reply_in_words(interaction, answer)


async def _member(interaction: discord.Interaction, person: int) -> discord.Member:
    guild = interaction.guild
    if guild is None or not in_server(interaction):
        raise UserError(OUTSIDE)
    try:
        return guild.get_member(person) or await guild.fetch_member(person)
    except discord.NotFound:
        raise UserError(text("{who} is not a member of this server.", who=f"<@{person}>")) from None


# Show this position


async def show_position(interaction: discord.Interaction, message: discord.Message) -> None:
    """Show the position of one of our boards, privately and from the person's own side."""
    bot = bot_of(interaction)
    if message.author != bot.user:
        raise UserError(text("I can only show the positions of my own boards."))
    found = address_of(message) or await _address_of_spent(bot, message)
    if found is None:
        raise UserError(text("I can't see a board of a match here. `/match history` shows every position of a match."))
    match = await bot.table.moves.need_begun((await need_match(interaction, found.match)).id)
    moves = await bot.store.matches.moves(match.id)
    await show_page(interaction, match, moves, min(last_edited(moves, found.version), len(moves)))


def address_of(message: discord.Message) -> Address | None:
    """The match and the version of the newest board, from its buttons; None for other messages."""
    for custom_id in _custom_ids(message.components):
        control = ActionButton.__discord_ui_compiled_template__.fullmatch(custom_id)
        if control is not None and control["action"] == ON_BOARDS:
            return Address.read(control)
    return None


def _custom_ids(components: Any) -> Iterator[str]:
    for one in components:
        if custom_id := getattr(one, "custom_id", None):
            yield custom_id
        yield from _custom_ids(getattr(one, "children", ()))


async def _address_of_spent(bot: ArenaBot, message: discord.Message) -> Address | None:
    """The match and the version of an earlier board, which has no buttons any longer, from the outbox."""
    sent = await bot.store.outbox.sent_as(message.channel.id, message.id)
    if sent is None or sent.kind != "turn":
        return None
    return Address(sent.of_match, msgspec.json.decode(sent.payload, type=Turn).version)


MENUS = (
    app_commands.ContextMenu(name=locale_str("Challenge"), callback=challenge),
    app_commands.ContextMenu(name=locale_str("Show this position"), callback=show_position),
)


async def setup(bot: ArenaBot) -> None:
    for menu in MENUS:
        bot.tree.add_command(menu)
