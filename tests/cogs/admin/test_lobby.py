"""A forum as lobby: every match gets a post there, with tags for its game and its state."""

from __future__ import annotations

import discord
import pytest
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from tests.support.cogs.play import CANCEL, JOIN, PLAY, RESIGN, can
from tests.support.world import World


async def lobby(world: World, *, manages: bool = True) -> simcord.ChannelHandle:
    """A forum that Celina has made the lobby; `manages` says whether the bot may manage it."""
    forum = world.env.guild.create_forum_channel("lobby")
    await world.env.settle()
    if not manages:
        await world.revoke("manage_channels", within=forum)
    await world["Celina"].promote("manage_guild")
    answer = await world["Celina"].slash("admin lobby", forum=forum)
    assert f"gets a post in <#{forum.id}>" in answer.text
    return forum


def tags(world: World, forum: simcord.ChannelHandle, post: simcord.ChannelHandle | None = None) -> set[str]:
    """The names of the tags of the forum, or of one post."""
    channels = world.env.backend.channels
    names = {int(tag["id"]): tag["name"] for tag in channels[forum.id].available_tags}
    return {names[one] for one in channels[post.id].applied_tags} if post else {*names.values()}


async def test_a_match_is_a_forum_post_with_its_state_in_the_tags(world: World) -> None:
    forum = await lobby(world)
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    (post,) = forum.threads
    assert f"<#{post.id}>" in answer.text and post.name == "Leaders: Ada – Bartek"
    assert not world.messages() and can(world.newest(post), JOIN)
    assert tags(world, forum, post) == {"Leaders", "Open"}
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert can(world.newest(post), PLAY) and tags(world, forum, post) == {"Leaders", "Live"}
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign", within=post))
    assert tags(world, forum, post) == {"Leaders", "Over"}


