"""/play: the panel, or a whole move typed in one line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.ui.access import match_here
from cogs.ui.confirming import after_confirm, show_and_follow
from cogs.ui.interactions import voice_for
from cogs.ui.limits import CHOICE, CHOICES
from cogs.ui.panel import show_panel
from cogs.ui.suggesting import in_time
from cogs.voice import Voice
from engine.core.ask import Option
from table.outgoing import clip
from table.typed import CONFIRM, fold, follow, names, split

if TYPE_CHECKING:
    from cogs.arena import Arena


class PlayCog(commands.Cog):
    def __init__(self, bot: Arena) -> None:
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
    async def moves(self, interaction: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Everything that may follow what has been typed so far."""
        match = await match_here(interaction)
        if match is None or match.status != "live":
            return []
        live = await self.bot.table.moves.live(match.id)
        seat = live.seat_of(interaction.user.id)
        if seat is None or live.position.ask_of(seat) is None:
            return []
        words = typed.split()
        last = "" if not words or typed[-1:].isspace() else words.pop()
        now = follow(live.position, self.bot.table.moves.draft(live, seat), words)
        if now is None:
            return []
        stem = " ".join(words)
        return _following(
            now.complete, list(now.ask.options) if now.ask else [], stem, last, await voice_for(interaction)
        )


def _following(
    complete: bool, options: list[Option], stem: str, last: str, speak: Voice
) -> list[app_commands.Choice[str]]:
    meant = fold(last)
    if complete:
        offers = [(CONFIRM[0], CONFIRM[0])]
    else:
        offers = [
            (
                option.code,
                f"{option.code} · {speak(option.label)}" if speak(option.label) != option.code else option.code,
            )
            for option in options
            if any(name.startswith(meant) for name in names(option))
        ]
    found = []
    for code, label in offers:
        value = f"{stem} {code}".strip()
        if len(value) <= CHOICE:
            found.append(app_commands.Choice(name=clip(f"{stem} {label}".strip(), CHOICE), value=value))
    return found[:CHOICES]


async def setup(bot: Arena) -> None:
    await bot.add_cog(PlayCog(bot))
