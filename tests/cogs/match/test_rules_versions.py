"""The rules change during a match: it is continued, undone, shown, filmed, exported and checked by its own version."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import simcord

from tests.cogs.admin.test_admin import spoil
from tests.cogs.match.test_import_export import bring
from tests.support.cogs.play import ACCEPT, CONFIRM, JOIN, RESIGN, can, faults, log_of, offered, pick, polish, rows
from tests.support.engine.rules_versions import change_leaders
from tests.support.world import Person, World

UNKNOWN = (
    "This match uses rules version {version} of {game}, which I don't know. "
    "Nothing is lost: you can play on as soon as I do."
)

_BEGUN = 4
"""After this many moves, the first turn of Leaders is over, and the changed rule makes a difference."""


async def _begin(world: World, key: str, within: simcord.ChannelHandle) -> None:
    await world["Ada"].slash("match new", within=within, game=key, opponent=world["Bartek"])
    await world["Bartek"].click(JOIN, on=world.newest(within))


async def _move(world: World, database: Path, match: int, within: simcord.ChannelHandle, dice: random.Random) -> Person:
    """Play one move of a seat that is asked."""
    seat = json.loads(str(rows(database, f"SELECT to_move FROM matches WHERE id = {match}")[0][0]))[0]
    user = rows(database, f"SELECT person FROM seats WHERE match = {match} AND seat = {seat}")[0][0]
    person = next(one for one in world.people.values() if one.id == user)
    panel = await person.slash("play", within=within)
    while not can(panel, CONFIRM):
        panel = await pick(person, panel, dice.choice(sorted(offered(panel))))
    await person.click(CONFIRM, on=panel)
    return person


def _versions(database: Path) -> list[int]:
    return [int(str(version)) for (version,) in rows(database, "SELECT rules_version FROM matches ORDER BY id")]


async def test_a_match_keeps_the_rules_it_began_with(
    world: World, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = "leaders"
    here, there = world.channel(), world.channel("second-table")
    dice, celina = random.Random(key), world["Celina"]
    await _begin(world, key, here)
    for _ in range(_BEGUN):
        await _move(world, database, 1, here, dice)
    boards = [(await celina.slash("board", move=number)).alt for number in range(_BEGUN + 1)]
    before, after = change_leaders(monkeypatch)
    await world.restart()
    assert faults(database) == []

    assert [(await celina.slash("board", move=number)).alt for number in range(_BEGUN + 1)] == boards
    assert f"After move 2 of {_BEGUN}" in (await celina.slash("match history", move=2)).text
    for _ in range(3):
        person = await _move(world, database, 1, here, dice)
    assert faults(database) == []

    stood = len(log_of(database))
    await person.slash("match undo", within=here)
    for other in (world["Ada"], world["Bartek"]):
        if other is not person and can(world.newest(here), ACCEPT):
            await other.click(ACCEPT, on=world.newest(here))
    assert len(log_of(database)) == stood + 1
    assert faults(database) == []
    assert (await celina.slash("match film", within=here)).files
    await _move(world, database, 1, here, dice)

    ada = world["Ada"]
    await ada.click(RESIGN, on=await ada.slash("match resign", within=here))
    data = (await celina.slash("match export", within=here)).files[f"{key}-1.json"]
    assert json.loads(data)["rules_version"] == before.rules_version
    assert (await bring(world, data, within=there)).all_text.count("loaded as match 2.")
    assert faults(database) == []

    await _begin(world, key, there)
    await _move(world, database, 3, there, dice)
    assert _versions(database) == [before.rules_version, before.rules_version, after.rules_version]
    assert faults(database) == []


async def test_a_match_with_unknown_rules_is_refused_with_an_explanation_and_kept(world: World, database: Path) -> None:
    here = world.channel()
    await _begin(world, "leaders", here)
    await _move(world, database, 1, here, random.Random(1))
    async with world.away():
        spoil(database, "UPDATE matches SET rules_version = 99, checksum = NULL")
    before = rows(database, "SELECT * FROM matches")
    words = UNKNOWN.format(version=99, game="Leaders")
    for command in ("play", "board", "match show", "match history", "match film", "match undo", "match resign"):
        assert (await world["Ada"].slash(command, within=here)).all_text == words, command
    assert (await world["Bartek"].slash("play", within=here)).all_text == polish(UNKNOWN).format(
        version=99, game="Starcie Wodzów"
    )
    assert (await world["Ada"].slash("match list", within=here)).text
    assert rows(database, "SELECT * FROM matches") == before
    assert faults(database) == [f"match 1 (leaders, live, version 1): it cannot be replayed: UnknownRules: {words}"]
    async with world.away():
        spoil(database, "UPDATE matches SET rules_version = 1, checksum = NULL")
    await _move(world, database, 1, here, random.Random(2))
    assert faults(database) == []
