"""Pages with the text of one's cards, of the characters or of the choices on offer, shown instead of the panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import discord

from cogs.card.card import printed_lines
from cogs.ui.controls import ActionButton, Address, number_of
from cogs.ui.heights import line_height, room_for_pictures
from cogs.ui.interactions import bot_of, reply, voice_for
from cogs.ui.layouts import Row, layout
from cogs.ui.voice import Voice
from engine.core.ask import Ask, Option
from engine.core.game import AnyGame, no_hand
from engine.core.position import Position
from engine.core.text import Text, text
from table.outbox.outgoing import clip
from table.picks.parse_typed import component_code

MAX_PAGE_LENGTH = 3500
"""The maximum number of characters per page, so that the rest of the message fits below Discord's limit."""
BETWEEN = "\n"
SPACE_NAME_LENGTH = 2
"""The length of a space's name on every board: d4."""


async def show_hand(interaction: discord.Interaction, address: Address, page: str) -> None:
    """Show the person's cards or characters with their texts, and a button back to the panel."""
    moves = bot_of(interaction).table.moves
    seat = await moves.need_seat(address.match, interaction.user.id)
    live, speak = await moves.live(address.match), await voice_for(interaction)
    blocks = hand_blocks(live.game, live.position, seat, speak)
    await show_pages(interaction, "hand", _back(address, speak), blocks, page, speak)


async def show_offer(interaction: discord.Interaction, address: Address, page: str) -> None:
    """Show the components that the person may choose with their texts, and a button back to the panel."""
    moves = bot_of(interaction).table.moves
    seat = await moves.need_seat(address.match, interaction.user.id)
    live, speak = await moves.live(address.match), await voice_for(interaction)
    now = moves.draft(live, seat) if live.position.ask_of(seat) is not None else None
    shown = offered_components(live.game, now.ask) if now is not None and now.ask is not None else []
    await show_pages(interaction, "offer", _back(address, speak), _blocks(live.game, shown, speak), page, speak)


def _back(address: Address, speak: Voice) -> ActionButton:
    return ActionButton("panel", address, speak(text("Back to your move")), style=discord.ButtonStyle.primary)


async def show_pages(
    interaction: discord.Interaction, action: str, back: ActionButton, blocks: Sequence[str], page: str, speak: Voice
) -> None:
    """Show one page of the blocks, the button back to the panel, and buttons for the other pages with this action."""
    found = pages(blocks, room_for_pictures([Row(back)])) or [speak(text("Nothing is on offer now."))]
    number = min(max(number_of(page) if page else 0, 0), len(found) - 1)
    row = Row(back)
    if len(found) > 1:
        for label, leads in (("‹", -1), ("›", 1)):
            button = ActionButton(action, back.address, label, extra=str(number + leads))
            button.item.disabled = not 0 <= number + leads < len(found)
            row.add_item(button)
        words = f"{found[number]}\n-# {number + 1}/{len(found)}"
    else:
        words = found[0]
    await reply(interaction, layout(discord.ui.TextDisplay(words), row), [])


def pages(blocks: Sequence[str], room: int) -> list[str]:
    """The blocks on as few pages as their height and length allow."""
    found: list[str] = []
    used = 0
    for block in (clip(one, MAX_PAGE_LENGTH) for one in blocks):
        high = sum(line_height(line) for line in block.split("\n"))
        if found and used + high <= room - line_height("-# 1/2") and len(found[-1]) + len(block) < MAX_PAGE_LENGTH:
            found[-1] += BETWEEN + block
            used += high
        else:
            found.append(block)
            used = high
    return found


def hand_blocks(game: AnyGame, position: Position, seat: int, speak: Voice) -> list[str]:
    """The cards by name without repetitions, or the characters of all seats, with their facts and texts."""
    view = game.view(position.state, seat, position.asks)
    if held := game.held(view, seat):
        return _blocks(game, held, speak)
    seats = (seat, *(one for one in range(position.seats) if one != seat))
    blocks = []
    for one in seats:
        if shown := _blocks(game, game.characters(view, one), speak):
            blocks += [f"### {speak(game.name_of(position.state, one))}\n{shown[0]}", *shown[1:]]
    return blocks or [speak(text("Your hand is empty."))]


def hand_label(game: AnyGame, view: Any, seat: int) -> Text | None:
    """The label of a button that shows the seat's hand or characters; None if it has neither."""
    if game.held is not no_hand and game.held(view, seat):
        return text("My hand")
    return text("My characters") if game.characters(view, seat) else None


def on_offer(game: AnyGame, ask: Ask) -> list[Option]:
    """The factions, decks, fighters or characters to choose from, without those already on the board."""
    away = [option for option in ask.options if not any(len(spot) == SPACE_NAME_LENGTH for spot in option.at)]
    return [option for option in away if option.code in game.blurbs]


def offered_components(game: AnyGame, ask: Ask) -> list[str]:
    """The components on offer, each with its parts: a fighter with its special attacks."""
    codes = [option.code for option in on_offer(game, ask)]
    named = {code: one for one in game.components if (code := component_code(one)) in codes}
    found: list[str] = []
    for code in codes:
        if code in named:
            own = game.components[named[code]]
            found += [named[code], *(one for one, part in game.components.items() if part.group == own.name)]
    return found


def _blocks(game: AnyGame, shown: Iterable[str], speak: Voice) -> list[str]:
    """The texts of the components without repetitions: name and facts, and below them the text."""
    blocks = []
    for one, count in Counter(shown).items():
        component = game.components[one]
        times = f" ×{count}" if count > 1 else ""
        head, *rest = [f"**{speak(component.name)}**{times}", *printed_lines(component, speak)]
        facts = [rest.pop(0)] if component.facts and rest else []
        blocks.append("\n".join([" · ".join([head, *facts]), *rest]))
    return blocks
