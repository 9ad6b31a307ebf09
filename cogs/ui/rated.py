"""What a rated match has made of its players' ratings, told to the channel."""

from __future__ import annotations

from collections.abc import Sequence

import discord
import msgspec
from msgspec import Struct

from cogs.ui.panel import layout
from cogs.voice import Voice
from db.rows import Match, Standing
from engine.core.text import text
from engine.registry import GAMES
from table.post import Letter
from table.ratings import SETTLED

PROVISIONAL = text("? = provisional: fewer than {n} rated matches", n=SETTLED)


class Changed(Struct, frozen=True):
    """One seat's numbers before and after."""

    seat: int
    before: int
    after: int
    provisional: bool


class News(Struct, frozen=True):
    """The payload of a message of the kind `rated`."""

    seats: tuple[Changed, ...]


def rated(match: Match, standings: Sequence[Standing], payload: str, speak: Voice) -> Letter | None:
    """The changes, best place first; it pings nobody. Who has been forgotten meanwhile is left out."""
    players = {one.seat: one for one in standings if one.user is not None}
    told = [one for one in msgspec.json.decode(payload, type=News).seats if one.seat in players]
    if not told:
        return None
    told.sort(key=lambda one: (players[one.seat].place, one.seat))
    lines = [f"**{speak(text('The ladder of {game}', game=GAMES[match.game].name))}**"]
    lines += [f"<@{players[one.seat].user}> {_numbers(one)}" for one in told]
    if any(one.provisional for one in told):
        lines.append("-# " + speak(PROVISIONAL))
    return Letter(layout(discord.ui.TextDisplay("\n".join(lines))))


def _numbers(one: Changed) -> str:
    change = one.after - one.before
    sign = "−" if change < 0 else "+" if change > 0 else "±"
    return f"{one.before} → **{one.after}{'?' * one.provisional}** ({sign}{abs(change)})"
