"""/match list: the person's matches on all servers, and the open seats on this one."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import Struct

from cogs.match.film_panel import palette_of
from cogs.match.group_part import MatchPart
from cogs.ui.access import open_matches_here
from cogs.ui.controls import ActionButton, Address, number_of
from cogs.ui.interactions import bot_of, reply, voice_for, whisper
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice
from db.rows import Match, Seat
from engine.core.text import text
from engine.registry import GAMES
from table.clocks import clocks
from table.clocks.time_left import load_times
from workers.picture_cache import Board

if TYPE_CHECKING:
    from cogs.client.arena_bot import ArenaBot

log = logging.getLogger("arena")

MAX_LIST_LENGTH = 3900
"""The maximum length of a list in one message."""
MAX_BOARDS = 10
"""Discord's maximum number of attachments, here boards per page."""
THUMBNAIL_SECONDS = 1.5
"""Seconds after which the list is shown without its boards."""
BOARD_FILE = "match-{match}.png"
NO_DEADLINE = 1 << 62

MINE, ASKED, THEIRS, WAITING, OPEN = range(5)
"""Sort ranks of the list: own move, invited, another's move, own open match, open seats."""


class Item(Struct, frozen=True, order=True):
    """One line of the list and its sort key."""

    rank: int
    ends: int
    number: int
    line: str
    match: Match | None = None
    """The match, if it has a board …"""
    seat: int = 0
    """… and the person's seat in it."""


class Entry(Struct, frozen=True):
    """A line of the list, and the running match and seat for the board beside it."""

    line: str
    match: Match | None = None
    seat: int = 0


class Listing(MatchPart):
    """The command that finds matches."""

    @app_commands.command(
        name=locale_str("list"), description=locale_str("Your matches on all servers, and open seats on this one")
    )
    async def list_matches(self, interaction: discord.Interaction) -> None:
        await show_list(interaction, 0)


async def turn_page(interaction: discord.Interaction, _: Address, page: str) -> None:
    """The button under the list: show another, freshly read page of it."""
    await show_list(interaction, number_of(page))


async def show_list(interaction: discord.Interaction, page: int) -> None:
    """Show one page of the list with a small board beside each running match; slow boards are added later."""
    bot = bot_of(interaction)
    speak = await voice_for(interaction)
    items = await list_items(bot, interaction.user.id, await open_matches_here(interaction), speak)
    entries = [Entry(item.line, item.match, item.seat) for item in items if item.rank != OPEN]
    if free := [Entry(item.line) for item in items if item.rank == OPEN]:
        hint = speak(text("Press *Join* there, or use `/match join` in the channel."))
        entries += [Entry(f"**{speak(text('Open seats on this server'))}**"), *free, Entry(f"-# {hint}")]
    if not entries:
        await whisper(interaction, speak(text("No matches. Start one with /match new.")))
        return
    pages = split_pages(entries)
    page = min(page, len(pages) - 1)
    more = []
    if len(pages) > 1:
        label = speak(text("Page {n} of {all}: next page", n=page + 1, all=len(pages)))
        more.append(Row(ActionButton("list", Address(0, 0), label, extra=str((page + 1) % len(pages)))))
    drawing = asyncio.create_task(draw_thumbnails(interaction, pages[page], speak))
    if not await done_within(drawing, THUMBNAIL_SECONDS):
        await reply(interaction, _page(pages[page], {}, more), [])
    boards = await drawing
    files = [
        discord.File(io.BytesIO(board.picture.data), BOARD_FILE.format(match=match), description=board.alt)
        for match, board in boards.items()
    ]
    await reply(interaction, _page(pages[page], boards, more), files)


async def done_within(task: asyncio.Task[Any], seconds: float) -> bool:
    """Whether the task ends within `seconds`; otherwise it keeps running."""
    await asyncio.wait({task}, timeout=seconds)
    return task.done()


def _page(entries: Sequence[Entry], boards: Mapping[int, Board], more: Sequence[Row]) -> discord.ui.LayoutView:
    """The entries with a board get it beside them; the others are combined into lines."""
    parts: list[discord.ui.Item[Any]] = []
    for match, group in groupby(entries, key=lambda one: one.match.id if one.match and one.match.id in boards else 0):
        lines = discord.ui.TextDisplay[Any]("\n".join(one.line for one in group))
        if match:
            media = f"attachment://{BOARD_FILE.format(match=match)}"
            parts.append(
                discord.ui.Section(lines, accessory=discord.ui.Thumbnail(media, description=boards[match].alt))
            )
        else:
            parts.append(lines)
    return layout(*parts, *more)


