"""Lessons: positions with a task that is solved by playing, from `lessons.toml` in a game's folder.

A lesson is solved as soon as its goal is reached, even in the middle of a decision. A wrong try gets the answer of the
first of the lesson's `wrong` entries that fits, if any, and the position is set up again.
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.ask import Event
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.learning.goals import Goal, reached


class Wrong(Struct, frozen=True, forbid_unknown_fields=True):
    """A common wrong try and its answer."""

    codes: str
    """An example of the try as typed codes."""
    when: Goal
    answer: str
    rule: str
    """The section of the rules that explains it."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson of a course."""

    id: str
    title: str
    text: str
    """The explanation, in two to four sentences."""
    task: str
    rule: str
    position: dict[str, Any]
    goal: Goal
    solution: str
    """Typed codes that solve it."""
    done: str
    """The text after it is solved."""
    wrong: tuple[Wrong, ...] = ()
    options: dict[str, str | int | bool] = {}
    seat: int = 0


class _Course(Struct, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in order, empty if it has none; raises ValueError for a faulty file."""
    file = files("engine").joinpath(game, "data", "lessons.toml")
    if not file.is_file():
        return ()
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    lessons = msgspec.convert(raw, _Course).lesson
    if len({one.id for one in lessons}) != len(lessons):
        raise ValueError(f"{game}/lessons.toml: two lessons have the same id")
    return lessons


class Try(Struct, frozen=True):
    """The state of a try after some picks."""

    position: Position
    events: tuple[Event, ...]
    """The events since the start of the lesson."""
    picks: tuple[str, ...]
    solved: bool = False
    wrong: Wrong | None = None
    failed: bool = False
    """Whether this try is over and the task not solved."""


def begin(game: AnyGame, lesson: Lesson) -> Try:
    """A new try at the lesson."""
    return Try(Position.read(game, lesson.options, lesson.position), (), ())


def after(game: AnyGame, lesson: Lesson, picks: Sequence[str]) -> Try:
    """The try after some picks; raises Refused for a code that is not offered. Picks after the end are ignored."""
    now = begin(game, lesson)
    for code in picks:
        now = _step(now, lesson, code)
        if now.solved or now.failed:
            break
    return now


def _step(before: Try, lesson: Lesson, code: str) -> Try:
    position = before.position
    events = (*before.events, *position.pick(lesson.seat, code))
    picks = (*before.picks, code)
    if reached(lesson.goal, lesson.seat, position, events, picks):
        return Try(position, events, picks, solved=True)
    for wrong in lesson.wrong:
        if reached(wrong.when, lesson.seat, position, events, picks):
            return Try(position, events, picks, wrong=wrong, failed=True)
    return Try(position, events, picks, failed=position.boundary)
