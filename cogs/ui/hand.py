"""What is printed on one's cards, one's characters or what is on offer, in pages in the place of the panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import discord

from cogs.card import printed_lines
from cogs.ui.controls import ActionButton, Address, number_of
from cogs.ui.heights import line_height, room_for_pictures
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import Row, layout
from cogs.voice import Voice
from engine.core.ask import Ask, Option
from engine.core.game import AnyGame
from engine.core.text import text
from table.live import Live
from table.outgoing import clip
from table.typed import component_code

MOST = 3500
"""Characters of a page, so that the rest of the message fits below Discord's limit."""
BETWEEN = "\n"
SPACE = 2
"""The length of a space's name on every board: d4."""


async def show_hand(interaction: discord.Interaction, address: Address, page: str) -> None:
    """The person's cards or characters, each with what is printed on it; it leads back to the panel."""
    moves = bot_of(interaction).table.moves
    seat = await moves.need_seat(address.match, interaction.user.id)
    live, speak = await moves.live(address.match), await voice_for(interaction)
    await _show(interaction, address, "hand", hand_blocks(live, seat, speak), page, speak)


async def show_offer(interaction: discord.Interaction, address: Address, page: str) -> None:
    """What the person may choose from, each with what is printed on it; it leads back to the panel."""
    moves = bot_of(interaction).table.moves
    seat = await moves.need_seat(address.match, interaction.user.id)
    live, speak = await moves.live(address.match), await voice_for(interaction)
    now = moves.draft(live, seat) if live.position.ask_of(seat) is not None else None
    shown = offered_components(live.game, now.ask) if now is not None and now.ask is not None else []
    await _show(interaction, address, "offer", _blocks(live.game, shown, speak), page, speak)


async def _show(
    interaction: discord.Interaction, address: Address, action: str, blocks: Sequence[str], page: str, speak: Voice
) -> None:
    back = ActionButton("panel", address, speak(text("Back to your move")), style=discord.ButtonStyle.primary)
    found = pages(blocks, room_for_pictures([Row(back)])) or [speak(text("Nothing is on offer now."))]
    number = min(max(number_of(page) if page else 0, 0), len(found) - 1)
    row = Row(back)
    if len(found) > 1:
        for label, leads in (("‹", -1), ("›", 1)):
            button = ActionButton(action, address, label, extra=str(number + leads))
            button.item.disabled = not 0 <= number + leads < len(found)
            row.add_item(button)
        words = f"{found[number]}\n-# {number + 1}/{len(found)}"
    else:
        words = found[0]
    await reply(interaction, layout(discord.ui.TextDisplay(words), row), [])


def pages(blocks: Sequence[str], room: int) -> list[str]:
    """The blocks in as few pages as there is room for in height and in characters."""
    found: list[str] = []
    used = 0
    for block in (clip(one, MOST) for one in blocks):
        high = sum(line_height(line) for line in block.split("\n"))
        if found and used + high <= room - line_height("-# 1/2") and len(found[-1]) + len(block) < MOST:
            found[-1] += BETWEEN + block
            used += high
        else:
            found.append(block)
            used = high
    return found


def hand_blocks(live: Live, seat: int, speak: Voice) -> list[str]:
    """The cards by name, equal ones once, or the characters of all seats, with their facts and texts."""
    game, view = live.game, live.view(seat)
    if held := game.held(view, seat):
        return _blocks(game, held, speak)
    seats = (seat, *(one for one in range(len(live.seats)) if one != seat))
    blocks = []
    for one in seats:
        if shown := _blocks(game, game.characters(view, one), speak):
            blocks += [f"### {speak(game.name_of(live.position.state, one))}\n{shown[0]}", *shown[1:]]
    return blocks or [speak(text("Your hand is empty."))]


def on_offer(game: AnyGame, ask: Ask) -> list[Option]:
    """The factions, decks, fighters or characters to choose from; who stands on the board has been chosen."""
    away = [option for option in ask.options if not any(len(spot) == SPACE for spot in option.at)]
    return [option for option in away if option.code in game.blurbs]


def offered_components(game: AnyGame, ask: Ask) -> list[str]:
    """The components on offer, each with those that belong to it: a fighter with its special attacks."""
    codes = [option.code for option in on_offer(game, ask)]
    named = {code: one for one in game.components if (code := component_code(one)) in codes}
    found: list[str] = []
    for code in codes:
        if code in named:
            own = game.components[named[code]]
            found += [named[code], *(one for one, part in game.components.items() if part.group == own.name)]
    return found


def _blocks(game: AnyGame, shown: Iterable[str], speak: Voice) -> list[str]:
    """What is printed on each component, equal ones once: the name and the facts, and below them the text."""
    blocks = []
    for one, count in Counter(shown).items():
        component = game.components[one]
        times = f" ×{count}" if count > 1 else ""
        head, *rest = [f"**{speak(component.name)}**{times}", *printed_lines(component, speak)]
        facts = [rest.pop(0)] if component.facts and rest else []
        blocks.append("\n".join([" · ".join([head, *facts]), *rest]))
    return blocks
