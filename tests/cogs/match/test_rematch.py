"""A rematch: the same people and rules, everybody one seat further."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.support.cogs.play import ACCEPT, JOIN, RESIGN, begin, can, quick, rows, take_turn, to_move
from tests.support.cogs.servers import ban, choose
from tests.support.world import Seen, World

REMATCH = "press:rematch:"


async def over(world: World, *, by: str = "Ada", **more: Any) -> Seen:
    """A match between Ada and Bartek that one of them has resigned; returns the board with the button."""
    await begin(world, **more)
    await world[by].click(RESIGN, on=await world[by].slash("match resign"))
    return last_board(world)


def last_board(world: World) -> Seen:
    """The newest message with the button."""
    return [message for message in world.messages() if can(message, REMATCH)][-1]


def table(database: Path, match: int) -> list[tuple[object, ...]]:
    """The users of a match's seats, and the users invited to them."""
    return rows(database, f"SELECT person, invited FROM seats WHERE match = {match} ORDER BY seat")


async def test_a_rematch_rotates_the_seats_and_pings_the_others(world: World, database: Path) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    await over(world)
    before = len(world.pinged())
    answer = await ada.click(REMATCH)
    assert answer.ephemeral and "Match 2 is open" in answer.all_text
    assert table(database, 2) == [(None, bartek.id), (ada.id, ada.id)]
    assert world.pinged()[before:] == ["Bartek"]
    assert "A rematch of match 1." in world.newest().text
    await bartek.click(JOIN)
    assert [user for user, _ in table(database, 2)] == [bartek.id, ada.id]
    assert f"**Gold** {bartek.mention} · **Violet** {ada.mention}" in world.newest().text


async def test_a_rematch_is_played_by_the_same_rules(world: World, database: Path) -> None:
    last = await over(world, options="mode=advanced", clock="5d+12h/10d", timeout="automatic", rated=True)
    await world["Bartek"].click(REMATCH, on=last)
    first, second = rows(database, "SELECT game, options, clock, rated, channel, language FROM matches ORDER BY id")
    assert first == second
    assert rows(database, "SELECT origin, creator FROM matches WHERE id = 2") == [(1, world["Bartek"].id)]
    assert "Rated: by joining you agree" in world.newest().text


async def test_the_second_player_who_presses_joins_the_rematch(world: World, database: Path) -> None:
    last = await over(world)
    await world["Ada"].click(REMATCH, on=last)
    answer = await world["Bartek"].click(REMATCH, on=last)
    assert "2" in answer.all_text and answer.ephemeral
    assert rows(database, "SELECT id, status FROM matches") == [(1, "over"), (2, "live")]
    assert to_move(world) in (world["Ada"], world["Bartek"])


async def test_both_players_pressing_at_the_same_instant_begins_the_rematch(world: World, database: Path) -> None:
    last = await over(world)
    async with world.together():
        await world["Bartek"].click(REMATCH, on=last)
        await world["Ada"].click(REMATCH, on=last)
    assert rows(database, "SELECT id, status FROM matches") == [(1, "over"), (2, "live")]
    assert [user for user, _ in table(database, 2)] == [world["Bartek"].id, world["Ada"].id]


async def test_pressing_twice_opens_one_rematch(world: World, database: Path) -> None:
    last = await over(world)
    await world["Ada"].click(REMATCH, on=last)
    answer = await world["Ada"].click(REMATCH, on=last)
    assert answer.all_text == "You are already in this match; it is still waiting for other players."
    await world.deliver_again(answer, unheard=True)
    assert rows(database, "SELECT count(*) FROM matches") == [(2,)]


async def test_the_button_works_after_a_restart(world: World, database: Path) -> None:
    last = await over(world)
    await world.restart()
    await world["Ada"].click(REMATCH, on=last)
    await world.restart()
    await world["Bartek"].click(REMATCH, on=last)
    assert rows(database, "SELECT status FROM matches WHERE id = 2") == [("live",)]


async def test_a_rematch_invitation_interrupted_by_a_crash_is_posted_after_the_restart(
    world: World, database: Path
) -> None:
    last = await over(world)
    async with world.killed_at("POST", "/channels/*/messages"):
        await world["Ada"].click(REMATCH, on=last)
    assert can(world.newest(), JOIN)
    await world["Bartek"].click(REMATCH, on=last)
    assert rows(database, "SELECT id, status FROM matches") == [(1, "over"), (2, "live")]


async def test_a_rematch_can_be_requested_by_command(world: World, database: Path) -> None:
    await over(world)
    await world["Ada"].slash("match rematch")
    assert table(database, 2) == [(None, world["Bartek"].id), (world["Ada"].id, world["Ada"].id)]
    await world["Bartek"].slash("match rematch")
    assert rows(database, "SELECT status FROM matches WHERE id = 2") == [("live",)]


async def test_a_rematch_by_number_is_played_where_the_match_was(world: World, database: Path) -> None:
    await over(world)
    await world["Bartek"].slash("match rematch", within=world.channel("second-table"), match_number=1)
    assert can(world.newest(), JOIN)
    assert rows(database, "SELECT channel, origin FROM matches WHERE id = 2") == [(world.channel().id, 1)]


