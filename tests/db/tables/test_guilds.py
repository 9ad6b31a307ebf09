"""A server's settings and bans."""

from db import Store
from tests.support.db.sample_matches import ANN, GUILD


async def test_changing_one_server_setting_keeps_the_others(store: Store) -> None:
    await store.guilds.update(GUILD, language="pl", thread=True)
    chosen = await store.guilds.update(GUILD, clock="{}")
    assert (chosen.language, chosen.thread, chosen.clock) == ("pl", True, "{}")
    assert await store.guilds.get(GUILD) == chosen
    assert (await store.guilds.get(GUILD + 1)).language == ""


async def test_channels_are_allowed_and_disallowed_once(store: Store) -> None:
    assert await store.guilds.allow_channel(GUILD, 10) and await store.guilds.allow_channel(GUILD, 11)
    assert not await store.guilds.allow_channel(GUILD, 10)
    assert (await store.guilds.get(GUILD)).channels == (10, 11)
    assert await store.guilds.allow_channel(GUILD, 10, close=True)
    assert not await store.guilds.allow_channel(GUILD, 10, close=True)
    assert (await store.guilds.get(GUILD)).channels == (11,)
    await store.guilds.allow_all_channels(GUILD)
    assert (await store.guilds.get(GUILD)).channels == ()


async def test_a_ban_is_valid_in_its_server_until_it_is_lifted(store: Store) -> None:
    assert await store.guilds.ban(GUILD, ANN)
    assert not await store.guilds.ban(GUILD, ANN)
    assert await store.guilds.banned(GUILD) == [ANN]
    assert await store.guilds.banned(GUILD + 1) == []
    assert await store.guilds.ban(GUILD, ANN, lift=True)
    assert not await store.guilds.ban(GUILD, ANN, lift=True)
    assert await store.guilds.banned(GUILD) == []
