"""/me vacation, back: stop and restart the clocks of the person's matches."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.me.group_part import MePart
from cogs.me.vacation_words import allowance_lines, announcement_text, vacation_text
from cogs.ui.interactions import voice_for, whisper
from engine.core.text import text
from table.clocks.vacation_allowance import MAX_DAYS_AHEAD, MAX_VACATION_DAYS, year_of, years_touched


class Away(MePart):
    """The commands that begin and end a vacation."""

    @app_commands.command(name=locale_str("vacation"), description=locale_str("Stop the clocks in all your matches"))
    @app_commands.rename(days=locale_str("days"), starts_in=locale_str("starts-in"))
    @app_commands.describe(
        days=locale_str("How many days; you have 30 a year"),
        starts_in=locale_str("In how many days it begins; leave empty to start now"),
    )
    async def vacation(
        self,
        interaction: discord.Interaction,
        days: app_commands.Range[int, 1, MAX_VACATION_DAYS],
        starts_in: app_commands.Range[int, 0, MAX_DAYS_AHEAD] = 0,
    ) -> None:
        table, person = self.bot.table, interaction.user.id
        leave = await table.vacations.leave(person, days, starts_in, interaction.id)
        rest = allowance_lines(await table.vacations.of(person), years_touched(leave.starts, leave.ends))
        lines = (vacation_text(leave.starts, leave.ends, leave.now), announcement_text(leave.matches), *rest)
        speak = await voice_for(interaction)
        await whisper(interaction, "\n".join(speak(line) for line in lines))

    @app_commands.command(name=locale_str("back"), description=locale_str("End your vacation now"))
    async def back(self, interaction: discord.Interaction) -> None:
        table, person = self.bot.table, interaction.user.id
        was_away = await table.vacations.back(person, interaction.id)
        done = text("Welcome back!") if was_away else text("The vacation is canceled.")
        rest = allowance_lines(await table.vacations.of(person), [year_of(int(self.bot.clock()))])
        speak = await voice_for(interaction)
        await whisper(interaction, "\n".join(speak(line) for line in (done, *rest)))
