"""/privacy: export and deletion of everything stored about a person."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import discord
import msgspec
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from cogs.ui.channels import usable_anywhere
from cogs.ui.controls import NOWHERE, ActionButton, Address
from cogs.ui.interactions import bot_of, reply_file, reply_in_words, voice_for, whisper
from db.rows import Match, NewMessage
from db.tables.privacy import Dossier, Participation
from engine.core.ask import Refused
from engine.core.record import Result
from engine.core.text import text
from table.quotas import EXPORT_RATE
from table.user_error import UserError

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

EXPORT_FILE = "arena-post-{user}.json"
INVITATION_AGAIN = NewMessage(kind="invitation", payload=json.dumps({"call": []}))
MAX_ROUNDS = 5
"""Number of attempts: a person may get a new seat while their seats are being freed."""


@usable_anywhere
class PrivacyCog(commands.GroupCog, name=locale_str("privacy")):
    def __init__(self, bot: ArenaBot) -> None:
        self.bot = bot

    @app_commands.command(name=locale_str("export"), description=locale_str("Everything I know about you, as a file"))
    async def export(self, interaction: discord.Interaction) -> None:
        self.bot.table.quotas.spend(interaction.user.id, EXPORT_RATE)
        known = export_of(await self.bot.store.privacy.dossier(interaction.user.id))
        data = msgspec.json.format(msgspec.json.encode(known), indent=1)
        file = discord.File(io.BytesIO(data), EXPORT_FILE.format(user=interaction.user.id))
        await reply_file(interaction, file)

    @app_commands.command(name=locale_str("delete"), description=locale_str("Delete everything I know about you"))
    async def delete(self, interaction: discord.Interaction) -> None:
        matches = await self.bot.store.matches.of_person(interaction.user.id)
        running = sum(match.status == "live" for match in matches)
        lines = [
            text(
                "I will delete everything I know about you: settings, vacations, plans, ratings, lessons and puzzles."
            ),
            text("Server bans stay in force, stored without your name."),
            text("You resign {n} running match.", "You resign {n} running matches.", n=running) if running else None,
            text("Your invitations are canceled, and your seats in open matches become free.")
            if len(matches) > running
            else None,
            text("Finished matches stay, with an anonymous seat; so do the messages I have posted."),
            text("This can't be undone. `/privacy export` gives you a copy first."),
        ]
        speak = await voice_for(interaction)
        view = discord.ui.View(timeout=None)
        view.add_item(
            ActionButton("forget", NOWHERE, speak(text("Yes, delete everything")), style=discord.ButtonStyle.danger)
        )
        await whisper(interaction, "\n".join(speak(line) for line in lines if line), view)


async def forget(interaction: discord.Interaction, _: Address, _extra: str) -> None:
    """The button under the explanation: delete the person's data. Pressing it again after a crash continues."""
    speak = await voice_for(interaction)  # read before the deletion: afterward their language is unknown
    await forget_person(bot_of(interaction), interaction.user.id)
    await reply_in_words(interaction, speak(text("Done: I no longer know anything about you.")))


async def forget_person(bot: ArenaBot, person: int) -> None:
    """Remove the person from every match, then delete their data in one transaction."""
    for _ in range(MAX_ROUNDS):
        if await bot.store.privacy.forget(person, INVITATION_AGAIN):
            bot.table.outbox.sweep()
            return
        for match in await bot.store.matches.of_person(person):
            await _leave(bot, match, person)
    raise UserError(text("You are still in a match, so your data has not been deleted yet. Please try again."))


async def _leave(bot: ArenaBot, match: Match, person: int) -> None:
    """Resign a running match (end it if the rules forbid resigning), or cancel the person's own invitation; announce
    it.
    """
    try:
        if match.status == "live":
            await bot.table.moves.resign(match.id, person, None, None)
        elif match.creator == person:
            await bot.table.moves.cancel(match.id, person, None, only_open=True)
        else:
            return  # the seat becomes free when the data is deleted
    except Refused:
        await bot.table.moves.cancel(match.id, person, None, admin=True)
    except UserError:
        return  # it has begun or ended meanwhile: the next round handles that
    await bot.table.deliver(match.id)  # before the person's name is gone


