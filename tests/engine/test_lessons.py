"""Every lesson is solved by its solution, and every listed wrong try gets its answer."""

from __future__ import annotations

import pytest

from engine.core.lessons import Lesson, after, begin, course
from engine.core.rulebook import rulebook
from engine.registry import GAMES
from tests.support.engine.complete import COMPLETE

COURSES = [(key, lesson) for key in GAMES for lesson in course(key)]


@pytest.mark.parametrize("key", COMPLETE)
def test_a_course_has_eight_to_twelve_lessons(key: str) -> None:
    assert 8 <= len(course(key)) <= 12


def test_a_game_without_a_course_has_no_lessons() -> None:
    assert course("toy") == ()


@pytest.mark.parametrize(("key", "lesson"), COURSES, ids=lambda one: getattr(one, "id", one))
def test_a_lesson_can_be_solved_and_failed(key: str, lesson: Lesson) -> None:
    game = GAMES[key]
    first = begin(game, lesson)
    assert first.position.ask_of(lesson.seat) is not None and not first.solved
    picks = lesson.solution.split()
    end = after(game, lesson, picks)
    assert end.solved and not end.failed and end.picks == tuple(picks)
    assert not after(game, lesson, picks[:-1]).solved
    assert lesson.wrong
    sections = rulebook(key, "en")
    assert lesson.rule in sections
    for wrong in lesson.wrong:
        found = after(game, lesson, wrong.codes.split())
        assert found.wrong is wrong and found.failed and not found.solved, wrong.codes
        assert wrong.rule in sections
    assert len(lesson.text) <= 330 and len(lesson.task) <= 120 and len(lesson.title) <= 45
