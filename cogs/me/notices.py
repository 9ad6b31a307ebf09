"""/me notices, remind, quiet: when and where a person is notified."""

from __future__ import annotations

from datetime import datetime

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.me.group_part import MePart
from cogs.ui.autocomplete import in_time
from cogs.ui.interactions import voice_for, whisper
from cogs.ui.limits import MAX_CHOICES
from db.rows import Person
from engine.core.text import Text, text
from table.clocks import clocks
from table.notices import notification_settings
from table.user_error import UserError

MAX_TYPED_LENGTH = 60
"""The maximum length of a typed duration, time or zone."""
WHERE_TEXTS: dict[str, Text] = {
    "channel": text("When a match is waiting for you, I'll ping you in its channel."),
    "dm": text(
        "When a match is waiting for you, I'll send you a private message; if you don't accept "
        "those, I'll ping you in its channel."
    ),
    "both": text("When a match is waiting for you, I'll ping you in its channel and send you a private message."),
    "none": text("I won't notify you; `/match list` shows which matches are waiting for you."),
}
REMINDER_LENGTHS = ("6h", "12h", "24h", "48h")
HOURS = tuple(f"{hour:02}:00" for hour in range(24))


class Notices(MePart):
    """The commands for notices, reminders and quiet hours."""

    @app_commands.command(
        name=locale_str("notices"), description=locale_str("Where to notify you that it is your move")
    )
    @app_commands.rename(where=locale_str("where"))
    @app_commands.describe(where=locale_str("In the channel, in private messages, both or nowhere"))
    @app_commands.choices(
        where=[
            Choice(name=locale_str("in the channel"), value="channel"),
            Choice(name=locale_str("private message"), value="dm"),
            Choice(name=locale_str("both ways"), value="both"),
            Choice(name=locale_str("nowhere"), value="none"),
        ]
    )
    async def notices(self, interaction: discord.Interaction, where: str) -> None:
        if where not in notification_settings.NOTICE_CHOICES:
            raise UserError(text("You can choose: {names}.", names=", ".join(notification_settings.NOTICE_CHOICES)))
        person = await self.bot.store.people.update(interaction.user.id, notices=where)
        await whisper(interaction, (await voice_for(interaction))(where_text(person)))

    @app_commands.command(
        name=locale_str("remind"), description=locale_str("When to remind you that your time is running out")
    )
    @app_commands.rename(when=locale_str("when"))
    @app_commands.describe(when=locale_str("How long before your time runs out, e.g. 12h; or automatic, or off"))
    async def remind(
        self, interaction: discord.Interaction, when: app_commands.Range[str, 1, MAX_TYPED_LENGTH]
    ) -> None:
        person = await self.bot.store.people.update(interaction.user.id, remind=notification_settings.read_remind(when))
        await whisper(interaction, (await voice_for(interaction))(reminder_text(person)))

    @remind.autocomplete("when")
    @in_time
    async def reminders(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        speak = await voice_for(interaction)
        word = typed.strip().lower()
        named = {"automatic": speak(text("automatic")), "off": speak(text("off"))}
        named |= {length: speak(clocks.span(clocks.seconds(length) or 0)) for length in REMINDER_LENGTHS}
        fitting = {value: name for value, name in named.items() if word in value or word in name.lower()}
        if (exact := clocks.seconds(word)) is not None:
            fitting.setdefault(clocks.short(exact), speak(clocks.span(exact)))
        return [Choice(name=name, value=value) for value, name in fitting.items()]

    @app_commands.command(name=locale_str("quiet"), description=locale_str("Hours without notifications"))
    @app_commands.rename(starts=locale_str("from"), ends=locale_str("to"), zone=locale_str("zone"))
    @app_commands.describe(
        starts=locale_str("A time, e.g. 22:00; or off for no quiet hours"),
        ends=locale_str("A time, e.g. 7:00"),
        zone=locale_str("Your time zone, named after a city: Europe/Warsaw"),
    )
    async def quiet(
        self,
        interaction: discord.Interaction,
        starts: app_commands.Range[str, 0, MAX_TYPED_LENGTH] = "",
        ends: app_commands.Range[str, 0, MAX_TYPED_LENGTH] = "",
        zone: app_commands.Range[str, 0, MAX_TYPED_LENGTH] = "",
    ) -> None:
        """Without arguments, show the current setting."""
        speak = await voice_for(interaction)
        person = await self.bot.store.people.get(interaction.user.id)
        chosen: dict[str, str] = {}
        if starts.strip() or ends.strip():
            chosen["quiet"] = read_hours(starts, ends)
        if zone.strip() or (chosen.get("quiet") and not person.zone):
            chosen["zone"] = (
                notification_settings.read_zone(zone) if zone.strip() else notification_settings.home(speak.language)
            )
        if chosen:
            person = await self.bot.store.people.update(interaction.user.id, **chosen)
        await whisper(interaction, speak(quiet_text(person, speak.language, self.bot.clock())))

    @quiet.autocomplete("starts")
    @in_time
    async def beginnings(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        speak = await voice_for(interaction)
        word, off = typed.strip().lower(), speak(text("off"))
        none = [Choice(name=off, value="off")] if "off".startswith(word) or off.lower().startswith(word) else []
        return [*none, *hours(typed, first=20)]

    @quiet.autocomplete("ends")
    @in_time
    async def endings(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        return hours(typed, first=5)

    @quiet.autocomplete("zone")
    @in_time
    async def zones(self, interaction: discord.Interaction, typed: str) -> list[Choice[str]]:
        """Time zones, each with its current time."""
        now = self.bot.clock()
        return [
            Choice(name=f"{name} · {wall(now, Person(person=0, zone=name))}", value=name)
            for name in notification_settings.zones_like(typed, MAX_CHOICES)
        ]


def read_hours(starts: str, ends: str) -> str:
    """Quiet hours in stored form, from two typed fields; the first may contain both times, or `off`."""
    if starts.strip().lower() in notification_settings.OFF_WORDS:
        return ""
    alone = starts.strip() or ends.strip()
    if starts.strip() and ends.strip():
        return notification_settings.read_quiet(f"{starts}-{ends}")
    if notification_settings.read_time(alone) is not None:
        raise UserError(text("Give both times, from and to: for example 22:00 and 7:00."))
    return notification_settings.read_quiet(alone)


def hours(typed: str, first: int) -> list[Choice[str]]:
    """Choices: the typed time, if it is valid, and the matching full hours, starting from `first`."""
    exact = notification_settings.read_time(typed)
    fitting = [hour for hour in (*HOURS[first:], *HOURS[:first]) if hour.startswith(typed.strip())]
    return [Choice(name=hour, value=hour) for hour in dict.fromkeys([*([exact] if exact else []), *fitting])]


def where_text(person: Person) -> Text:
    """Where the person is notified, in words."""
    return WHERE_TEXTS[person.notices or notification_settings.NOTICE_CHOICES[0]]


def reminder_text(person: Person) -> Text:
    """When the person is reminded, in words."""
    if person.remind == "off":
        return text("You won't get reminders.")
    length = notification_settings.reminder_without_clock(person)
    if length is None:
        return text("I'll remind you once, when a fifth of your time is left.")
    return text(
        "I'll remind you once, {time} before your time runs out; in a match without a clock, {time} after the notice.",
        time=clocks.span(length),
    )


def quiet_text(person: Person, language: str, now: float) -> Text:
    """The person's quiet hours and time zone, in words."""
    if notification_settings.quiet_of(person) is None and not person.zone:
        return text("You have no quiet hours.")
    if notification_settings.quiet_of(person) is None:
        return text(
            "You have no quiet hours. Your time zone: {zone} (it is {now} there).",
            zone=person.zone,
            now=wall(now, person),
        )
    starts, _, ends = person.quiet.partition("-")
    return text(
        "Quiet hours: {starts}–{ends}, {zone} (it is {now} there). I'll notify you when they are over.",
        starts=starts,
        ends=ends,
        zone=notification_settings.zone_of(person, language).key,
        now=wall(now, person, language),
    )


def wall(now: float, person: Person, language: str = "") -> str:
    """The local time of the person, `22:30`."""
    return f"{datetime.fromtimestamp(now, notification_settings.zone_of(person, language)):%H:%M}"
