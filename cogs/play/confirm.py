"""Opens the panel and confirms moves; the panel then shows the result and, once they have moved, the computers'
answers.
"""

from __future__ import annotations

import logging

import discord

from cogs.play.panel import CODE_SEPARATOR, show_panel
from cogs.ui.controls import Address
from cogs.ui.interactions import LOST_ERRORS, bot_of
from engine.core.text import Text, text
from table.matches.live import Live

log = logging.getLogger("arena")


async def play(interaction: discord.Interaction, address: Address, _: str) -> None:
    """Open the panel from a public message."""
    bot = bot_of(interaction)
    await bot.table.moves.need_seat(address.match, interaction.user.id)
    await show_and_follow(interaction, await bot.table.moves.live(address.match))


async def confirm(interaction: discord.Interaction, address: Address, codes: str) -> None:
    """Confirm the draft, with the codes of a closing choice."""
    last = codes.split(CODE_SEPARATOR) if codes else ()
    live = await bot_of(interaction).table.moves.confirm(
        address.match, interaction.user.id, address.seen, interaction.id, last
    )
    await after_confirm(interaction, live)


async def after_confirm(interaction: discord.Interaction, live: Live) -> None:
    """Deliver the move's messages and show the panel with the next question or a confirmation."""
    trouble = await bot_of(interaction).table.deliver(live.match.id, live.match.channel)
    await show_and_follow(interaction, live, trouble or text("Played."))


async def show_and_follow(interaction: discord.Interaction, live: Live, note: Text | None = None) -> None:
    """Show the panel; while computers think it says so, and it is updated when they have decided."""
    await show_panel(interaction, live, None, note=note)
    if not live.waits_for_computers:
        return
    bot = bot_of(interaction)

    def follow(after: Live) -> None:
        if bot.live_panels.shows(interaction, live.match.id):  # otherwise another control of the panel was pressed
            bot.in_background(_show_again(interaction, after))

    bot.table.thinking.on_answered(live.match.id, follow)
    now = await bot.table.moves.live(live.match.id)
    if not now.waits_for_computers:  # they were faster than the panel
        bot.table.thinking.notify(now)


async def _show_again(interaction: discord.Interaction, live: Live) -> None:
    try:
        await show_panel(interaction, live, None)
    except (discord.HTTPException, *LOST_ERRORS) as error:
        log.info("match %s: a panel cannot show the computer's move: %r", live.match.id, error)
