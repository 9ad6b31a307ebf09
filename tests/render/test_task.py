"""The task of a lesson in the banner of its picture."""

from __future__ import annotations

import pytest

from engine.learning.lessons import course
from engine.registry import GAMES
from locales import LANGUAGES, catalogue
from render.banner import task_lines

ROOM = 842
"""The room between a side's emblem and the edges of a banner, in a picture 1000 pixels wide."""
LEGIBLE = 28
"""11 pixels when the picture is 400 pixels wide."""
TASKS = [(language, lesson.task) for key in GAMES for lesson in course(key) for language in LANGUAGES]


@pytest.mark.parametrize(("language", "task"), TASKS)
def test_a_task_is_complete_and_legible_on_a_phone(language: str, task: str) -> None:
    words = catalogue(language).gettext(task)
    lines, size = task_lines(words, ROOM)
    assert " ".join(lines) == words and len(lines) <= 2 and size >= LEGIBLE
