"""Naming a game in a command: suggestions for typed text, and lookup by key."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from cogs.ui.interactions import voice_for
from cogs.ui.limits import MAX_CHOICES
from engine.core.game import AnyGame
from engine.core.text import text
from engine.registry import GAMES
from table.user_error import UserError


async def suggest_games(
    interaction: discord.Interaction, typed: str, among: Iterable[str] = GAMES
) -> list[app_commands.Choice[str]]:
    """The games of `among` whose name or key contains the typed text."""
    speak = await voice_for(interaction)
    names = {key: speak(GAMES[key].name) for key in among}
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=name, value=key)
        for key, name in names.items()
        if wanted in name.lower() or wanted in key
    ][:MAX_CHOICES]


def find_game(key: str) -> AnyGame:
    """The game with this key. Raises UserError with the known keys for any other."""
    game = GAMES.get(key.strip().lower())
    if game is None:
        raise UserError(text("There is no such game. Available: {names}.", names=", ".join(GAMES)))
    return game
