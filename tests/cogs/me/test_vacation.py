"""/me vacation and /me back, as the person and the others see them."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.core.text import say, text
from locales import catalogue
from tests.support.cogs.nonsense import friendly
from tests.support.cogs.play import begin, finish_panel, quick, rows
from tests.support.world import World

DAY = 24 * 3600


def stretches(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT ends - starts FROM vacations ORDER BY starts")


def flags(database: Path) -> list[int]:
    """The times at which clocks will run out."""
    return [int(str(at)) for (at,) in rows(database, "SELECT at FROM due WHERE kind = 'flag'")]


async def test_a_vacation_is_announced_in_all_matches_without_pings(world: World, database: Path) -> None:
    second = world.channel("second-table")
    await begin(world)
    await begin(world, by="Ada", other="Celina", within=second)
    pinged = len(world.pinged())
    answer = await world["Ada"].slash("me vacation", days=7)
    assert answer.ephemeral
    assert "You are on vacation until <t:" in answer.text and "Announced in 2 matches." in answer.text
    assert "Vacation left in 2026: 23 days." in answer.text
    ((starts, ends),) = rows(database, "SELECT starts, ends FROM vacations")
    for place in (world.channel(), second):
        message = world.newest(place).text
        assert message == f"{world['Ada'].mention} is on vacation until <t:{ends}:D>; the clocks are stopped."
    assert (int(str(ends)) - int(str(starts))) == 7 * DAY
    assert len(world.pinged()) == pinged


async def test_players_may_move_on_vacation(world: World) -> None:
    await begin(world)
    await world["Ada"].slash("me vacation", days=3)
    await finish_panel(world["Ada"], await world["Ada"].slash("play"), quick)
    assert "Gold recruits" in world.newest().text


async def test_a_vacation_stops_the_clock(world: World, database: Path) -> None:
    await begin(world, clock="1d")
    (due,) = flags(database)
    await world.pass_time(DAY / 2)
    await world["Ada"].slash("me vacation", days=2)
    assert flags(database) == [due + 2 * DAY]
    await world.pass_time(DAY)
    await world.restart()
    assert "time" not in world.newest().text
    await world["Ada"].slash("me back")
    (early,) = flags(database)
    assert due + DAY <= early < due + DAY + 60
    await world["Bartek"].slash("me vacation", days=1)
    assert DAY <= flags(database)[0] - early < DAY + 60
    await world.pass_time(DAY + DAY / 2 + 60)
    assert "Out of time" in world.newest().text and world["Ada"].mention in world.newest().text


async def test_coming_back_early_ends_a_vacation_and_returns_the_remaining_days(world: World, database: Path) -> None:
    await begin(world)
    await world["Ada"].slash("me vacation", days=20)
    await world.pass_time(2 * DAY - 1800)
    await world.restart()
    answer = await world["Ada"].slash("me back")
    assert "Welcome back!" in answer.text
    assert world.newest().text == f"{world['Ada'].mention} is back from vacation."
    assert "Vacation left in 2026: 28 days" in answer.text
    assert "You are not on vacation" in (await world["Ada"].slash("me back")).all_text
    assert "Left in 2026: 28 days" in (await world["Ada"].slash("me vacation", days=29)).all_text
    assert "You are on vacation" in (await world["Ada"].slash("me vacation", days=28)).all_text
    assert len(stretches(database)) == 2


async def test_a_planned_vacation_is_announced_and_can_be_canceled(world: World, database: Path) -> None:
    await begin(world)
    answer = await world["Ada"].slash("me vacation", days=5, starts_in=10)
    assert "You will be on vacation from <t:" in answer.text
    assert "will be on vacation from <t:" in world.newest().text
    again = await world["Ada"].slash("me vacation", days=11)
    friendly(again)
    assert "You already have a vacation from <t:" in again.all_text
    assert len(stretches(database)) == 1
    assert "canceled" in (await world["Ada"].slash("me back")).text
    assert world.newest().text == f"{world['Ada'].mention} is not going on vacation after all."
    assert stretches(database) == []


async def test_a_vacation_beyond_the_allowance_is_refused_with_the_days_left(world: World, database: Path) -> None:
    await begin(world)
    boards = len(world.messages())
    answer = await world["Ada"].slash("me vacation", days=31)
    friendly(answer)
    assert "Left in 2026: 30 days" in answer.all_text
    assert stretches(database) == [] and len(world.messages()) == boards
    await world["Ada"].slash("me vacation", days=30)
    none = await world["Ada"].slash("me vacation", days=1, starts_in=31)
    assert "Left in 2026: 0 minutes" in none.all_text


async def test_two_simultaneous_vacations_do_not_use_the_same_days(world: World, database: Path) -> None:
    async with world.together():
        first = await world["Ada"].slash("me vacation", days=20)
        second = await world["Ada"].slash("me vacation", days=20)
    assert stretches(database) == [(20 * DAY,)]
    assert sum("You already have a vacation" in answer.all_text for answer in (first, second)) == 1


@pytest.mark.parametrize("after", [False, True])
async def test_a_vacation_is_announced_even_if_the_bot_dies_while_sending(
    world: World, database: Path, after: bool
) -> None:
    await begin(world)
    async with world.killed_at("POST", f"/channels/{world.channel().id}/messages", after=after):
        await world["Ada"].slash("me vacation", days=7)
    assert stretches(database) == [(7 * DAY,)]
    news = [one for one in world.messages() if "is on vacation until" in one.text]
    assert len({one.text for one in news}) == 1


async def test_vacations_are_shown_in_polish(world: World) -> None:
    polish = catalogue("pl")
    await begin(world, by="Bartek", other="Ada")
    answer = await world["Bartek"].slash("me vacation", days=2)
    assert say(text("You have no matches in progress."), polish) not in answer.text
    assert say(text("Announced in {n} match.", "Announced in {n} matches.", n=1), polish) in answer.text
    back = await world["Bartek"].slash("me back")
    assert back.text.startswith(say(text("Welcome back!"), polish))
    gone = say(text("{who} is back from vacation.", who=world["Bartek"].mention), polish)
    assert world.newest().text == gone
