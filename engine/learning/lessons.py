"""Lessons: positions with a task that is solved by playing, from `lessons.toml` in a game's folder.

A lesson is solved as soon as its goal is reached, be it in the midst of a decision. A try that goes wrong is answered
by the first of the lesson's wrong tries that fits it, if one does, and the position is set up again.
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
    """A usual wrong try and the answer to it."""

    codes: str
    """An example, as it would be typed."""
    when: Goal
    answer: str
    rule: str
    """The section of the rules that says it."""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """One lesson of a course."""

    id: str
    title: str
    text: str
    """What there is to know, in two or three sentences."""
    task: str
    rule: str
    position: dict[str, Any]
    goal: Goal
    solution: str
    """Codes that solve it, as they would be typed."""
    done: str
    """What is said when it is solved."""
    wrong: tuple[Wrong, ...] = ()
    options: dict[str, str | int | bool] = {}
    seat: int = 0


class _Course(Struct, forbid_unknown_fields=True):
    lesson: tuple[Lesson, ...]


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game in their order, none where it has no course; a faulty file is a `ValueError`."""
    file = files("engine").joinpath(game, "data", "lessons.toml")
    if not file.is_file():
        return ()
    raw = tomllib.loads(file.read_text(encoding="utf-8"))
    lessons = msgspec.convert(raw, _Course).lesson
    if len({one.id for one in lessons}) != len(lessons):
        raise ValueError(f"{game}/lessons.toml: two lessons have the same id")
    return lessons


class Try(Struct, frozen=True):
    """How a try stands after some picks."""

    position: Position
    events: tuple[Event, ...]
    """What has happened since the start of the lesson."""
    picks: tuple[str, ...]
    solved: bool = False
    wrong: Wrong | None = None
    failed: bool = False
    """Whether this try is over without the task being solved."""


def begin(game: AnyGame, lesson: Lesson) -> Try:
    """The lesson's position."""
    return Try(Position.read(game, lesson.options, lesson.position), (), ())


def after(game: AnyGame, lesson: Lesson, picks: Sequence[str]) -> Try:
    """The lesson after some picks; a code that cannot be picked is `Refused`. Nothing is picked after its end."""
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
