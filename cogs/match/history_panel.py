"""The history of a match: the board after any move, and buttons that turn its pages."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.controls import UNKNOWN_CONTROL, ActionButton, Address
from cogs.ui.heights import room_for_pictures
from cogs.ui.interactions import bot_of, person_of, reply, voice_for
from cogs.ui.layouts import Row, attachments, galleries, layout
from db.rows import Match, Move
from engine.core.text import text
from render import Marks
from table.matches.live import Live, position_after
from table.matches.turns import page, undone
from table.outbox.outgoing import clip
from table.user_error import UserError


async def turn_page(interaction: discord.Interaction, address: Address, where: str) -> None:
    """Show another page instead of this one."""
    bot = bot_of(interaction)
    match = await bot.table.moves.need_begun(address.match)
    moves = await bot.store.matches.moves(match.id)
    pages = {"first": 0, "back": address.version - 1, "next": address.version + 1, "last": len(moves)}
    if (wanted := pages.get(where)) is None:
        raise UserError(UNKNOWN_CONTROL)
    await show_page(interaction, match, moves, min(max(wanted, 0), len(moves)))


async def show_page(interaction: discord.Interaction, match: Match, moves: list[Move], move: int | None) -> None:
    """Show the board after `move` moves, or now, as the person may see it, with the events of the last of them."""
    version = len(moves) if move is None else move
    if version > len(moves):
        raise UserError(text("The match has {n} move so far.", "The match has {n} moves so far.", n=len(moves)))
    bot = bot_of(interaction)
    seats = await bot.store.matches.seats(match.id)
    live = Live(match, tuple(seats), await bot.pictures.run(lambda: position_after(match, moves, version)))
    seat = live.seat_of(interaction.user.id)
    shown = page(live, moves, version, seat)
    speak = await voice_for(interaction)
    person = await person_of(interaction)
    lines = ["-# " + speak(text("After move {n} of {all}", n=version, all=len(moves)))]
    lines += [speak(live.in_person(line)) for line in shown.lines]
    if version in undone(moves):
        lines.append("-# " + speak(text("This move was taken back later.")))
    words = clip("\n".join(lines), 3500)
    under = [discord.ui.TextDisplay[Any](words), _page_buttons(match, version, len(moves))]
    board = await bot.pictures.board(
        live.game,
        shown.view,
        language=speak.language,
        palette=person.palette,
        marks=Marks(trail=shown.trail),
        bottom=seat or 0,
        form="panel",
        room=room_for_pictures(under),
    )
    await reply(interaction, layout(*galleries(board), *under), attachments(board))


def _page_buttons(match: Match, version: int, last: int) -> Row:
    address = Address(match.id, version)
    row = Row()
    for label, where, leads in (("«", "first", -1), ("‹", "back", -1), ("›", "next", 1), ("»", "last", 1)):
        button = ActionButton("history", address, label, extra=where)
        button.item.disabled = not 0 <= version + leads <= last
        row.add_item(button)
    return row
