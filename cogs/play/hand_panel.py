"""My hand: one's cards with their full texts, in the place of the panel."""

from __future__ import annotations

from collections import Counter

import discord

from cogs.card.card import printed_lines
from cogs.ui.controls import ActionButton, Address
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice
from engine.core.text import text
from table.matches.live import Live
from table.outbox.outgoing import clip

MOST = 3800
"""Characters, so that the rest of the message fits below Discord's limit."""


async def show_hand(interaction: discord.Interaction, address: Address, _: str) -> None:
    """The person's cards, each with what is printed on it; it leads back to the panel."""
    moves = bot_of(interaction).table.moves
    seat = await moves.need_seat(address.match, interaction.user.id)
    speak = await voice_for(interaction)
    words = hand_words(await moves.live(address.match), seat, speak)
    back = ActionButton("panel", address, speak(text("Back to your move")), style=discord.ButtonStyle.primary)
    await reply(interaction, layout(discord.ui.TextDisplay(words), Row(back)), [])


def hand_words(live: Live, seat: int, speak: Voice) -> str:
    """The cards by name, equal ones once, with their facts and texts."""
    held = Counter(live.game.held(live.view(seat), seat))
    if not held:
        return speak(text("Your hand is empty."))
    blocks = []
    for one, count in held.items():
        component = live.game.components[one]
        times = f" ×{count}" if count > 1 else ""
        blocks.append("\n".join([f"**{speak(component.name)}**{times}", *printed_lines(component, speak)]))
    return clip("\n\n".join(blocks), MOST)
