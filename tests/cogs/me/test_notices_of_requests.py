"""Offers, claims, invitations and requests to take over reach people by their chosen way, not in their quiet hours."""

from __future__ import annotations

from pathlib import Path

from tests.support.cogs.clocks_and_notices import (
    DAY,
    HOUR,
    MINUTE,
    TAKE_OVER,
    block_private_messages,
    choose,
    pinged,
    private_messages,
    saying,
    set_quiet_hours,
    turn,
)
from tests.support.cogs.play import ACCEPT, DECLINE, begin, polish, rows, to_move
from tests.support.world import World

# Offers and time-outs


async def test_an_offer_is_delivered_as_the_player_chose(world: World, database: Path) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    before = len(pinged(world))
    await world["Ada"].slash("match draw")
    offer = world.newest()
    assert len(pinged(world)) == before and world["Bartek"].mention in offer.text
    await world.pass_time(MINUTE)
    await world.restart()
    (private_message,) = private_messages(world, world["Bartek"])
    assert (
        world["Ada"].mention in private_message.text
        and [part["type"] for part in private_message.components].count(2) == 1
    )
    await world.pass_time(HOUR)
    assert len(private_messages(world, world["Bartek"])) == 1
    await world["Bartek"].click(ACCEPT, on=offer)
    assert rows(database, "SELECT status FROM matches") == [("over",)]


async def test_an_answered_offer_causes_no_notice(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await begin(world)
    await world["Ada"].slash("match draw")
    await world["Bartek"].click(DECLINE)
    await world.pass_time(HOUR)
    assert private_messages(world, world["Bartek"]) == []


async def test_an_offer_in_quiet_hours_pings_after_them_if_it_is_still_open(world: World) -> None:
    await set_quiet_hours(world, "Bartek", 2)
    await begin(world)
    before = len(pinged(world))
    await world["Ada"].slash("match draw")
    await world.pass_time(1.4 * HOUR)
    assert len(pinged(world)) == before
    await world.pass_time(0.2 * HOUR)
    assert pinged(world)[before:] == ["Bartek"]
    assert "offers a draw" in world.newest().text
    await world["Bartek"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_an_offer_can_be_answered_in_the_channel_if_its_private_message_fails(world: World) -> None:
    await choose(world, "Bartek", "dm")
    block_private_messages(world, "Bartek")
    await begin(world)
    before = len(pinged(world))
    await world["Ada"].slash("match draw")
    await world.pass_time(MINUTE)
    assert pinged(world)[before:] == ["Bartek"]
    await world["Bartek"].click(ACCEPT)
    assert "Draw: agreed." in world.newest().text


async def test_a_player_who_may_claim_is_notified_as_they_chose(world: World, database: Path) -> None:
    await choose(world, "Ada", "dm")
    await begin(world, clock="1h")
    await turn(world, "Ada")
    before = len(pinged(world))
    await world.pass_time(HOUR + MINUTE)
    assert pinged(world)[before:] == ["Bartek"], "reminded"
    assert len(saying(world, "Out of time")) == 1
    (private_message,) = [one for one in private_messages(world, world["Ada"]) if "Out of time" in one.text]
    assert world["Bartek"].mention in private_message.text
    await world.restart()
    await world.pass_time(HOUR)
    assert len(saying(world, "Out of time")) == 1


async def test_a_player_in_quiet_hours_may_claim_in_the_morning(world: World, database: Path) -> None:
    await begin(world, clock="1h")
    await turn(world, "Ada")
    await set_quiet_hours(world, "Ada", 3)
    before = len(pinged(world))
    await world.pass_time(2.4 * HOUR)
    assert pinged(world)[before:] == ["Bartek"], "reminded"
    await world.restart()
    await world.pass_time(HOUR)
    assert pinged(world)[before:] == ["Bartek", "Ada"]
    await world["Ada"].click("press:claim:")
    assert rows(database, "SELECT status FROM matches") == [("over",)]


async def test_nothing_can_be_claimed_in_the_morning_if_the_opponent_has_moved(world: World) -> None:
    await begin(world, clock="1h")
    await turn(world, "Ada")
    await set_quiet_hours(world, "Ada", 3.3)
    await world.pass_time(1.5 * HOUR)
    await turn(world, "Bartek")
    before = len(pinged(world))
    await world.pass_time(1.5 * HOUR)
    assert len(saying(world, "Out of time")) == 2, "Bartek's, and then Ada's own"
    assert pinged(world)[before:] == ["Bartek", "Ada"], "he may claim, and she is pinged to move"


# Invitations and substitutes


async def test_an_invitation_is_delivered_as_the_person_chose(world: World) -> None:
    await choose(world, "Bartek", "dm")
    await world["Bartek"].slash("me language", language="pl")
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    assert pinged(world) == []
    await world.pass_time(MINUTE + 1)
    (private_message,) = private_messages(world, world["Bartek"])
    assert private_message.text == polish("{who}, you are invited to a match of {game}.").format(
        who=world["Bartek"].mention, game=polish("Leaders")
    )
    await world.pass_time(DAY)
    assert len(private_messages(world, world["Bartek"])) == 1


async def test_an_invitation_waits_for_the_end_of_quiet_hours_unless_it_was_answered(world: World) -> None:
    await set_quiet_hours(world, "Bartek", 8)
    await world["Ada"].slash("match new", game="leaders", opponent=world["Bartek"])
    second = world.channel("second-table")
    await world["Celina"].slash("match new", within=second, game="leaders", opponent=world["Bartek"])
    assert pinged(world) == []
    await world["Bartek"].click("press:join:", on=world.newest(second))
    await world.pass_time(9 * HOUR)
    joined = [ping for ping in world.pings if ping.people == {world["Bartek"].id}]
    assert len(joined) == 1 and joined[0].channel_id == world.channel().id


async def test_a_request_to_take_over_is_delivered_as_the_person_chose(world: World) -> None:
    await choose(world, "Celina", "none")
    await begin(world)
    before = pinged(world)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world.pass_time(DAY)
    assert pinged(world) == before
    await world["Ada"].slash("match substitute", player=world["Celina"])
    assert sum(world["Celina"].mention in message.text for message in world.messages()) == 1, "not asked twice"
    await world["Celina"].click(TAKE_OVER)
    assert to_move(world) is world["Celina"]


async def test_a_request_to_take_over_can_come_by_private_message(world: World) -> None:
    await choose(world, "Celina", "dm")
    await begin(world)
    await world["Ada"].slash("match substitute", player=world["Celina"])
    await world.pass_time(MINUTE + 1)
    (private_message,) = private_messages(world, world["Celina"])
    assert private_message.text.startswith(
        f"{world['Ada'].mention} would like to hand over Gold to {world['Celina'].mention}."
    )
