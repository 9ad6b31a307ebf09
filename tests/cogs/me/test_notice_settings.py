"""/me notices, remind, quiet and show: settings in both languages, and invalid input."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.support.cogs.nonsense import NONSENSE, friendly
from tests.support.cogs.play import begin, polish, quick, rows, take_turn
from tests.support.world import Answer, Person, World


async def quiet(person: Person, **fields: Any) -> Answer:
    """Use `/me quiet`; its fields are `starts`, `ends` (from, to) and `zone`."""
    names = {"starts": "from", "ends": "to", "zone": "zone"}
    return await person.slash("me quiet", **{names[field]: value for field, value in fields.items()})


def chosen(database: Path) -> list[tuple[object, ...]]:
    return rows(database, "SELECT notices, remind, quiet, zone FROM people")


async def test_settings_are_shown_and_survive_a_restart(world: World, database: Path) -> None:
    ada = world["Ada"]
    fresh = await ada.slash("me show")
    assert fresh.ephemeral
    for line in (
        "Language: English.",
        "Palette of your pictures: classic.",
        "I'll ping you in its channel.",
        "I'll remind you once, when a fifth of your time is left.",
        "You have no quiet hours.",
        "Vacation left in 2026: 30 days.",
    ):
        assert line in fresh.text
    assert "I'll send you a private message" in (await ada.slash("me notices", where="dm")).text
    assert "12 hours before your time runs out" in (await ada.slash("me remind", when="12h")).text
    hours = await quiet(ada, starts="10pm", ends="7", zone="tokyo")
    assert "Quiet hours: 22:00–07:00, Asia/Tokyo" in hours.text
    await ada.slash("me palette", palette="contrast")
    await ada.slash("me vacation", days=3)
    await ada.slash("me vacation", days=4, starts_in=20)
    await world.restart()
    assert chosen(database) == [("dm", "12h", "22:00-07:00", "Asia/Tokyo")]
    shown = await ada.slash("me show")
    for line in (
        "high contrast",
        "I'll send you a private message",
        "12 hours",
        "22:00–07:00, Asia/Tokyo",
        "You are on vacation until <t:",
        "Vacation from <t:",
        "Vacation left in 2026: 23 days.",
    ):
        assert line in shown.text
    assert shown.ephemeral


@pytest.mark.parametrize(
    ("where", "words"), [("channel", "ping you"), ("both", "and send you"), ("none", "won't notify you")]
)
async def test_notices_can_come_by_any_way_or_not_at_all(world: World, database: Path, where: str, words: str) -> None:
    assert words in (await world["Ada"].slash("me notices", where=where)).text
    assert chosen(database) == [(where, "", "", "")]


async def test_a_reminder_can_be_switched_off_and_on(world: World, database: Path) -> None:
    ada = world["Ada"]
    assert await ada.suggest("me remind", "when", "") == ["automatic", "off", "6h", "12h", "24h", "48h"]
    assert await ada.suggest("me remind", "when", "90m") == ["1h30m"]
    assert "You won't get reminders." in (await ada.slash("me remind", when="off")).text
    assert chosen(database) == [("", "off", "", "")]
    assert "1 day" in (await ada.slash("me remind", when="24h")).text
    assert "a fifth" in (await ada.slash("me remind", when="automatic")).text
    assert chosen(database) == [("", "", "", "")]


async def test_quiet_hours_are_chosen_step_by_step(world: World, database: Path) -> None:
    ada = world["Ada"]
    assert "You have no quiet hours." in (await quiet(ada)).text
    assert "Europe/Warsaw (it is" in (await quiet(ada, zone="Warsaw")).text
    assert "22:30–07:15" in (await quiet(ada, starts="22:30-7:15")).text
    assert chosen(database) == [("", "", "22:30-07:15", "Europe/Warsaw")]
    for half in ({"starts": "22"}, {"ends": "7:00"}):
        answer = await quiet(ada, **half)
        friendly(answer)
        assert "Give both times" in answer.all_text
    assert "22:30–07:15, Asia/Tokyo" in (await quiet(ada, zone="asia/tokyo")).text
    assert "You have no quiet hours." in (await quiet(ada, starts="off")).text
    assert chosen(database) == [("", "", "", "Asia/Tokyo")]


async def test_times_and_zones_are_suggested(world: World) -> None:
    ada = world["Ada"]
    begin = await ada.suggest("me quiet", "from", "")
    assert begin[:2] == ["off", "20:00"] and len(begin) == 25
    assert await ada.suggest("me quiet", "from", "2") == ["02:00", "20:00", "21:00", "22:00", "23:00"]
    assert await ada.suggest("me quiet", "to", "6:30") == ["06:30"]
    assert (await ada.suggest("me quiet", "zone", "wars"))[0] == "Europe/Warsaw"
    assert len(await ada.suggest("me quiet", "zone", "america")) == 25


async def test_polish_speakers_get_the_polish_time_zone_by_default(world: World, database: Path) -> None:
    bartek = world["Bartek"]
    answer = await quiet(bartek, starts="22", ends="7")
    assert "22:00–07:00, Europe/Warsaw" in answer.text
    assert chosen(database) == [("", "", "22:00-07:00", "Europe/Warsaw")]
    assert polish("You won't get reminders.") in (await bartek.slash("me remind", when="wył")).text
    assert "20" in (await quiet(bartek, starts="7", ends="6")).all_text
    assert await bartek.suggest("me remind", "when", polish("off")[:3]) == ["off"]
    shown = (await bartek.slash("me show")).text
    assert "Polski" in shown and polish("You won't get reminders.") in shown


async def test_pings_wait_for_the_end_of_quiet_hours_and_come_once(world: World) -> None:
    now = world.env.now()
    starts, ends = (f"{now + timedelta(hours=hours):%H:%M}" for hours in (-1, 3))
    await quiet(world["Bartek"], starts=starts, ends=ends, zone="UTC")
    await begin(world)
    before = world.pinged().count("Bartek")
    await take_turn(world["Ada"], quick)
    assert world["Bartek"].mention in world.newest().text
    await world.pass_time(2 * 3600)
    await world.restart()
    assert world.pinged().count("Bartek") == before
    await world.pass_time(2 * 3600)
    await world.restart()
    assert world.pinged().count("Bartek") == before + 1
    assert world.pings[-1].people == {world["Bartek"].id}


async def test_people_who_want_no_notices_get_none(world: World) -> None:
    await world["Bartek"].slash("me notices", where="none")
    await begin(world, clock="1d")
    before = world.pinged().count("Bartek")
    await take_turn(world["Ada"], quick)
    await world.pass_time(20 * 3600)
    assert world.pinged().count("Bartek") == before


async def test_settings_work_in_a_private_conversation(world: World, database: Path) -> None:
    alone = world["Ada"].actor.user
    assert "won't notify you" in Answer(world.env, await alone.slash("me notices", where="none")).text
    assert "won't notify you" in Answer(world.env, await alone.slash("me show")).text
    await alone.slash("me vacation", days=1)
    assert "Welcome back!" in Answer(world.env, await alone.slash("me back")).text
    assert chosen(database) == [("none", "", "", "")]


async def test_invalid_settings_change_nothing(world: World, database: Path) -> None:
    ada = world["Ada"]
    for about, nonsense in NONSENSE.items():
        typed = nonsense[:60]
        if about != "spaces":
            friendly(await ada.slash("me remind", when=typed), about)
            friendly(await quiet(ada, starts=typed, ends="7"), about)
            friendly(await quiet(ada, ends=typed), about)
            friendly(await quiet(ada, zone=typed), about)
        for command, field in (("me remind", "when"), ("me quiet", "from"), ("me quiet", "to"), ("me quiet", "zone")):
            await ada.suggest(command, field, typed)
    assert chosen(database) == []
    friendly(await quiet(ada, starts="  ", ends=" ", zone="   "))
    friendly(await ada.slash("me remind", when="   "))
