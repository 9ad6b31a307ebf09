"""Matches of three and four: invitations, joining, pings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cogs.monolith import names_to_move, stored
from tests.support.cogs.play import ACCEPT, JOIN, PLAY, can, quick, take_turn
from tests.support.world import World


async def _play(world: World, turns: int) -> list[str]:
    """Play this many turns; return the names of the people pinged for them."""
    found = []
    for _ in range(turns):
        (name,) = names_to_move(world)
        found.append(name)
        before = len(world.pings)
        await take_turn(world[name], quick)
        now = [sorted(ping.people) for ping in world.pings[before:]]
        assert now == [[world[other].id] for other in names_to_move(world)], "only the next player is pinged"
    return found


@pytest.mark.usefixtures("pictures")
async def test_three_players_can_include_an_invited_and_an_open_seat(world: World, database: Path) -> None:
    ada, bartek, celina = (world[name] for name in ("Ada", "Bartek", "Celina"))
    await ada.slash("match new", game="monolith", opponent=bartek, players=3)
    assert world.pinged() == ["Bartek"]
    assert "1 open seat" in world.newest().text
    waiting = await celina.click(JOIN)
    assert "it is still waiting for other players" in waiting.text
    assert not can(world.newest(), PLAY)
    assert celina.mention in world.newest().text
    assert world.pinged() == ["Bartek"], "nobody is pinged twice"
    await bartek.click(JOIN)
    assert names_to_move(world) == ["Ada"]
    assert world.pinged() == ["Bartek", "Ada"]

    assert await _play(world, 3) == ["Ada", "Bartek", "Celina"]  # factions
    assert await _play(world, 3) == ["Ada", "Bartek", "Celina"]  # Banners
    assert await _play(world, 5) == ["Ada", "Bartek", "Celina", "Bartek", "Ada"]
    state = stored(database).state
    assert (state.teams, state.hit_points) == ([[0, 2], [1]], [20, 20])


@pytest.mark.usefixtures("pictures")
async def test_a_match_of_four_begins_when_all_invited_players_have_joined(world: World, database: Path) -> None:
    dorota, ewa = await world.welcome("Dorota"), await world.welcome("Ewa")
    ada, bartek, celina = (world[name] for name in ("Ada", "Bartek", "Celina"))
    await ada.slash(
        "match new",
        game="monolith",
        opponent=bartek,
        second_opponent=celina,
        third_opponent=dorota,
        options="factions=random",
    )
    assert [sorted(ping.people) for ping in world.pings] == [sorted([bartek.id, celina.id, dorota.id])]
    assert "reserved for someone else" in (await ewa.click(JOIN)).text
    for person in (dorota, bartek):
        await person.click(JOIN)
        assert not can(world.newest(), PLAY)
    await celina.slash("match join")
    assert [who for ping in world.pings[1:] for who in ping.people] == [world[name].id for name in names_to_move(world)]
    order = await _play(world, 4)  # Banners
    assert sorted(order) == ["Ada", "Bartek", "Celina", "Dorota"]
    around = ["Ada", "Bartek", "Celina", "Dorota"] * 2
    place = around.index(order[0])
    assert order == around[place : place + 4]
    assert await _play(world, 4) == order
    assert names_to_move(world) == [order[0]]
    assert stored(database).state.teams == [[0, 2], [1, 3]]


async def test_four_seats_may_all_be_open(world: World) -> None:
    dorota, ewa = await world.welcome("Dorota"), await world.welcome("Ewa")
    await world["Ada"].slash("match new", game="monolith", players=4)
    assert world.pinged() == []
    assert "3 open seats" in world.newest().text
    assert "You are already in this match" in (await world["Ada"].click(JOIN)).text
    for person in (ewa, world["Celina"], dorota):
        await person.click(JOIN)
    (name,) = names_to_move(world)
    assert world.pinged() == [name]
    assert name in ("Ada", "Ewa", "Celina", "Dorota")
    assert not can(await world["Bartek"].click(PLAY), "press:pick:"), "Bartek came too late"


async def test_a_teammate_cannot_play_for_the_player_on_turn(world: World) -> None:
    await world["Ada"].slash(
        "match new",
        game="monolith",
        opponent=world["Bartek"],
        second_opponent=world["Celina"],
        options="factions=random",
    )
    await world["Bartek"].click(JOIN)
    await world["Celina"].click(JOIN)
    assert names_to_move(world) == ["Ada"]
    refused = await world["Celina"].slash("play", move="a1 confirm")
    assert "It is not your turn to decide." in refused.text
    assert names_to_move(world) == ["Ada"]


async def test_when_one_player_resigns_the_other_team_wins(world: World) -> None:
    await world["Ada"].slash(
        "match new",
        game="monolith",
        opponent=world["Bartek"],
        second_opponent=world["Celina"],
        options="factions=random",
    )
    await world["Bartek"].click(JOIN)
    await world["Celina"].click(JOIN)
    sure = await world["Celina"].slash("match resign")
    await world["Celina"].click("press:resign:", on=sure)
    assert "Victory for " in world.newest().text and ": resignation." in world.newest().text
    assert not can(world.newest(), PLAY)


async def test_a_teammate_alone_cannot_agree_to_a_draw(world: World) -> None:
    await world["Ada"].slash(
        "match new",
        game="monolith",
        opponent=world["Bartek"],
        second_opponent=world["Celina"],
        options="factions=random",
    )
    await world["Bartek"].click(JOIN)
    await world["Celina"].click(JOIN)
    await world["Ada"].slash("match draw")
    offer = world.newest()
    await world["Celina"].click(ACCEPT, on=offer)
    assert not any("Draw: " in message.text for message in world.messages()), "Bartek, the other side, has not agreed"
    await world["Bartek"].click(ACCEPT, on=offer)
    assert "Draw: agreed." in world.newest().text
