"""Suggestions for a typed clock, each with its meaning."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.ui.interactions import voice_for
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from table.clocks import clocks
from table.outbox.outgoing import clip
from table.user_error import UserError

USUAL_CLOCKS = ("none", "1d", "2d", "3d", "7d", "5d+12h/10d", "10d+1d/14d")


async def suggest_clocks(interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Matching clock suggestions; the typed clock comes first if it is valid."""
    speak = await voice_for(interaction)
    word = typed.strip().lower()
    usual = {code: speak(clocks.clock_text(clocks.read(code))) for code in USUAL_CLOCKS}
    found = {code: words for code, words in usual.items() if word in code or word in words.lower()}
    try:
        own = clocks.read(word)
    except UserError:
        own = None  # still being typed
    if own is not None and word:
        found = {own.code: speak(clocks.clock_text(own))} | found
    return [app_commands.Choice(name=clip(words, MAX_CHOICE_LENGTH), value=code) for code, words in found.items()][
        :MAX_CHOICES
    ]
