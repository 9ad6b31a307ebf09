"""A course, lesson by lesson, in private: clicked, typed, failed, left and resumed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cogs.client.arena_bot import ArenaBot
from engine.learning.lessons import course
from render import Marks
from table.user_error import UserError
from tests.support.cogs.learning import solve
from tests.support.cogs.play import polish, rows
from tests.support.world import World
from workers.picture_cache import Board


async def test_the_whole_course_of_leaders_can_be_clicked_through(world: World, database: Path) -> None:
    ada = world["Ada"]
    panel = await ada.slash("learn", game="leaders")
    for number, lesson in enumerate(course("leaders"), 1):
        assert panel.ephemeral and panel.shows_picture
        assert (
            f"Lesson {number} of {len(course('leaders'))}: {lesson.title}" in panel.text and lesson.task in panel.text
        )
        panel = await solve(ada, panel, lesson.solution.split())
        assert "Solved!" in panel.text and lesson.done in panel.text
        if number < 10:
            panel = await ada.click("Next lesson", on=panel)
    assert "That was the last lesson of Leaders." in panel.text and "Next lesson" not in panel.buttons
    assert rows(database, "SELECT count(*) FROM exercises WHERE solved_at IS NOT NULL AND tries = 0") == [(10,)]
    assert world.messages() == [] and world.pinged() == []
    await ada.click("Play against the computer", on=panel)
    assert rows(database, "SELECT game, status FROM matches") == [("leaders", "live")]
    assert rows(database, "SELECT count(*) FROM seats WHERE person = -11") == [(1,)]


async def test_a_wrong_try_gets_its_explanation_and_a_new_start(world: World, database: Path) -> None:
    bartek = world["Bartek"]
    panel = await bartek.slash("learn", game="leaders", lesson=2)
    wrong = course("leaders")[1].wrong[0]
    panel = await solve(bartek, panel, wrong.codes.split())
    assert polish(wrong.answer) in panel.text and polish("Not quite.") in panel.text
    panel = await bartek.click("learn-rule:", on=panel)
    assert "Jedna akcja na postać" in panel.text and polish("Back to the lesson") in panel.buttons
    panel = await bartek.click("learn-panel:", on=panel)
    assert polish(course("leaders")[1].task) in panel.text
    assert polish("Show the lesson") not in panel.buttons and polish(course("leaders")[1].text) in panel.text
    panel = await solve(bartek, panel, ["rider"])
    panel = await bartek.click("learn-back:", on=panel)
    panel = await solve(bartek, panel, course("leaders")[1].solution.split())
    assert polish("Solved!") in panel.text
    assert rows(database, "SELECT tries, picks FROM exercises") == [(1, '["rider","ride","d4"]')]


async def test_the_task_is_shown_with_the_question_until_it_is_solved(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot, shown, forms = world.bot, list[Marks](), list[str]()
    assert isinstance(bot, ArenaBot)
    draw = bot.pictures.board

    async def board(*args: Any, marks: Marks, **more: Any) -> Board:
        shown.append(marks)
        forms.append(more["form"])
        return await draw(*args, marks=marks, **more)

    monkeypatch.setattr(bot.pictures, "board", board)
    ada = world["Ada"]
    panel = await ada.slash("learn", game="leaders")
    assert "**Task: Move your Leader to d2.**\nWhich character acts?" in panel.text
    assert shown[-1].question is not None
    solved = await solve(ada, panel, ["leader", "d2"])
    assert "Task:" not in solved.text and shown[-1].question is None and shown[-1].trail
    assert forms == ["panel", "panel", "fitted"]


async def test_a_course_continues_after_a_restart(world: World) -> None:
    ada = world["Ada"]
    panel = await solve(ada, await ada.slash("learn", game="leaders"), ["leader", "d2"])
    panel = await solve(ada, await ada.click("Next lesson", on=panel), ["rider"])
    await world.restart()
    panel = await solve(ada, panel, ["ride", "d4"])
    assert "Solved!" in panel.text
    assert "Lesson 3 of 10" in (await ada.slash("learn", game="leaders")).text
    assert "Lesson 1 of 10" in (await ada.slash("learn", game="leaders", lesson=1)).text


async def test_lessons_accept_typed_moves_and_nonsense_loses_nothing(world: World) -> None:
    ada = world["Ada"]
    panel = await ada.slash("learn", game="leaders", lesson=2, move="rider ride xyzzy")
    assert "xyzzy" in panel.text and "Task:" in panel.text
    panel = await ada.slash("learn", game="leaders", lesson=2, move="d4")
    assert "Solved!" in panel.text
    refused = await world["Bartek"].slash("learn", game="tashkalar", move="bzdura")
    assert "bzdura" in refused.text and "umieść piona" in refused.text and "place" not in refused.text
    assert "has 10 lessons" in (await ada.slash("learn", game="leaders", lesson=99)).text
    assert "no such game. Available: Leaders, Monolith" in (await ada.slash("learn", game="chess")).text
    for name in ("Leaders", "starcie wodzow"):
        assert "of 10" in (await ada.slash("learn", game=name)).text, "a game is found by its name, too"


async def test_a_lesson_is_private_and_recognizes_old_buttons(world: World) -> None:
    ada, bartek = world["Ada"], world["Bartek"]
    panel = await ada.slash("learn", game="leaders", lesson=2)
    old = next(one for one in panel.buttons.values() if one.endswith(":rider"))
    bot = world.bot
    assert isinstance(bot, ArenaBot)
    with pytest.raises(UserError):
        await bot.table.lessons.pick(1, bartek.id, ["rider"], 0, 5)
    await ada.slash("learn", game="leaders", lesson=2, move="rider")
    again = await ada.click(old, on=panel)
    assert "moved on in the meantime" in again.text


async def test_a_solved_lesson_can_be_repeated(world: World) -> None:
    ada = world["Ada"]
    panel = await ada.slash("learn", game="leaders", lesson=2, move=course("leaders")[1].solution)
    again = await ada.click("Try again", on=panel)
    assert "Solved!" not in again.text and course("leaders")[1].task in again.text
    assert "Solved!" in (await solve(ada, again, course("leaders")[1].solution.split())).text


async def test_after_a_wrong_try_the_text_of_the_lesson_is_one_click_away(world: World) -> None:
    ada, lesson = world["Ada"], course("leaders")[1]
    panel = await ada.slash("learn", game="leaders", lesson=2)
    assert lesson.text in panel.text and "Show the lesson" not in panel.buttons
    panel = await solve(ada, panel, lesson.wrong[0].codes.split())
    assert panel.text.index(lesson.wrong[0].answer) < panel.text.index(lesson.task) and lesson.text not in panel.text
    panel = await ada.click("Show the lesson", on=panel)
    assert lesson.text in panel.text and lesson.task in panel.text and lesson.wrong[0].answer not in panel.text


async def test_the_squares_of_tash_kalar_are_asked_for_after_the_action(world: World, database: Path) -> None:
    ada, lesson = world["Ada"], course("tashkalar")[0]
    panel = await ada.slash("learn", game="tashkalar", lesson=1)
    assert "Place a piece" in panel.buttons and not panel.options
    panel = await ada.click("Place a piece", on=panel)
    assert len(panel.options) > 50 and lesson.task in panel.text
    panel = await ada.click("learn-back:", on=panel)
    assert rows(database, "SELECT tries, picks FROM exercises") == [(0, "[]")] and "Place a piece" in panel.buttons
    assert "Solved!" in (await solve(ada, panel, lesson.solution.split())).text
