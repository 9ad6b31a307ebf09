"""Servers: a second one, their settings, and the store they share."""

from __future__ import annotations

import simcord

from cogs.client.arena_bot import ArenaBot
from db.store import Store
from tests.support.world import Person, World


def store(world: World) -> Store:
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    return bot.store


async def choose(world: World, *, places: tuple[int, ...] = (), **chosen: str | bool) -> None:
    """Change the server's settings as an admin."""
    await store(world).guilds.update(world.env.guild.id, **chosen)
    for channel in places:
        await store(world).guilds.allow_channel(world.env.guild.id, channel)


async def ban(world: World, person: Person) -> None:
    await store(world).guilds.ban(world.env.guild.id, person.id)


async def abroad(world: World) -> tuple[simcord.ChannelHandle, Person, Person]:
    """A channel of another server with the bot; Ada is there, and Dora, who is only there."""
    guild = world.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("elsewhere")
    ada = Person(world, guild.add_member(world["Ada"].actor.user))
    dora = Person(world, guild.add_member(world.env.create_user("dora", global_name="Dora")))
    await world.env.settle()
    return channel, ada, dora