# The exported file. It contains nothing about other people.


def export_of(known: Dossier) -> dict[str, Any]:
    """Everything stored about one person, ready for JSON, with readable keys."""
    person = known.person
    return {
        "user": person.person,
        "settings": {
            "language": person.language,
            "palette": person.palette,
            "notices": person.notices,
            "reminder": person.remind,
            "quiet hours": person.quiet,
            "time zone": person.zone,
        },
        "vacations": [{"from": _time(one.starts), "to": _time(one.ends)} for one in known.vacations],
        "ratings": [
            {
                "game": one.game,
                "server": one.guild or "all",
                "mu": one.mu,
                "sigma": one.sigma,
                "matches": one.matches,
                "changed": _time(one.at),
            }
            for one in known.ratings
        ],
        "exercises": [
            {
                "kind": one.kind,
                "game": one.game,
                "which": one.item,
                "wrong tries": one.tries,
                "picked": list(one.picks),
                "begun": _time(one.begun_at),
                "solved": _time(one.solved_at) if one.solved_at is not None else None,
                "solution shown": _time(one.shown_at) if one.shown_at is not None else None,
            }
            for one in known.exercises
        ],
        "puzzle ratings": [
            {"game": one.game, "mu": one.mu, "sigma": one.sigma, "puzzles": one.puzzles, "changed": _time(one.at)}
            for one in known.puzzle_ratings
        ],
        "puzzle results": [
            {
                "game": one.game,
                "which": one.item,
                "solved at the first try": one.won,
                "mu before": one.mu,
                "mu after": one.mu_after,
                "at": _time(one.at),
            }
            for one in known.puzzle_results
        ],
        "daily puzzles": [{"day": _date(one.day), "solved": _time(one.at)} for one in known.daily_puzzles],
        "bans": [{"server": guild, "since": _time(at)} for guild, at in known.bans],
        "private messages": [
            {"match": one.match, "about": one.kind, "promised": _time(one.created_at), "sent": _time(one.sent_at)}
            for one in known.messages
        ],
        "matches": [_participation(one) for one in known.participations],
    }


def _participation(share: Participation) -> dict[str, Any]:
    match = share.match
    return {
        "match": match.id,
        "game": match.game,
        "server": match.guild,
        "channel": match.channel,
        "status": match.status,
        "opened": _time(match.created_at),
        "ended": _time(match.ended_at),
        "opened by you": share.opened,
        "invited": share.invited,
        "seat": share.seat,
        "joined": _time(share.joined_at),
        "sittings": [{"seat": one.seat, "since move": one.since} for one in share.sittings],
        "result": _result(share),
        "moves": [
            {"number": one.seq, "kind": one.kind, "codes": json.loads(one.codes), "at": _time(one.at)}
            for one in share.moves
        ],
        "draft": share.draft.codes if share.draft else [],
        "plans": [{"kind": one.kind, "steps": one.steps, "since move": one.since} for one in share.plans],
        "hints": [{"after move": one.version, "codes": one.codes, "at": _time(one.at)} for one in share.hints],
        "review": json.loads(share.review.review) if share.review else None,
    }


def _result(share: Participation) -> dict[str, Any] | None:
    if share.match.status != "over" or not share.sittings:
        return None
    result = msgspec.json.decode(share.match.result, type=Result)
    return {
        "won": any(one.seat in result.winners for one in share.sittings),
        "reason": result.reason,
        "counted": [{"seat": one.seat, "place": one.place, "tied": one.tied} for one in share.results],
    }


def _time(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at, UTC).isoformat()


def _date(day: int) -> str:
    """The date of a day counted from the epoch."""
    return datetime.fromtimestamp(day * 86400, UTC).date().isoformat()


async def setup(bot: ArenaBot) -> None:
    await bot.add_cog(PrivacyCog(bot))
