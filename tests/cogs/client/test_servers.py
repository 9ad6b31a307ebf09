"""Servers that remove the bot, matches that move to another server, and kinds of channels."""

from __future__ import annotations

import pytest
import simcord

from db.tables.retention import DAY
from table.retention import CLOSED_AFTER_DAYS
from tests.support.cogs.play import HERE, JOIN, begin, quick, take_turn
from tests.support.cogs.servers import abroad, ban, store
from tests.support.world import World


async def remove_bot(world: World, guild: int) -> None:
    world.env.backend.emit("GUILD_DELETE", {"id": str(guild)})
    await world.env.settle()


async def test_matches_of_a_server_that_removed_the_bot_are_closed_after_thirty_days(world: World) -> None:
    elsewhere, ada, dora = await abroad(world)
    await begin(world)
    await ada.slash("match new", within=elsewhere, game="leaders", opponent=dora)
    await dora.click(JOIN, on=world.newest(elsewhere))
    away = (await store(world).matches.get(2)).guild
    assert away is not None
    await remove_bot(world, away)
    await world.pass_time((CLOSED_AFTER_DAYS - 1) * DAY)
    assert (await store(world).matches.get(2)).status == "live"
    await world.pass_time(2 * DAY)
    assert (await store(world).matches.get(2)).status == "cancelled"
    assert (await store(world).matches.get(1)).status == "live", "the match on the other server continues"


async def test_a_server_that_comes_back_in_time_keeps_its_matches(world: World) -> None:
    elsewhere, ada, dora = await abroad(world)
    await ada.slash("match new", within=elsewhere, game="leaders", opponent=dora)
    await dora.click(JOIN, on=world.newest(elsewhere))
    away = (await store(world).matches.get(1)).guild
    assert away is not None
    await remove_bot(world, away)
    await world.pass_time(DAY)
    assert "left" in {one.kind for one in await store(world).due.of_match(1)}
    await world.restart()  # the bot was on the simulated server all the time
    assert "left" not in {one.kind for one in await store(world).due.of_match(1)}
    await world.pass_time(CLOSED_AFTER_DAYS * DAY)
    assert (await store(world).matches.get(1)).status == "live"


async def test_a_match_moved_to_another_server_keeps_its_rules(world: World) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    await world.delete(second)
    elsewhere, ada, _ = await abroad(world)
    shown = await ada.slash("match show", within=elsewhere, number=1)
    assert (await ada.click(HERE, on=shown)).all_text == "The match goes on here."
    moved = await store(world).matches.get(1)
    assert elsewhere.guild is not None
    assert (moved.channel, moved.guild) == (elsewhere.id, elsewhere.guild.id)


async def test_a_match_does_not_move_to_a_server_that_bans_one_of_its_players(world: World) -> None:
    second = world.channel("second-table")
    await begin(world, within=second)
    await world.delete(second)
    await ban(world, world["Bartek"])
    answer = await world["Ada"].click(HERE, on=await world["Ada"].slash("match show", number=1))
    assert "Banned from playing on this server" in answer.all_text
    assert (await store(world).matches.get(1)).channel == second.id


@pytest.mark.parametrize("kind", ["create_stage_channel", "create_voice_channel", "create_news_channel"])
async def test_matches_can_be_played_in_every_kind_of_channel_with_messages(world: World, kind: str) -> None:
    place = getattr(world.env.guild, kind)("arena")
    await begin(world, within=place)
    done = await take_turn(world["Ada"], quick, within=place)
    assert "Played." in done.text


async def test_a_forum_post_works_like_other_threads(world: World) -> None:
    forum = world.env.guild.create_forum_channel("arena")
    post = world.env.backend.create_thread(forum.id, "our match", world["Ada"].id, broadcast=True)
    await world.env.settle()
    place = simcord.ChannelHandle(world.env, world.env.guild, post)
    await begin(world, within=place)
    assert "Played." in (await take_turn(world["Ada"], quick, within=place)).text
