"""/match list: where one's matches are, on all servers, and where a seat is free on this one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import Struct

from cogs.matches.part import MatchPart
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import bot_of, voice_for, whisper
from cogs.ui.layouts import Row, layout
from cogs.voice import Voice, mention
from db.rows import Match, Seat
from engine.core.text import text
from engine.registry import GAMES
from table import clocks
from table.times import load_times

if TYPE_CHECKING:
    from cogs.arena import Arena

PAGE = 3900
"""The longest list that fits into one message."""
NEVER = 1 << 62

MINE, ASKED, THEIRS, WAITING, OPEN = range(5)
"""What one looks for first: what one has to do, then what others have, then what is open."""


class Item(Struct, frozen=True, order=True):
    """One line, and what decides where it stands."""

    rank: int
    ends: int
    number: int
    line: str


class Listing(MatchPart):
    """The command that finds matches."""

    @app_commands.command(
        name=locale_str("list"), description=locale_str("Your matches on all servers, and open seats on this one")
    )
    async def list_matches(self, interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        await show_list(interaction, 0)


async def turn_page(interaction: discord.Interaction, _: Address, page: str) -> None:
    """Another page of the list, as things stand now."""
    await interaction.response.defer()
    await show_list(interaction, int(page))


async def show_list(interaction: discord.Interaction, page: int) -> None:
    """One page of the list."""
    bot = bot_of(interaction)
    speak = await voice_for(interaction)
    items = await list_items(bot, interaction.user.id, interaction.guild_id or 0, speak)
    lines = [item.line for item in items if item.rank != OPEN]
    if free := [item.line for item in items if item.rank == OPEN]:
        hint = speak(text("Press *Join* there, or use `/match join` in the channel."))
        lines += [f"**{speak(text('Open seats on this server'))}**", *free, f"-# {hint}"]
    if not lines:
        await whisper(interaction, speak(text("No matches. Start one with /match new.")))
        return
    pages = paged(lines)
    page = min(page, len(pages) - 1)
    parts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("\n".join(pages[page]))]
    if len(pages) > 1:
        label = speak(text("Page {n} of {all}: turn over", n=page + 1, all=len(pages)))
        parts.append(Row(ActionButton("list", Address(0, 0), label, extra=str((page + 1) % len(pages)))))
    nobody = discord.AllowedMentions.none()
    await interaction.edit_original_response(view=layout(*parts), allowed_mentions=nobody)


def paged(lines: list[str]) -> list[list[str]]:
    """The lines on pages that fit into a message; no line is cut."""
    pages: list[list[str]] = [[]]
    for line in lines:
        if len("\n".join([*pages[-1], line])) > PAGE:
            pages.append([])
        pages[-1].append(line)
    return pages


async def list_items(bot: Arena, user: int, guild: int, speak: Voice) -> list[Item]:
    """The person's matches everywhere and the free seats here, the most urgent first."""
    mine = await bot.store.matches_of(user)
    items = [await (_running if match.status == "live" else _inviting)(bot, match, user, speak) for match in mine]
    known = {match.id for match in mine}
    for match in await bot.store.open_matches(guild):
        seats = await bot.store.seats(match.id)
        if match.id not in known and any(seat.person is None and seat.invited is None for seat in seats):
            items.append(await _inviting(bot, match, user, speak))
    return sorted(items)


async def _running(bot: Arena, match: Match, user: int, speak: Voice) -> Item:
    """Whose turn it is, and until when."""
    seats = await bot.store.seats(match.id)
    times = await load_times(bot.store, match.id, int(bot.clock()))
    mine = [seat for seat in match.to_move if seats[seat].person == user]
    ends = {seat: times.ends.get(seat) or NEVER for seat in mine or match.to_move}
    soonest = min(ends, key=lambda seat: ends[seat])
    if mine:
        state = f"**{speak(text('your move'))}**"
    else:
        waited = ", ".join(mention(seats[seat].person) for seat in match.to_move)
        state = speak(text("waiting for {names}", names=waited))
    left = times.left(soonest)
    clock = [speak(line) for line in ([left] if left else []) + times.absences()]
    parts = [_title(match, seats, user, speak), state, *clock, await _where(bot, match, speak)]
    return Item(MINE if mine else THEIRS, ends[soonest], match.id, _line(parts))


async def _inviting(bot: Arena, match: Match, user: int, speak: Voice) -> Item:
    """Who is missing, and what is played by."""
    seats = await bot.store.seats(match.id)
    missing = sum(seat.person is None for seat in seats)
    state = speak(text("{n} player is missing", "{n} players are missing", n=missing))
    rank = WAITING
    if not any(seat.person == user for seat in seats):
        asked = any(seat.invited == user for seat in seats)
        rank = ASKED if asked else OPEN
        state = f"**{speak(text('you are invited'))}**" if asked else f"{speak(text('seats are free'))}: {state}"
    terms = [speak(clocks.described(clocks.load_clock(match.clock)))] if match.clock else []
    terms += [speak(text("rated"))] if match.rated else []
    parts = [_title(match, seats, user, speak), state, *terms, await _where(bot, match, speak)]
    return Item(rank, NEVER, match.id, _line(parts))


def _title(match: Match, seats: list[Seat], user: int, speak: Voice) -> str:
    others = [seat.person or seat.invited for seat in seats if user not in (seat.person, seat.invited)]
    names = ", ".join(mention(one) for one in others if one is not None)
    return f"`{match.id}` {speak(GAMES[match.game].name)}" + (f" · {names}" if names else "")


async def _where(bot: Arena, match: Match, speak: Voice) -> str:
    """The channel, and the newest board or invitation in it."""
    newest = await bot.store.newest_sent(match.id, ("turn",) if match.status == "live" else ("invitation",))
    if newest is None or newest[0] != match.channel:
        return f"<#{match.channel}>"
    name = speak(text("board")) if match.status == "live" else speak(text("invitation"))
    return f"<#{match.channel}> [{name}](https://discord.com/channels/{match.guild}/{newest[0]}/{newest[1]})"


def _line(parts: list[str]) -> str:
    return " · ".join(part for part in parts if part)