async def test_a_rematch_of_a_rematch_restores_the_first_seats(world: World, database: Path) -> None:
    await over(world)
    for _ in range(2):
        last = last_board(world)
        for name in ("Ada", "Bartek"):
            await world[name].click(REMATCH, on=last)
        await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign"))
    assert [user for user, _ in table(database, 3)] == [world["Ada"].id, world["Bartek"].id]
    assert rows(database, "SELECT id, origin FROM matches") == [(1, None), (2, 1), (3, 2)]


async def test_a_canceled_rematch_can_be_requested_again(world: World, database: Path) -> None:
    last = await over(world)
    await world["Ada"].click(REMATCH, on=last)
    await world["Bartek"].slash("match cancel")
    await world["Ada"].click(REMATCH, on=last)
    assert rows(database, "SELECT id, status FROM matches") == [(1, "over"), (2, "cancelled"), (3, "open")]


async def test_a_match_has_one_rematch_at_a_time(world: World) -> None:
    last = await over(world)
    for name in ("Ada", "Bartek"):
        await world[name].click(REMATCH, on=last)
    answer = await world["Ada"].click(REMATCH, on=last)
    assert answer.all_text == f"The rematch has begun: match 2 in <#{world.channel().id}>."


async def test_a_rematch_in_an_occupied_channel_has_to_wait(world: World, database: Path) -> None:
    last = await over(world)
    await world["Celina"].slash("match new", game="leaders")
    answer = await world["Ada"].click(REMATCH, on=last)
    assert answer.all_text == f"Match 2 is now in <#{world.channel().id}>, and a channel holds only one."
    assert rows(database, "SELECT count(*) FROM matches") == [(2,)]


async def test_a_spectator_cannot_ask_for_a_rematch(world: World, database: Path) -> None:
    await over(world)
    answer = await world["Celina"].click(REMATCH)
    assert answer.all_text == "You are not playing in this match."
    assert rows(database, "SELECT count(*) FROM matches") == [(1,)]


@pytest.mark.parametrize(("begun", "message"), [(True, "not over yet"), (False, "has not begun")])
async def test_an_unfinished_match_has_no_rematch(world: World, begun: bool, message: str) -> None:
    await (begin(world) if begun else world["Ada"].slash("match new", game="leaders"))
    assert message in (await world["Ada"].slash("match rematch")).all_text


async def test_a_canceled_match_has_no_rematch(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("match cancel")
    assert (await world["Ada"].slash("match rematch", match_number=1)).all_text == "The match was canceled."
    assert "no match in this channel" in (await world["Ada"].slash("match rematch")).all_text


async def test_a_rematch_in_a_deleted_channel_is_refused(world: World) -> None:
    table = world.channel("second-table")
    await begin(world, within=table)
    await world["Ada"].click(RESIGN, on=await world["Ada"].slash("match resign", within=table))
    await world.delete(table)
    answer = await world["Ada"].slash("match rematch", match_number=1)
    assert answer.all_text == "The channel of match 1 is gone."


async def test_a_banned_person_cannot_get_a_rematch(world: World, database: Path) -> None:
    await over(world)
    await ban(world, world["Bartek"])
    answer = await world["Ada"].click(REMATCH)
    assert answer.all_text == f"Banned from playing on this server: {world['Bartek'].mention}."
    await world["Bartek"].click(REMATCH)
    assert rows(database, "SELECT count(*) FROM matches") == [(1,)]


async def test_a_rematch_follows_the_servers_allowed_channels(world: World) -> None:
    await over(world)
    await choose(world, places=(world.channel("second-table").id,))
    answer = await world["Ada"].click(REMATCH)
    assert "matches may be opened only in" in answer.all_text


async def test_the_seat_of_a_deleted_person_is_open_in_a_rematch(world: World, database: Path) -> None:
    last = await over(world)
    await world["Bartek"].click("press:forget:", on=await world["Bartek"].slash("privacy delete"))
    await world["Ada"].click(REMATCH, on=last)
    assert table(database, 2) == [(None, None), (world["Ada"].id, world["Ada"].id)]
    await world["Celina"].click(JOIN)
    assert [user for user, _ in table(database, 2)] == [world["Celina"].id, world["Ada"].id]


async def test_in_a_rematch_of_three_every_player_moves_one_seat_on(world: World, database: Path) -> None:
    ada, bartek, celina = world["Ada"], world["Bartek"], world["Celina"]
    await ada.slash("match new", game="monolith", opponent=bartek, second_opponent=celina)
    await bartek.click(JOIN)
    await celina.click(JOIN)
    offer = await ada.slash("match draw")
    assert "asked" in offer.all_text
    await bartek.click(ACCEPT)
    last = last_board(world)
    before = len(world.pinged())
    await celina.click(REMATCH, on=last)
    assert [invited for _, invited in table(database, 2)] == [celina.id, ada.id, bartek.id]
    assert sorted(world.pinged()[before:]) == ["Ada", "Bartek"]
    await ada.click(REMATCH, on=last)
    assert "1 more is needed." in world.newest().text, "the invitation is edited"
    await bartek.click(REMATCH, on=last)
    assert [user for user, _ in table(database, 2)] == [celina.id, ada.id, bartek.id]


async def test_a_rematch_is_played_like_any_other_match(world: World) -> None:
    last = await over(world)
    for name in ("Ada", "Bartek"):
        await world[name].click(REMATCH, on=last)
    person = to_move(world)
    assert person is not None
    await take_turn(person, quick)
    assert to_move(world) not in (None, person)
