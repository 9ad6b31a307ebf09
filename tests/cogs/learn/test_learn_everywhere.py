"""Ways to open a course, and the courses of all games."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from unittest import mock

import pytest

from engine.learning.lessons import course
from engine.registry import GAMES
from tests.support.cogs.learning import solve
from tests.support.cogs.play import can, polish
from tests.support.engine.complete import COMPLETE
from tests.support.world import World

NO_LESSONS = "There are no lessons for this game yet. /rules explains how it is played."


@pytest.mark.parametrize("game", ["monolith", "tashkalar", "knockdown"])
async def test_every_lesson_can_be_solved_by_clicking(world: World, game: str) -> None:
    bartek = world["Bartek"]
    panel = await bartek.slash("learn", game=game)
    for lesson in course(game):
        assert polish(lesson.title) in panel.text and polish(lesson.task) in panel.text
        panel = await solve(bartek, panel, lesson.solution.split())
        assert polish("Solved!") in panel.text, lesson.id
        if lesson is not course(game)[-1]:
            panel = await bartek.click("learn-next:", on=panel)


async def test_exercises_offer_no_automatic_replies(world: World) -> None:
    ada, replies = world["Ada"], "Automatic replies"
    lesson = await ada.slash("learn", game="knockdown")
    for panel in (lesson, await ada.slash("puzzle show", game="knockdown", number=1)):
        assert "What do you do?" in panel.text and panel.buttons
        assert not any(replies in one for one in (*panel.buttons, *panel.options))
    typed = await ada.slash("learn", game="knockdown", move="guard")
    assert "opponent" in typed.text and "What do you do?" not in typed.text, "typed, it is still accepted"


@pytest.fixture
def only_leaders(tmp_path: Path) -> Iterator[None]:
    """Let only Leaders have lessons."""
    data = tmp_path / "leaders" / "data"
    data.mkdir(parents=True)
    shutil.copy(str(files("engine").joinpath("leaders/data/lessons.toml")), data)
    course.cache_clear()
    with mock.patch("engine.learning.lessons.files", lambda _: tmp_path):
        yield
    course.cache_clear()


async def test_a_game_without_lessons_is_not_offered_and_says_so(world: World, only_leaders: None) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    assert await ada.suggest("learn", "game", "") == ["leaders"]
    found = await ada.slash("help")
    assert can(found, ":learn:0:0:0:leaders") and not can(found, ":learn:0:0:0:monolith")
    assert "no lessons for this game yet. </rules:" in (await ada.slash("learn", game="monolith")).all_text
    assert "no lessons for this game yet. </rules:" in (await ada.slash("learn", game="monolith", lesson=2)).all_text
    await ada.slash("match new", game="monolith", opponent=bartek.actor)
    assert not can(world.newest(), ":learn:"), "the invitation offers none"
    assert polish(NO_LESSONS).partition(" /")[0] in (await bartek.slash("learn", game="monolith")).all_text


async def test_help_has_a_button_for_every_course(world: World) -> None:
    bartek = world["Bartek"]
    found = await bartek.slash("help")
    courses = [game for game in GAMES if course(game)]
    assert {*courses} >= {*COMPLETE}
    for game in courses:
        panel = await bartek.click(f":learn:0:0:0:{game}", on=found)
        assert panel.ephemeral and polish(course(game)[0].task) in panel.text


async def test_an_invitation_leads_to_the_course_of_its_game(world: World) -> None:
    await world["Ada"].slash("match new", game="tashkalar", opponent=world["Bartek"].actor)
    panel = await world["Bartek"].click("learn:", on=world.newest())
    assert panel.ephemeral and polish(course("tashkalar")[0].task) in panel.text
