"""The one greeting in a server that has added the bot; its buttons work without a match."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

import discord

from cogs.admin.admin import defaults_text
from cogs.admin.lobby import lobby_of
from cogs.match.context_menus import ask_for_computer_game, ask_for_game
from cogs.rules.section_panel import contents
from cogs.ui.access import may_administer
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of, voice_for, whisper
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice, voice
from engine.core.text import joined, text
from engine.registry import GAMES

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

log = logging.getLogger("arena")


LOOK_BACK_SECONDS = 24 * 3600
"""Seconds before the last (or first) start; a server that has added the bot since then is new."""


async def greet_newcomers(bot: ArenaBot, guilds: Sequence[discord.Guild], shard: int) -> None:
    """Greet those of the shard's servers that have added the bot while it was not running."""
    now, last_start = int(bot.clock()), f"last start of shard {shard}"
    since = int(await bot.store.variables.get(last_start) or now) - LOOK_BACK_SECONDS
    for guild in guilds:
        joined_at = guild.me.joined_at
        if joined_at is not None and joined_at.timestamp() >= since and not await bot.store.guilds.has_served(guild.id):
            await greet(bot, guild)
    await bot.store.variables.set(last_start, str(now))


async def greet(bot: ArenaBot, guild: discord.Guild) -> None:
    """Greet the server once in its system channel, without a ping; do nothing if that is not possible."""
    channel = guild.system_channel
    if channel is None:
        return
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        return
    if not await bot.store.variables.set_default(f"greeted {guild.id}", str(int(bot.clock()))):
        return
    view = _greeting(voice(bot.language_of(guild.preferred_locale)))
    try:
        await channel.send(view=view, allowed_mentions=discord.AllowedMentions.none())
    except discord.HTTPException as error:
        log.info("server %s is not greeted: %s", guild.id, error)


def _greeting(speak: Voice) -> discord.ui.LayoutView:
    names = joined([game.name for game in GAMES.values()])
    lines = (
        text("### Hello! I am Arena Post"),
        text("Here you play arena board games by correspondence: {names}.", names=names),
        text("You make a move in the morning, your friend answers at night; I know the rules and show every board."),
    )
    rules = ActionButton("library", NOWHERE, speak(text("Rules")), extra=next(iter(GAMES)))
    buttons = Row(
        ActionButton("begin", NOWHERE, speak(text("Play")), style=discord.ButtonStyle.primary),
        ActionButton("solo", NOWHERE, speak(text("Play against the computer"))),
        rules,
        ActionButton("settings", NOWHERE, speak(text("Settings"))),
    )
    return layout(discord.ui.TextDisplay("\n".join(map(speak, lines))), buttons)


async def begin(interaction: discord.Interaction, _: Address, __: str) -> None:
    """Open a match that anybody may join."""
    await ask_for_game(interaction, None)


async def solo(interaction: discord.Interaction, _: Address, __: str) -> None:
    """Start a match against the computer."""
    await ask_for_computer_game(interaction)


async def library(interaction: discord.Interaction, _: Address, game: str) -> None:
    """Show the contents of a game's rules, with buttons for the other games."""
    speak = await voice_for(interaction)
    wanted = game if game in GAMES else next(iter(GAMES))
    view = contents(wanted, speak(text("The rules of {game}:", game=GAMES[wanted].name)), speak)
    others = (
        ActionButton("library", NOWHERE, speak(one.name), extra=key) for key, one in GAMES.items() if key != wanted
    )
    view.add_item(Row(*others))
    await whisper(interaction, "", view)


async def settings(interaction: discord.Interaction, _: Address, __: str) -> None:
    """Show the server's settings to its admins, and to everybody where their own settings are."""
    speak = await voice_for(interaction)
    own = text("Your own settings: `/me show`.")
    if not await may_administer(interaction):
        await whisper(interaction, speak(own))
        return
    assert interaction.guild_id is not None
    bot, here = bot_of(interaction), interaction.guild_id
    post = await bot.store.daily.post_of(here)
    words = defaults_text(await bot.store.guilds.get(here), await lobby_of(bot, here), post, speak)
    change = text("`/admin defaults` changes them; `/admin channels add` sets where people may play.")
    await whisper(interaction, f"{words}\n{speak(change)}\n{speak(own)}")
