"""Use every command, context menu and control of the bot; new ones are included automatically."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import discord
from discord import AppCommandOptionType as Kind
from discord import app_commands

from cogs.card.card import CardButton, ShowCard
from cogs.client.arena_bot import ArenaBot
from cogs.client.control_actions import ACTIONS
from cogs.rules.section_panel import RuleButton, SectionSelect, ShowAll
from cogs.ui.controls import ActionButton, Address, OptionSelect
from cogs.ui.layouts import Row, layout
from search.books import book
from search.card_search import all_cards
from tests.support.world import Answer, Person, World

Leaf = app_commands.Command[Any, ..., Any]
FIELDS = {
    "game": "leaders",
    "options": "mode=basic",
    "query": "leaders.aim",
    "clock": "3d",
    "from": "22:00",
    "to": "7:00",
    "when": "12h",
    "zone": "Europe/Warsaw",
}
"""Values of fields that do not accept every text."""
EXTRAS = {"accept": "draw", "decline": "draw", "takeover": "1", "stay": "1", "list": "0", "history": "first"}
"""Extra parts of button ids that do not accept every text."""


def bot_in(world: World) -> ArenaBot:
    assert isinstance(world.bot, ArenaBot)
    return world.bot


def commands(world: World) -> list[Leaf]:
    """Every command that can be typed."""
    return [one for one in bot_in(world).tree.walk_commands() if isinstance(one, app_commands.Command)]


async def use(world: World, command: Leaf, person: Person) -> Answer:
    """Let the person use a command."""
    filled = [one for one in command.parameters if one.required or one.display_name in FIELDS]
    fields: dict[str, Any] = {one.display_name: _value(world, one) for one in filled}
    return await person.slash(command.qualified_name, **fields)


def _value(world: World, field: app_commands.Parameter) -> object:
    if field.choices:
        return field.choices[0].value
    simple = {Kind.boolean: False, Kind.attachment: ("match.json", b"{}"), Kind.channel: world.channel()}
    if field.type in simple:
        return simple[field.type]
    if field.type is Kind.user:
        return world["Celina"]
    if field.type is Kind.integer:
        return max(1, int(field.min_value or 1))
    return FIELDS.get(field.display_name, "x")


async def use_all(world: World, person: Person) -> AsyncIterator[tuple[str, Answer]]:
    """Let the person use every command, context menu and control; yields each name with the answer."""
    for command in commands(world):
        yield f"/{command.qualified_name}", await use(world, command, person)
    board = world.board().handle
    targets: dict[discord.AppCommandType, Any] = {
        discord.AppCommandType.user: world["Celina"].actor,
        discord.AppCommandType.message: board,
    }
    for kind, target in targets.items():
        for menu in bot_in(world).tree.get_commands(type=kind):
            result = await person.actor.context_menu(world.channel(), menu.name, target)
            yield menu.name, Answer(world.env, result)
    channel = bot_in(world).get_channel(world.channel().id)
    assert isinstance(channel, discord.TextChannel)
    for item in controls(world):
        await channel.send(view=layout(Row(item)))
        await world.env.settle()
        message = world.newest().handle
        if isinstance(item.item, discord.ui.Select):
            chosen = [item.item.options[0].value]
            result = await person.actor.select(message, chosen, custom_id=item.custom_id)
        else:
            result = await person.actor.click(message, custom_id=item.custom_id)
        yield item.custom_id, Answer(world.env, result)


def controls(world: World) -> list[discord.ui.DynamicItem[Any]]:
    """A control of every class and every action."""
    here, card = Address(1, 0), all_cards()[0]
    extras = {name: EXTRAS.get(name, "leader") for name in ACTIONS}
    extras["challenge"] = f"leaders.{world['Celina'].id}"
    section = next(iter(book("leaders", "en").values()))
    return [
        *(ActionButton(name, here, name, extra=extra) for name, extra in extras.items()),
        RuleButton(section.id),
        ShowAll(section.id),
        CardButton(card),
        ShowCard(card),
        OptionSelect(here, 0, [("leader", "leader", None)]),
        SectionSelect("leaders", 0, [section]),
    ]
