"""The panels of puzzles before the first pick, after a pick and after a wrong try fit 800 pixels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import discord
import pytest

import render
from cogs.play.panel import marks_for
from cogs.puzzle.puzzle_panel import puzzle_parts
from cogs.ui.heights import room_for_pictures
from cogs.ui.voice import voice
from db.rows import Exercise
from engine.learning.puzzles import begin, puzzles
from engine.registry import GAMES
from locales import LANGUAGES
from render.fitting import GAP, shown_height
from table.exercises.puzzles import PuzzleState
from table.matches.draft import drafted
from tests.support.engine.complete import COMPLETE

SMALLEST = 350
"""Pixels that a picture is wide at least."""
EVERY = 12
"""One of this many puzzles is shown."""


def states(game: str) -> Iterator[PuzzleState]:
    """Some puzzles at the beginning, after the first pick and after a wrong try."""
    for number, puzzle in enumerate(puzzles(game)[::EVERY], 1):
        position = begin(GAMES[game], puzzle).position
        for codes, failed in (((), False), (puzzle.solution.split()[:1], False), ((), True)):
            row = Exercise(
                id=1, person=1, kind="puzzle", game=game, item=puzzle.id, picks=(), tries=0, revision=1,
                begun_at=0, updated_at=0, solved_at=None,
            )  # fmt: skip
            now = drafted(position, puzzle.seat, codes)
            value = 0 if failed else None
            yield PuzzleState(GAMES[game], number, row, now, failed=failed, puzzle=puzzle, value=value)


@pytest.mark.parametrize("game", COMPLETE)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_panel_of_a_puzzle_is_too_high(game: str, language: str) -> None:
    speak = voice(language)
    for state in states(game):
        over, under, rows = puzzle_parts(state, speak)
        texts: list[discord.ui.Item[Any]] = [discord.ui.TextDisplay("\n".join(lines)) for lines in (over, under)]
        room, now = room_for_pictures([*texts, *rows]), state.now
        view = GAMES[game].view(now.position.state, now.seat, now.position.asks)
        marks = marks_for(GAMES[game], now, state.choices, now.events)
        drawn = render.panel(game, view, room=room, marks=marks, say=speak, bottom=now.seat, spare=not marks.question)
        shown = [drawn, *drawn.parts]
        sizes = state.puzzle.id, now.codes, room, [(one.width, one.height) for one in shown]
        assert sum(shown_height(one.width, one.height) for one in shown) + GAP * (len(shown) - 1) <= room, sizes
        assert all(one.width >= SMALLEST for one in shown), sizes
