"""/play: the panel, or a complete move typed in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str
from discord.ext import commands

from cogs.play.confirm import after_confirm, show_and_follow
from cogs.play.panel import show_panel
from cogs.ui.access import match_here
from cogs.ui.autocomplete import in_time
from cogs.ui.interactions import voice_for
from cogs.ui.limits import MAX_CHOICE_LENGTH, MAX_CHOICES
from cogs.ui.voice import Voice
from engine.core.ask import Ask
from engine.core.text import text
from locales.folding import hyphenated
from table.matches.draft import Drafted
from table.outbox.outgoing import clip
from table.picks.parse_typed import CONFIRM_WORDS, Meanings, follow, names, split, unfinished
from table.picks.spell import typed_name

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

_CONFIRM = text("confirm")


class PlayCog(commands.Cog):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("play"), description=locale_str("Make your move: choose, or type it"))
    @app_commands.rename(move=locale_str("move"))
    @app_commands.describe(move=locale_str("For example: leader d2 end archer b1 confirm"))
    @app_commands.guild_only()
    async def play(self, interaction: discord.Interaction, move: str = "") -> None:
        match = await self.bot.match_here(interaction)
        await self.bot.table.moves.need_seat(match.id, interaction.user.id)
        words, confirm = split(move)
        if not words and not confirm:
            await show_and_follow(interaction, await self.bot.table.moves.live(match.id))
            return
        live, now = await self.bot.table.moves.type(
            match.id, interaction.user.id, words, interaction.id, confirm=confirm
        )
        if now is None:
            await after_confirm(interaction, live)
        else:
            await show_panel(interaction, live, now)

    @play.autocomplete("move")
    @in_time
    async def moves(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Everything that may follow the text typed so far."""
        match = await match_here(interaction)
        if match is None or match.status != "live":
            return []
        live = await self.bot.table.moves.live(match.id)
        seat = live.seat_of(interaction.user.id)
        if seat is None or live.position.ask_of(seat) is None:
            return []
        draft, speak = self.bot.table.moves.draft(live, seat), await voice_for(interaction)
        if typed[-1:].isspace() and split(typed)[1]:
            return []
        for read, name in unfinished(typed):
            now = follow(live.position, draft, read)
            found = [] if now is None else _following(now, read, name, speak)
            if found:
                return found
        return []


def _following(now: Drafted, read: list[str], name: list[str], speak: Voice) -> list[Choice[str]]:
    """The possible continuations of a draft whose next name starts like this."""
    meant, stem = hyphenated(" ".join(name)), " ".join(read)
    if now.complete:
        confirm = speak(_CONFIRM)
        offers = [(confirm, confirm)] if any(word.startswith(meant) for word in CONFIRM_WORDS) else []
    else:
        offers = _offers(now.ask, meant, speak) if now.ask is not None else []
    lines = [(f"{stem} {word}".strip(), f"{stem} {shown}".strip()) for word, shown in offers]
    return [
        Choice(name=clip(shown, MAX_CHOICE_LENGTH), value=line)
        for line, shown in lines
        if len(line) <= MAX_CHOICE_LENGTH
    ][:MAX_CHOICES]


def _offers(ask: Ask, meant: str, speak: Voice) -> list[tuple[str, str]]:
    """The typed word and its display text for each matching option."""
    meanings = Meanings(ask)
    found = []
    for option in ask.options:
        if any(name.startswith(meant) for name in names(option)):
            name, label = typed_name(meanings, option.code, speak.language), speak(option.label)
            found.append((name, name if hyphenated(label) == hyphenated(name) else f"{name} · {label}"))
    return found


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(PlayCog(bot))
