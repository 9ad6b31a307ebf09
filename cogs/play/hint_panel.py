"""A hint shown instead of the panel: a computer player's decision, in words and marked on the board."""

from __future__ import annotations

from typing import Any

import discord

from cogs.play.panel import show_panel, small_lines
from cogs.ui.controls import ActionButton, Address
from cogs.ui.fair_queue import release_current
from cogs.ui.heights import room_for_pictures
from cogs.ui.interactions import bot_of, reply
from cogs.ui.layouts import SIDE_COLORS, Row, attachments, galleries, layout
from cogs.ui.voice import voice
from db.rows import Hint
from engine.core.text import text
from render import Marks
from table.computers.shown_decision import describe_decision
from table.matches.live import Loaded
from table.outbox.outgoing import clip
from table.picks.spell import spelled

MAX_HINT_LENGTH = 2000


async def ask(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Compute a hint, with a note about the wait, and show it."""
    hints = bot_of(interaction).table.hints
    live, seat = await hints.asking(address.match, interaction.user.id)
    if await hints.given(live, seat) is None:
        release_current()
        await show_panel(interaction, live, None, note=text("I'm thinking about a hint…"))
    hint = await hints.hint(live, seat)
    await _show(interaction, await bot_of(interaction).table.moves.live(address.match), hint)


async def take(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Make the hint the person's draft, to be confirmed as usual."""
    table = bot_of(interaction).table
    live, seat = await table.hints.asking(address.match, interaction.user.id)
    hint = await table.hints.hint(live, seat)
    after, now = await table.moves.redraft(address.match, interaction.user.id, hint.codes, address.seen, interaction.id)
    await show_panel(interaction, after, now)


async def _show(interaction: discord.Interaction, live: Loaded, hint: Hint) -> None:
    bot = bot_of(interaction)
    person = live.rows.people[interaction.user.id]
    speak = voice(person.language or bot.language_of(interaction.locale))
    advised = describe_decision(live.position, hint.seat, hint.codes)
    used = sum(one.seat == hint.seat for one in await bot.store.reviews.hints(live.match.id))
    typed = spelled(live.position, hint.seat, hint.codes, speak.language)
    last = [
        "-# " + speak(text("`/play {codes}`", codes=typed)),
        "-# " + speak(text("Your hints so far: {n}. The result will show this to everyone.", n=used)),
    ]
    head = [f"**{speak(text('My hint'))}**" + (f": {speak(advised.gain)}" if advised.gain is not None else "")]
    story = [live.in_person(line) for line in advised.lines]
    done = small_lines(live.game.key, story, speak, MAX_HINT_LENGTH - len("\n".join(head + last)))
    address = Address(live.match.id, live.match.version, bot.table.moves.draft(live, hint.seat).revision)
    buttons = Row(
        ActionButton("hint-take", address, speak(text("Take it")), style=discord.ButtonStyle.success),
        ActionButton("panel", address, speak(text("Back to your move"))),
    )
    parts: list[discord.ui.Item[Any]] = [
        discord.ui.TextDisplay(clip("\n".join([*head, *done, *last]), MAX_HINT_LENGTH)),
        buttons,
    ]
    board = await bot.pictures.board(
        live.game,
        advised.view,
        language=speak.language,
        palette=person.palette,
        marks=Marks(chosen=advised.spots, trail=advised.trail),
        bottom=hint.seat,
        form="hint",
        room=room_for_pictures(parts),
    )
    await reply(interaction, layout(*galleries(board), *parts, colour=SIDE_COLORS[hint.seat]), attachments(board))
