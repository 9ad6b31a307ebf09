"""A hint in the place of the panel: what a computer player would decide, in words and marked on the board."""

from __future__ import annotations

from typing import Any

import discord

from cogs.ui.controls import ActionButton, Address
from cogs.ui.heights import room_for_pictures
from cogs.ui.interactions import bot_of, reply
from cogs.ui.layouts import SIDE_COLOURS, Row, attachments, galleries, layout
from cogs.ui.pacing import step_aside
from cogs.ui.panel import show_panel, small_lines
from cogs.voice import voice
from db.rows import Hint
from engine.core.text import text
from render import Marks
from table.advice import shown
from table.live import Loaded
from table.outgoing import clip
from table.spelling import spelled

LONGEST = 2000
"""Characters of a hint's words."""


async def ask(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Think about a hint, saying so, and show it."""
    hints = bot_of(interaction).table.hints
    live, seat = await hints.asking(address.match, interaction.user.id)
    if await hints.given(live, seat) is None:
        step_aside()
        await show_panel(interaction, live, None, note=text("I'm thinking about a hint …"))
    hint = await hints.hint(live, seat)
    await _show(interaction, await bot_of(interaction).table.moves.live(address.match), hint)


async def take(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The hint becomes the person's draft, to be confirmed as usual."""
    table = bot_of(interaction).table
    live, seat = await table.hints.asking(address.match, interaction.user.id)
    hint = await table.hints.hint(live, seat)
    after, now = await table.moves.redraft(address.match, interaction.user.id, hint.codes, address.seen, interaction.id)
    await show_panel(interaction, after, now)


async def _show(interaction: discord.Interaction, live: Loaded, hint: Hint) -> None:
    bot = bot_of(interaction)
    person = live.rows.people[interaction.user.id]
    speak = voice(person.language or bot.language_of(interaction.locale))
    advised = shown(live.position, hint.seat, hint.codes)
    used = sum(one.seat == hint.seat for one in await bot.store.hints(live.match.id))
    typed = spelled(live.position, hint.seat, hint.codes, speak.language)
    last = [
        "-# " + speak(text("`/play {codes}`", codes=typed)),
        "-# " + speak(text("Your hints so far: {n}. The result tells everybody.", n=used)),
    ]
    head = [f"**{speak(text('My hint'))}**" + (f": {speak(advised.gain)}" if advised.gain is not None else "")]
    told = [live.in_person(line) for line in advised.lines]
    done = small_lines(live.game.key, told, speak, LONGEST - len("\n".join(head + last)))
    address = Address(live.match.id, live.match.version, bot.table.moves.draft(live, hint.seat).revision)
    buttons = Row(
        ActionButton("hint-take", address, speak(text("Take it")), style=discord.ButtonStyle.success),
        ActionButton("panel", address, speak(text("Back to your move"))),
    )
    parts: list[discord.ui.Item[Any]] = [
        discord.ui.TextDisplay(clip("\n".join([*head, *done, *last]), LONGEST)),
        buttons,
    ]
    board = await bot.pictures.board(
        live.game,
        advised.view,
        language=speak.language,
        palette=person.palette,
        marks=Marks(chosen=advised.spots, trail=advised.trail),
        bottom=hint.seat,
        form="panel",
        room=room_for_pictures(parts),
    )
    await reply(interaction, layout(*galleries(board), *parts, colour=SIDE_COLOURS[hint.seat]), attachments(board))
