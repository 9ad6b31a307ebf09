"""Options for opening a match: clock, ladder, open seats; and the server's restrictions."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.ui.voice import voice
from table.clocks import clocks
from table.clocks.clocks import Clock
from tests.support.cogs.play import JOIN, can, polish, rows
from tests.support.cogs.servers import ban, choose, store
from tests.support.world import World

_DAY = 86400


async def opened_with(world: World, **options: Any) -> Clock:
    """The clock of a match that Ada opens with these options."""
    answer = await world["Ada"].slash("match new", game="leaders", **options)
    assert "is open" in answer.all_text
    match = await store(world).matches.in_channel(world.channel().id)
    assert match is not None
    return clocks.load_clock(match.clock)


# The clock


async def test_matches_have_no_clock_by_default(world: World) -> None:
    assert (await opened_with(world)).full == 0
    assert "Time: no clock" in world.newest().text


async def test_a_typed_clock_is_used_and_shown_in_the_invitation(world: World) -> None:
    assert await opened_with(world, clock="3d") == Clock(move=3 * _DAY)
    assert "Time: 3 days per move" in world.newest().text


async def test_a_clock_can_have_a_bank_an_increment_and_a_cap(world: World) -> None:
    clock = await opened_with(world, clock="5d+12h/10d")
    assert clock == Clock(bank=5 * _DAY, increment=_DAY // 2, cap=10 * _DAY)
    assert "5 days each, plus 12 hours per move, up to 10 days" in world.newest().text


@pytest.mark.parametrize(
    ("chosen", "ends"), [({}, False), ({"timeout": "claim"}, False), ({"timeout": "automatic"}, True)]
)
async def test_running_out_of_time_must_be_claimed_unless_the_match_ends_by_itself(
    world: World, chosen: dict[str, str], ends: bool
) -> None:
    assert (await opened_with(world, clock="1d", **chosen)).ends is ends
    assert ("running out of time ends the match" in world.newest().text) is ends


async def test_an_invalid_clock_is_refused_with_examples(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", clock="soon")
    assert "I can't read that clock: soon. Try 3d" in answer.all_text
    assert world.messages() == []


async def test_the_servers_default_clock_is_used_unless_another_is_named(world: World) -> None:
    await choose(world, clock=clocks.dump_clock(Clock(move=7 * _DAY, ends=True)))
    assert await opened_with(world) == Clock(move=7 * _DAY, ends=True)
    await world["Ada"].slash("match cancel")
    assert await opened_with(world, timeout="claim") == Clock(move=7 * _DAY)
    await world["Ada"].slash("match cancel")
    assert await opened_with(world, clock="none") == Clock()
    await world["Ada"].slash("match cancel")
    assert await opened_with(world, clock="1d") == Clock(move=_DAY)


async def test_clocks_are_suggested_in_words(world: World) -> None:
    place = world.channel()
    choices = await world["Bartek"].actor.autocomplete(place, "match new", "clock", "3", game="leaders")
    words = voice("pl")(clocks.clock_text(Clock(move=3 * _DAY)))
    assert [(one["name"], one["value"]) for one in choices] == [(words, "3d")]
    assert "none" in await world["Ada"].suggest("match new", "clock", "")
    assert await world["Ada"].suggest("match new", "clock", "36h") == ["1d12h"]


async def test_every_suggested_clock_is_accepted(world: World) -> None:
    for code in await world["Ada"].suggest("match new", "clock", ""):
        assert (await opened_with(world, clock=code)).code == code
        await world["Ada"].slash("match cancel")


# The ladder


async def test_the_invitation_to_a_rated_match_says_so(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], rated=True, clock="2d")
    text = world.newest().text
    assert "Rated: by joining you agree that the result counts for the ladder." in text
    assert "Time: 2 days per move" in text
    assert "1 more is needed." in text
    await world["Bartek"].click(JOIN)
    assert rows(database, "SELECT rated, status FROM matches") == [(1, "live")]


async def test_a_match_is_unrated_by_default(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert "Rated" not in world.newest().text
    assert rows(database, "SELECT rated FROM matches") == [(0,)]


async def test_the_invitation_is_in_the_language_of_the_match(world: World) -> None:
    await world["Bartek"].slash("match new", game="leaders", rated=True)
    agreed = polish("Rated: by joining you agree that the result counts for the ladder.")
    assert agreed in world.newest().text


# Open seats


async def test_the_invitation_names_the_players_and_the_number_of_open_seats(world: World) -> None:
    await world["Ada"].slash("match new", game="monolith", players=4)
    assert f"Players so far: {world['Ada'].mention}. 3 more are needed." in world.newest().text
    await world["Celina"].click(JOIN)
    both = f"{world['Ada'].mention}, {world['Celina'].mention}"
    assert f"Players so far: {both}. 2 more are needed." in world.newest().text
    assert world.pinged() == []


async def test_an_open_match_has_an_open_seat_besides_named_players(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="monolith", opponent=world["Bartek"], open=True)
    assert rows(database, "SELECT seats FROM matches") == [(3,)]
    assert "1 open seat: who wants to join?" in world.newest().text
    assert world.pinged() == ["Bartek"]
    await world["Celina"].click(JOIN)
    assert rows(database, "SELECT status FROM matches") == [("open",)]
    await world["Bartek"].click(JOIN)
    assert rows(database, "SELECT status FROM matches") == [("live",)]


async def test_an_open_match_for_two_is_for_anyone(world: World) -> None:
    await world["Ada"].slash("match new", game="leaders", open=True)
    assert "1 open seat: who wants to join?" in world.newest().text


@pytest.mark.parametrize(("players", "message"), [(None, "is for 2 players"), (2, "none is left open")])
async def test_a_match_with_all_seats_named_has_no_open_seat(world: World, players: int | None, message: str) -> None:
    more: dict[str, Any] = {} if players is None else {"players": players}
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"], open=True, **more)
    assert message in answer.all_text
    assert world.messages() == []


async def test_a_match_that_nobody_could_join_is_not_opened(world: World) -> None:
    answer = await world["Ada"].slash("match new", game="leaders", open=False)
    assert "There are too few players" in answer.all_text
    assert world.messages() == []


# The server's restrictions


async def test_a_server_may_want_a_thread_for_every_match(world: World) -> None:
    await choose(world, thread=True)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert [thread.name for thread in world.channel().threads] == ["Leaders: Ada – Bartek"]
    await world["Ada"].slash("match new", game="leaders", thread=False)
    assert can(world.newest(), JOIN)


async def test_without_threads_the_match_opens_in_the_channel(world: World) -> None:
    await choose(world, thread=True)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    thread = world.channel().threads[0]
    await world["Ada"].slash("match cancel", within=thread)
    answer = await world["Ada"].slash("match new", within=thread, game="leaders")
    assert "Match 2 is open" in answer.all_text
    assert can(world.newest(thread), JOIN)


async def test_a_server_may_restrict_matches_to_certain_channels(world: World) -> None:
    table = world.channel("second-table")
    await choose(world, places=(table.id,))
    answer = await world["Ada"].slash("match new", game="leaders")
    assert answer.all_text == f"On this server, matches may be opened only in: <#{table.id}>."
    assert world.messages() == []
    await world["Ada"].slash("match new", within=table, game="leaders", thread=True)
    thread = table.threads[0]
    await world["Ada"].slash("match cancel", within=thread)
    assert "is open" in (await world["Ada"].slash("match new", within=thread, game="leaders")).all_text


async def test_a_banned_person_cannot_open_a_match(world: World) -> None:
    await ban(world, world["Ada"])
    answer = await world["Ada"].slash("match new", game="leaders")
    assert answer.all_text == "You are banned from playing on this server."
    assert world.messages() == []


async def test_a_banned_person_cannot_join_a_match(world: World, database: Path) -> None:
    await world["Ada"].slash("match new", game="leaders")
    await ban(world, world["Celina"])
    for answer in (await world["Celina"].click(JOIN), await world["Celina"].slash("match join")):
        assert answer.all_text == "You are banned from playing on this server."
    assert rows(database, "SELECT status FROM matches") == [("open",)]


async def test_a_banned_person_cannot_be_invited(world: World) -> None:
    await ban(world, world["Bartek"])
    answer = await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert answer.all_text == f"Banned from playing on this server: {world['Bartek'].mention}."
    assert world.messages() == [] and world.pinged() == []


async def test_a_person_whose_ban_was_lifted_may_play(world: World, database: Path) -> None:
    await ban(world, world["Celina"])
    await world["Ada"].slash("match new", game="leaders")
    await store(world).guilds.ban(world.env.guild.id, world["Celina"].id, lift=True)
    await world["Celina"].click(JOIN)
    assert rows(database, "SELECT status FROM matches") == [("live",)]
