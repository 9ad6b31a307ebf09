"""Every lesson can be solved by any play that reaches its goal, and every listed wrong try gets its answer."""

from __future__ import annotations

import pytest

from engine.learning.lessons import Lesson, after, begin, course
from engine.learning.rulebook import rulebook
from engine.registry import GAMES
from tests.support.engine.complete import COMPLETE
from tests.support.engine.lesson_lines import refused_solutions

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


@pytest.mark.parametrize(("key", "lesson"), COURSES, ids=lambda one: getattr(one, "id", one))
def test_a_try_is_called_wrong_only_if_the_task_can_no_longer_be_solved(key: str, lesson: Lesson) -> None:
    assert list(refused_solutions(GAMES[key], lesson)) == []


@pytest.mark.parametrize("moves", ["f3 g4", "f3 f4 g4", "f3 g3 g4", "f4 f3 g4", "f4 g4 f3", "e3 f3 g4"])
def test_the_knights_lesson_accepts_every_path_over_both_heroic_pieces(moves: str) -> None:
    lesson = next(one for one in course("tashkalar") if one.id == "moves")
    assert after(GAMES["tashkalar"], lesson, ["knight", *moves.split()]).solved
