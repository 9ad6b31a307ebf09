"""A server that adds the bot gets one greeting in its system channel, without pings."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import simcord

from cogs.client.arena_bot import ArenaBot
from db import Store
from engine.registry import GAMES
from tests.support.cogs.play import JOIN, polish
from tests.support.world import Person, World


async def joined(world: World, *, system: bool = True, locale: str = "en-US") -> tuple[simcord.ChannelHandle, Person]:
    """Let another server add the bot; return one of its channels and a member."""
    guild = world.env.create_guild("New")
    channel = guild.create_text_channel("general")
    ewa = Person(world, guild.add_member(world.env.create_user("ewa", global_name="Ewa")))
    stored = world.env.backend.guilds[guild.id]
    stored.preferred_locale = locale
    if system:
        stored.system_channel_id = channel.id
    await world.restart()
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    found = bot.get_guild(guild.id)
    assert found is not None
    await asyncio.gather(bot.on_guild_join(found), bot.on_guild_join(found))
    return channel, ewa


async def test_a_new_server_gets_one_greeting_with_buttons_that_pings_nobody(world: World) -> None:
    channel, ewa = await joined(world)
    (greeting,) = world.messages(channel)
    assert "Hello! I am Arena Post" in greeting.text and "Knockdown" in greeting.text
    assert list(greeting.buttons) == ["Play", "Play against the computer", "Rules", "Settings"] and world.pinged() == []
    panel = await ewa.click("Play", on=greeting)
    assert panel.ephemeral and "anyone may join" in panel.text
    opened = await ewa.click("Leaders", on=panel)
    assert opened.text.startswith("Match 1 is open") and JOIN in str(world.newest(channel).buttons)


async def test_the_greetings_rules_button_covers_all_games(world: World) -> None:
    channel, ewa = await joined(world)
    rules = await ewa.click("Rules", on=world.newest(channel))
    assert rules.ephemeral and "The rules of Leaders:" in rules.text
    assert list(rules.buttons) == [str(game.name) for game in GAMES.values()][1:]
    assert "The rules of Knockdown:" in (await ewa.click("Knockdown", on=rules)).text


async def test_the_greetings_settings_button_works_for_people_who_may_change_them(world: World) -> None:
    channel, ewa = await joined(world)
    own = await ewa.click("Settings", on=world.newest(channel))
    assert own.ephemeral and "</me show:" in own.text and "</admin defaults:" not in own.text
    await ewa.promote("administrator")
    all_of_them = await ewa.click("Settings", on=world.newest(channel))
    assert "</admin defaults:" in all_of_them.text and "A thread for every match: no." in all_of_them.text


async def test_the_greeting_is_in_the_servers_language(world: World) -> None:
    channel, _ = await joined(world, locale="pl")
    assert polish("### Hello! I am Arena Post").strip("# ") in world.newest(channel).text


async def started(world: World, *, joined_ago: float = 0, used: bool = False) -> simcord.ChannelHandle:
    """The system channel of a server that added the bot while it was down; no event reports that."""
    async with world.away():
        guild = world.env.create_guild("New")
        channel = guild.create_text_channel("general")
        stored = world.env.backend.guilds[guild.id]
        stored.system_channel_id = channel.id
        me = stored.members[world.env.backend.bot_user.id]
        me.joined_at = (world.env.now() - timedelta(seconds=joined_ago)).isoformat()
        if used:
            bot = world.bot
            assert isinstance(bot, ArenaBot)
            async with await Store.open(bot.database) as store:
                await store.guilds.update(guild.id, language="en")
    return channel


async def test_a_server_that_added_the_bot_while_it_was_down_is_greeted_once_at_the_start(
    world: World,
) -> None:
    channel = await started(world)
    assert len(world.messages(channel)) == 1
    await world.restart()
    assert len(world.messages(channel)) == 1


async def test_a_server_added_long_ago_is_not_greeted(world: World) -> None:
    assert world.messages(await started(world, joined_ago=3 * 24 * 3600)) == []


async def test_a_server_that_has_used_the_bot_before_is_not_greeted(world: World) -> None:
    assert world.messages(await started(world, used=True)) == []


async def test_without_a_system_channel_there_is_no_greeting(world: World) -> None:
    channel, _ = await joined(world, system=False)
    assert world.messages(channel) == []
