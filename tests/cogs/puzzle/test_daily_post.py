"""The daily puzzle in a channel: posted once a day, in spite of restarts, without pings."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.client.arena_bot import ArenaBot
from engine.learning.puzzles import Puzzle, puzzles
from engine.registry import GAMES
from table.exercises.puzzles import solution_lines
from tests.support.cogs.play import english, polish, rows
from tests.support.puzzles.sample import sample_puzzles
from tests.support.world import Person, Seen, World

HOUR, DAY = 3600, 86400


@pytest.fixture(autouse=True)
def sample(tmp_path: Path) -> Iterator[None]:
    with sample_puzzles(tmp_path / "puzzles"):
        yield


async def admin(world: World) -> Person:
    await world["Ada"].promote("manage_guild")
    return world["Ada"]


def days(database: Path) -> list[Puzzle]:
    """The daily puzzles so far."""
    known = {one.id: one for one in puzzles("leaders")}
    return [known[str(row[0])] for row in rows(database, "SELECT item FROM daily_puzzles ORDER BY day")]


async def at_nine(world: World) -> None:
    """Advance time to nine o'clock in the morning."""
    now = world.env.now().timestamp()
    await world.pass_time((9 * HOUR - now % DAY) % DAY)


def posts(world: World) -> list[Seen]:
    return [one for one in world.messages() if "Puzzle of the day" in one.text]


async def test_daily_puzzles_are_posted_once_a_day_despite_restarts_and_outages(world: World, database: Path) -> None:
    ada, bartek, dice = await admin(world), world["Bartek"], Random(7)
    await at_nine(world)
    answer = await ada.slash("admin puzzle", channel=world.channel(), hour=8)
    assert "at 8:00 (UTC)" in answer.all_text and "posted in" in (await ada.slash("admin defaults")).all_text
    for day in range(7):
        if dice.random() < 0.5:
            async with world.away():
                await world.pass_time(DAY - HOUR / 2)
        else:
            await world.pass_time(DAY - HOUR / 2)
        await world.restart()
        await world.pass_time(HOUR / 2)
        assert len(posts(world)) == day + 1
        post, puzzle = posts(world)[-1], days(database)[-1]
        assert english("Win in this turn.") in post.text and post.shows_picture
        if day:
            before = days(database)[-2]
            assert "Yesterday's puzzle" in post.text
            for line in solution_lines(GAMES["leaders"], before):
                assert str(line) in post.text
            assert ("2 people have" if day % 2 else "Nobody has") in post.text
        if day % 2 == 0:
            panel = await bartek.click("Solve", on=post)
            assert panel.ephemeral and "Łamigłówka dnia" in panel.text
            for person in (ada, bartek):
                number = puzzles("leaders").index(puzzle) + 1
                await person.slash("puzzle show", game="leaders", number=number, move=puzzle.solution)
    assert world.pinged() == []
    assert {datetime.fromtimestamp(int(str(at)), UTC).hour for (at,) in rows(database, "SELECT at FROM due")} == {8}


@pytest.mark.parametrize("after", [False, True])
async def test_a_crash_while_posting_neither_loses_nor_repeats_the_puzzle(
    world: World, database: Path, after: bool
) -> None:
    ada = await admin(world)
    await at_nine(world)
    await ada.slash("admin puzzle", channel=world.channel(), hour=8)
    async with world.killed_at("POST", "/channels/*/messages", after=after):
        await world.pass_time(DAY)
    await world.pass_time(HOUR)
    assert len(posts(world)) == 1
    assert rows(database, "SELECT count(*), count(sent_at) FROM outbox") == [(1, 1)]
    await world.pass_time(DAY)
    assert len(posts(world)) == 2


async def test_after_a_longer_outage_only_the_newest_is_posted(world: World) -> None:
    ada = await admin(world)
    await at_nine(world)
    await ada.slash("admin puzzle", channel=world.channel(), hour=8)
    await world.pass_time(DAY)
    async with world.away():
        await world.pass_time(4 * DAY)
    await world.pass_time(HOUR)
    assert len(posts(world)) == 2 and "Previous puzzle" in posts(world)[-1].text
    await world.pass_time(DAY)
    assert len(posts(world)) == 3


async def test_the_daily_puzzle_is_in_the_servers_language_and_can_be_turned_off(world: World) -> None:
    ada = await admin(world)
    await at_nine(world)
    await ada.slash("admin defaults", language="pl")
    quiet: dict[str, Any] = {"from": "21:00", "to": "7:00", "zone": "Europe/Warsaw"}
    await ada.slash("me quiet", **quiet)
    answer = await ada.slash("admin puzzle", channel=world.channel(), hour=10)
    assert "10:00 (Europe/Warsaw)" in answer.all_text
    await world.pass_time(DAY)
    post = world.newest()
    assert "Łamigłówka dnia: Starcie Wodzów" in post.text and polish("Win in this turn.") in post.text
    assert "not posted here" in (await ada.slash("admin puzzle")).all_text
    await world.pass_time(3 * DAY)
    assert world.newest().id == post.id


async def test_deleting_the_channel_ends_the_daily_puzzle(
    world: World, database: Path, caplog: pytest.LogCaptureFixture
) -> None:
    ada, place = await admin(world), world.env.guild.create_text_channel("puzzles")
    await ada.slash("admin puzzle", channel=place, hour=8)
    await world.delete(place)
    with caplog.at_level(logging.WARNING, logger="arena"):
        await world.pass_time(2 * DAY)
    assert [one for one in caplog.messages if "its daily puzzle is no longer posted" in one]
    assert rows(database, "SELECT count(*), min(attempts) FROM outbox") == [(1, 3)], "nothing is retried forever"
    assert rows(database, "SELECT count(*) FROM due") == [(0,)]
    assert "is no longer posted in" in (await ada.slash("admin defaults")).all_text


async def test_without_permission_the_daily_puzzle_is_refused_or_ended(world: World, database: Path) -> None:
    ada = await admin(world)
    await world.revoke("send_messages")
    refused = await ada.slash("admin puzzle", channel=world.channel())
    assert "I am missing permissions in" in refused.all_text and "send messages" in refused.all_text
    await world.restore()
    await ada.slash("admin puzzle", channel=world.channel(), hour=8)
    await world.revoke("send_messages")
    await world.pass_time(2 * DAY)
    assert rows(database, "SELECT stopped <> '' FROM daily_posts") == [(1,)]
    await world.restore()
    await ada.slash("admin puzzle", channel=world.channel(), hour=8)
    await world.pass_time(DAY)
    assert len(posts(world)) == 1, "and it can be turned on again"


async def test_a_server_that_removed_the_bot_gets_no_daily_puzzles(world: World, database: Path) -> None:
    await (await admin(world)).slash("admin puzzle", channel=world.channel(), hour=8)
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    await bot.on_guild_remove(bot.guilds[0])
    assert rows(database, "SELECT count(*) FROM daily_posts") == rows(database, "SELECT count(*) FROM due") == [(0,)]