async def test_an_open_invitation_is_the_first_message_and_the_title_names_who_has_joined(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    (invitation,) = world.messages(post)
    assert can(invitation, JOIN) and post.name == "Leaders: Ada – ?"
    await world["Bartek"].click(JOIN, on=invitation)
    assert world.env.backend.channels[post.id].name == "Leaders: Ada – Bartek"
    assert len(world.messages(post)) == 2 and can(world.newest(post), PLAY)
    assert "The match has begun" in world.messages(post)[0].text
    await world["Bartek"].click(RESIGN, on=await world["Bartek"].slash("match resign", within=post))
    await world["Ada"].slash("match rematch", within=post)
    assert can(world.newest(post), JOIN) and can(world.messages(post)[-1], JOIN)


async def test_without_tags_the_title_still_names_who_has_joined(world: World) -> None:
    forum = await lobby(world)
    world.env.backend.channels[forum.id].available_tags.clear()
    await world.restart()
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert world.env.backend.channels[post.id].name == "Leaders: Ada – Bartek"


async def test_a_title_chosen_by_a_person_stays(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    world.env.backend.channels[post.id].name = "Friday night"
    await world.restart()
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert world.env.backend.channels[post.id].name == "Friday night"


async def test_threads_outside_forums_are_named_after_the_players_too(world: World) -> None:
    """The thread is renamed once; Discord gets no further request for an equal title."""
    await world["Ada"].slash("match new", game="leaders", thread=True)
    (thread,) = world.channel().threads
    assert thread.name == "Leaders: Ada – ?"
    await world["Bartek"].click(JOIN, on=world.newest(thread))
    requests = world.env.backend.http_requests
    renamed = [one.json for one in requests if (one.method, one.path) == ("PATCH", f"/channels/{thread.id}")]
    assert renamed == [{"name": "Leaders: Ada – Bartek"}]
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign", within=thread))
    assert world.env.backend.channels[thread.id].name == "Leaders: Ada – Bartek"


async def test_a_canceled_match_is_tagged_as_over_and_other_tags_stay(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="monolith")
    (post,) = forum.threads
    channels = world.env.backend.channels
    channels[forum.id].available_tags.append(
        {"id": "77", "name": "Friday", "moderated": False, "emoji_id": None, "emoji_name": None}
    )
    channels[post.id].applied_tags.append(77)
    await world.restart()
    await world["Ada"].click(CANCEL, on=world.newest(post))
    assert tags(world, forum, post) == {"Monolith Arena", "Over", "Friday"}


async def test_a_match_is_played_in_its_post_or_in_a_requested_thread(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    await world["Ada"].click(CANCEL, on=world.newest(post))
    await world["Ada"].slash("match new", within=post, game="knockdown")
    await world["Bartek"].slash("match new", game="leaders", thread=False)
    assert len(forum.threads) == 1 and can(world.newest(post), JOIN) and can(world.newest(), JOIN)
    assert tags(world, forum, post) == {"Knockdown", "Open"}


async def test_a_lobby_is_not_used_for_people_who_cannot_see_it(world: World) -> None:
    forum = await lobby(world)
    hidden = Overwrite(world["Bartek"].id, OverwriteType.MEMBER, deny=discord.Permissions(view_channel=True).value)
    world.env.backend.set_overwrite(forum.id, hidden)
    await world.env.settle()
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert not forum.threads and can(world.newest(), JOIN)


async def test_without_permissions_there_are_no_tags_or_no_lobby(world: World) -> None:
    forum = await lobby(world, manages=False)
    assert tags(world, forum) == set()
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    assert can(world.newest(post), JOIN) and tags(world, forum, post) == set()
    await world.revoke("send_messages", within=forum)
    answer = await world["Celina"].slash("admin lobby", forum=forum)
    assert f"I am missing permissions in <#{forum.id}>: create posts" in answer.text
    await world["Ada"].slash("match new", game="leaders")
    assert len(forum.threads) == 1 and can(world.newest(), JOIN)


async def test_tags_refused_by_discord_do_not_stop_the_match(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    (post,) = forum.threads
    world.refuse("PATCH", f"/channels/{post.id}", status=403, code=50013, times=None)
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert can(world.newest(post), PLAY) and tags(world, forum, post) == {"Leaders", "Open"}


async def test_a_title_refused_by_discord_is_not_tried_again(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", thread=True)
    (thread,) = world.channel().threads
    path = f"/channels/{thread.id}"
    world.refuse("PATCH", path, status=403, code=50013, times=None)
    await world["Bartek"].click(JOIN, on=world.newest(thread))
    await world["Ada"].slash("match draw", within=thread)
    await world["Bartek"].click("decline", on=world.newest(thread))
    assert len(world.messages(thread)) > 2 and can(world.board(thread), PLAY)
    requests = [one for one in world.env.backend.http_requests if (one.method, one.path) == ("PATCH", path)]
    assert len(requests) == 1 and world.env.backend.channels[thread.id].name == "Leaders: Ada – ?"


@pytest.mark.parametrize("status", [429, 503])
async def test_tags_that_fail_temporarily_are_set_with_the_next_message(world: World, status: int) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    (post,) = forum.threads
    world.refuse("PATCH", f"/channels/{post.id}", status=status, times=None)
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert tags(world, forum, post) == {"Leaders", "Open"}
    world.env.backend.faults.clear()
    await world["Ada"].slash("match draw", within=post)
    assert tags(world, forum, post) == {"Leaders", "Live"}


async def test_tags_change_even_if_a_player_has_left_the_server(world: World) -> None:
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders")
    (post,) = forum.threads
    world.refuse("GET", f"/guilds/{world.env.guild.id}/members", status=404, code=10007, times=None)
    await world["Ada"].leave()
    await world["Bartek"].click(JOIN, on=world.newest(post))
    assert tags(world, forum, post) == {"Leaders", "Live"} and post.name == "Leaders: Ada – ?"


async def test_a_lobby_can_be_taken_back_and_counts_as_an_allowed_channel(world: World) -> None:
    await world["Celina"].promote("manage_guild")
    await world["Celina"].slash("admin channels add", channel=world.channel("second-table"))
    forum = await lobby(world)
    await world["Ada"].slash("match new", game="leaders")
    assert len(forum.threads) == 1
    assert "where they are opened" in (await world["Celina"].slash("admin lobby")).text
    answer = await world["Ada"].slash("match new", game="leaders")
    assert "only in" in answer.all_text and len(forum.threads) == 1