async def draw_thumbnails(interaction: discord.Interaction, entries: Sequence[Entry], speak: Voice) -> dict[int, Board]:
    """The small boards of the entries' running matches from the person's view, without those that cannot be drawn."""
    bot, palette = bot_of(interaction), await palette_of(interaction)

    async def draw(match: Match, seat: int) -> Board:
        position = bot.table.moves.position(match)
        view = position.game.view(position.state, seat, position.asks)
        return await bot.pictures.board(
            position.game, view, language=speak.language, palette=palette, bottom=seat, form="thumbnail"
        )

    shown = [(one.match, one.seat) for one in entries if one.match is not None]
    found = await asyncio.gather(*(draw(match, seat) for match, seat in shown), return_exceptions=True)
    for (match, _), one in zip(shown, found, strict=True):
        if isinstance(one, Exception):
            log.warning("match %s is listed without its board: %r", match.id, one)
    return {match.id: one for (match, _), one in zip(shown, found, strict=True) if isinstance(one, Board)}


def split_pages(entries: Sequence[Entry]) -> list[list[Entry]]:
    """The entries split into pages that fit into a message; no line is cut."""
    pages: list[list[Entry]] = [[]]
    for entry in entries:
        page = [*pages[-1], entry]
        if (
            len("\n".join(one.line for one in page)) > MAX_LIST_LENGTH
            or sum(one.match is not None for one in page) > MAX_BOARDS
        ):
            pages.append([])
        pages[-1].append(entry)
    return pages


async def list_items(bot: ArenaBot, person: int, here: Sequence[Match], speak: Voice) -> list[Item]:
    """The person's matches everywhere and the open seats here, the most urgent first."""
    mine = await bot.store.matches.of_person(person)
    items = [await (_live_item if match.status == "live" else _open_item)(bot, match, person, speak) for match in mine]
    known = {match.id for match in mine}
    for match in here:
        seats = await bot.store.matches.seats(match.id)
        if match.id not in known and any(seat.person is None and seat.invited is None for seat in seats):
            items.append(await _open_item(bot, match, person, speak))
    return sorted(items)


async def _live_item(bot: ArenaBot, match: Match, person: int, speak: Voice) -> Item:
    """The line of a running match: the players to move and their deadline."""
    seats = await bot.store.matches.seats(match.id)
    times = await load_times(bot.store, match.id, int(bot.clock()))
    mine = [seat for seat in match.to_move if seats[seat].person == person]
    ends = {seat: times.ends.get(seat) or NO_DEADLINE for seat in mine or match.to_move}
    soonest = min(ends, key=lambda seat: ends[seat])
    if mine:
        state = f"**{speak(text('your move'))}**"
    else:
        state = speak(text("waiting for {names}", names=speak.names(seats[seat].person for seat in match.to_move)))
    left = times.left(soonest)
    clock = [speak(line) for line in ([left] if left else []) + times.absences()]
    parts = [_title(match, seats, person, speak), state, *clock, await _where(bot, match, speak)]
    seat = next((number for number, one in enumerate(seats) if one.person == person), None)
    line = _line(parts)
    return Item(MINE if mine else THEIRS, ends[soonest], match.id, line, None if seat is None else match, seat or 0)


async def _open_item(bot: ArenaBot, match: Match, person: int, speak: Voice) -> Item:
    """The line of an open match: the number of missing players, and its terms."""
    seats = await bot.store.matches.seats(match.id)
    missing = sum(seat.person is None for seat in seats)
    state = speak(text("{n} more player needed", "{n} more players needed", n=missing))
    rank = WAITING
    if not any(seat.person == person for seat in seats):
        asked = any(seat.invited == person for seat in seats)
        rank = ASKED if asked else OPEN
        state = f"**{speak(text('you are invited'))}**" if asked else f"{speak(text('open seats'))}: {state}"
    terms = [speak(clocks.clock_text(clocks.load_clock(match.clock)))] if match.clock else []
    terms += [speak(text("rated"))] if match.rated else []
    parts = [_title(match, seats, person, speak), state, *terms, await _where(bot, match, speak)]
    return Item(rank, NO_DEADLINE, match.id, _line(parts))


def _title(match: Match, seats: list[Seat], person: int, speak: Voice) -> str:
    others = [seat.person or seat.invited for seat in seats if person not in (seat.person, seat.invited)]
    names = speak.names(one for one in others if one is not None)
    return f"`{match.id}` {speak(GAMES[match.game].name)}" + (f" · {names}" if names else "")


async def _where(bot: ArenaBot, match: Match, speak: Voice) -> str:
    """A link to the channel, and to the newest board or invitation in it."""
    newest = await bot.store.outbox.newest_sent(match.id, ("turn",) if match.status == "live" else ("invitation",))
    if newest is None or newest[0] != match.channel:
        return f"<#{match.channel}>"
    name = speak(text("board")) if match.status == "live" else speak(text("invitation"))
    return f"<#{match.channel}> [{name}](https://discord.com/channels/{match.guild}/{newest[0]}/{newest[1]})"


def _line(parts: list[str]) -> str:
    return " · ".join(part for part in parts if part)
