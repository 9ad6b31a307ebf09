"""/me vacation, back: when one's clocks stand still."""

from __future__ import annotations

import json

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.me_parts.part import MePart
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.vacation import announced_in, farewell, remaining
from db.rows import NewMessage, Vacation
from engine.core.text import text
from table.sorry import Sorry
from table.vacation import AHEAD, LONGEST, began, plan, present, year_of, years


class Away(MePart):
    """Going away, and coming back."""

    @app_commands.command(
        name=locale_str("vacation"), description=locale_str("Let the clocks of all your matches stand still")
    )
    @app_commands.rename(days=locale_str("days"), starts_in=locale_str("starts-in"))
    @app_commands.describe(
        days=locale_str("How many days; there are 30 a year"),
        starts_in=locale_str("In how many days it begins; leave empty for now"),
    )
    async def vacation(
        self,
        interaction: discord.Interaction,
        days: app_commands.Range[int, 1, LONGEST],
        starts_in: app_commands.Range[int, 0, AHEAD] = 0,
    ) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        async with self.people.turn(user):
            now = int(self.bot.clock())
            starts, ends = plan(await self.vacations(user, now), now, days, starts_in)
            payload = {"user": user, "starts": starts, "ends": ends, "planned": starts > now}
            news = NewMessage(kind="away", payload=json.dumps(payload))
            matches = await self.bot.store.start_vacation(user, starts, ends, news, interaction=interaction.id)
        self.bot.alarm.now()
        rest = remaining(await self.vacations(user, now), years(starts, ends))
        speak = await voice_for(interaction)
        lines = (farewell(starts, ends, now), announced_in(matches), *rest)
        await whisper(interaction, "\n".join(speak(line) for line in lines))

    @app_commands.command(name=locale_str("back"), description=locale_str("End your vacation now"))
    async def back(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        user = interaction.user.id
        async with self.people.turn(user):
            now = int(self.bot.clock())
            was = present(await self.vacations(user, now), now)
            news = NewMessage(kind="back", payload=json.dumps({"user": user, "planned": was is None}))
            matches = await self.bot.store.end_vacation(user, news, interaction=interaction.id)
        if matches is None:
            raise Sorry(text("You are not on vacation, and none is planned."))
        self.bot.alarm.now()
        done = text("Welcome back!") if was else text("The vacation is cancelled.")
        rest = remaining(await self.vacations(user, now), [year_of(now)])
        speak = await voice_for(interaction)
        await whisper(interaction, "\n".join(speak(line) for line in (done, *rest)))

    async def vacations(self, user: int, now: int) -> list[Vacation]:
        """The person's vacations that count, from this year on."""
        return await self.bot.store.vacations(user, began(year_of(now)))
