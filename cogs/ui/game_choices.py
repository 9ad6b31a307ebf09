"""Naming a game in a command: suggestions for typed text, and lookup by key or name."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from cogs.ui.interactions import voice_for
from cogs.ui.limits import MAX_CHOICES
from engine.core.game import AnyGame
from engine.core.text import joined, text
from engine.registry import GAMES
from locales.folding import fold_accents
from search.game_named import names_of
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


def find_game(typed: str) -> AnyGame:
    """The game with this key, name or nickname in any language. Raises UserError with the known names otherwise."""
    wanted = fold_accents(typed.strip())
    for key, game in GAMES.items():
        if wanted in names_of(key):
            return game
    names = joined([game.name for game in GAMES.values()])
    raise UserError(text("There is no such game. Available: {names}.", names=names))
