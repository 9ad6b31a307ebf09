"""Where a course is opened from, and what the others' courses look like at the table."""

from __future__ import annotations

import pytest

from engine.core.lessons import course
from engine.registry import GAMES
from tests.support.cogs.learning import solve
from tests.support.cogs.play import polish
from tests.support.world import World


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_every_lesson_can_be_clicked(world: World, game: str) -> None:
    bartek = world["Bartek"]
    panel = await bartek.slash("learn", game=game)
    for lesson in course(game):
        assert polish(lesson.title) in panel.text and polish(lesson.task) in panel.text
        panel = await solve(bartek, panel, lesson.solution.split())
        assert polish("Solved!") in panel.text, lesson.id
        if lesson is not course(game)[-1]:
            panel = await bartek.click("learn-next:", on=panel)


async def test_help_has_a_button_for_every_course(world: World) -> None:
    bartek = world["Bartek"]
    found = await bartek.slash("help")
    for game in GAMES:
        panel = await bartek.click(f":learn:0:0:0:{game}", on=found)
        assert panel.ephemeral and polish(course(game)[0].task) in panel.text


async def test_an_invitation_leads_to_the_course_of_its_game(world: World) -> None:
    await world["Ada"].slash("match new", game="tashkalar", opponent=world["Bartek"].actor)
    panel = await world["Bartek"].click("learn:", on=world.newest())
    assert panel.ephemeral and polish(course("tashkalar")[0].task) in panel.text
