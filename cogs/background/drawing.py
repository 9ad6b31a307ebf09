"""What a process does that draws pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import render
from cogs.background.films import plain_voice
from cogs.background.job import Work
from engine.core.position import Position
from engine.core.text import Say
from engine.registry import GAMES
from render import Marks, Picture

Form = Literal["board", "parts", "whole", "thumbnail", "panel", "fitted", "bare"]
"""The board alone, with its parts in pictures of their own, all in one, or the board very small.

What fits a private panel: the board with what the question needs, the board alone, that without its spare rows.
"""


def paint(
    game: str, view: Any, palette: str, marks: Marks, speak: Say, bottom: int, form: Form, room: int = 0
) -> Picture:
    """The picture of a view in this form; `room` is the height that a panel has for it."""
    if form in ("panel", "fitted", "bare"):
        asks = form == "bare" or (form == "panel" and marks.question is not None)
        with_parts = form == "panel"
        how: dict[str, Any] = {"palette": palette, "marks": marks, "say": speak, "bottom": bottom}
        return render.panel(game, view, room=room, spare=not asks, parts=with_parts, **how)
    if form in ("whole", "thumbnail"):
        draw = render.whole if form == "whole" else render.thumbnail
        return draw(game, view, palette=palette, marks=marks, say=speak, bottom=bottom)
    return render.draw(game, view, palette=palette, marks=marks, say=speak, bottom=bottom, parts=form == "parts")


def first_picture(game: str) -> None:
    """Draw the beginning of a match, so that fonts and sprites are there."""
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "")
    render.draw(game, GAMES[game].view(start.state, None, start.asks))


def painted(
    game: str, view: Any, palette: str, marks: Marks, language: str, bottom: int, form: Form, room: int = 0
) -> Work[Picture]:
    """A job: the picture of a view."""
    yield from ()
    return paint(game, view, palette, marks, plain_voice(language), bottom, form, room)


def warmed(games: Sequence[str]) -> Work[None]:
    """A job: draw a first picture of each of these games."""
    yield from ()
    for game in games:
        first_picture(game)
