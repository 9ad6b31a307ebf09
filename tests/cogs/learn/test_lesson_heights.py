"""The panels of lessons fit into 800 pixels, before the first pick and after every wrong try."""

from __future__ import annotations

from collections.abc import Iterator

import discord
import pytest

import render
from cogs.learn.lesson_panel import lesson_parts
from cogs.play.panel import marks_for
from cogs.ui.heights import room_for_pictures
from cogs.ui.voice import Voice, voice
from db.rows import Exercise
from engine.learning.lessons import begin, course
from engine.registry import GAMES
from locales import LANGUAGES
from render.fitting import GAP, shown_height
from table.exercises.lessons import LessonState
from table.matches.draft import drafted

SMALLEST = 350
"""Least width of a picture in pixels."""
PANELS = [(game, language) for game in GAMES for language in LANGUAGES]


def states(game: str) -> Iterator[LessonState]:
    """Every lesson at its beginning and after each of its common wrong tries."""
    for number, lesson in enumerate(course(game), 1):
        now = drafted(begin(GAMES[game], lesson).position, lesson.seat, ())
        row = Exercise(
            id=1, person=1, kind="lesson", game=game, item=lesson.id, picks=(), tries=0, revision=1,
            begun_at=0, updated_at=0, solved_at=None,
        )  # fmt: skip
        for wrong in (None, *lesson.wrong):
            failed = wrong is not None
            yield LessonState(GAMES[game], number, row, now, failed=failed, lesson=lesson, wrong=wrong)


def room_beside(lesson: LessonState, speak: Voice) -> int:
    """The pixels left for pictures beside the panel's text and controls."""
    over, under, rows = lesson_parts(lesson, speak)
    return room_for_pictures([discord.ui.TextDisplay("\n".join(over)), discord.ui.TextDisplay("\n".join(under)), *rows])


@pytest.mark.parametrize(("game", "language"), PANELS)
def test_no_panel_of_a_lesson_is_too_high(game: str, language: str) -> None:
    speak, rooms = voice(language), dict[str, tuple[int, LessonState]]()
    for state in states(game):
        room, name = room_beside(state, speak), state.lesson.id
        rooms[name] = min(rooms.get(name, (room, state)), (room, state), key=lambda one: one[0])
    for name, (room, state) in rooms.items():
        now = state.now
        view = GAMES[game].view(now.position.state, now.seat, now.position.asks)
        marks = marks_for(GAMES[game], now, state.choices, now.events)
        drawn = render.panel(game, view, room=room, marks=marks, say=speak, bottom=now.seat, spare=not marks.question)
        shown = [drawn, *drawn.parts]
        assert sum(shown_height(one.width, one.height) for one in shown) + GAP * (len(shown) - 1) <= room, name
        assert all(one.width >= SMALLEST for one in shown), (name, room, [(one.width, one.height) for one in shown])
