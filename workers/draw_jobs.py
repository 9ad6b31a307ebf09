"""Jobs that draw pictures."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import render
from engine.core.position import Position
from engine.core.text import Say
from engine.registry import GAMES
from render import Marks, Picture
from workers.film_jobs import plain_voice
from workers.job import Work

Form = Literal["board", "parts", "whole", "thumbnail", "panel", "hint", "fitted", "bare"]
"""board: without its parts. parts: each part in its own picture. whole: all in one picture. thumbnail: a very small
board.

For private panels: panel is the board with the parts that the question needs, without its spare rows if there is a
question; hint the same always without spare rows; fitted the board alone, and bare the board alone without spare rows.
"""


def paint(
    game: str, view: Any, palette: str, marks: Marks, speak: Say, bottom: int, form: Form, room: int = 0
) -> Picture:
    """The picture of a view in this form; `room` is the height that a panel has for it."""
    if form in ("panel", "hint", "fitted", "bare"):
        asks = form in ("bare", "hint") or (form == "panel" and marks.question is not None)
        with_parts = form in ("panel", "hint")
        how: dict[str, Any] = {"palette": palette, "marks": marks, "say": speak, "bottom": bottom}
        return render.panel(game, view, room=room, spare=not asks, parts=with_parts, **how)
    if form in ("whole", "thumbnail"):
        draw = render.whole if form == "whole" else render.thumbnail
        return draw(game, view, palette=palette, marks=marks, say=speak, bottom=bottom)
    return render.draw(game, view, palette=palette, marks=marks, say=speak, bottom=bottom, parts=form == "parts")


def first_picture(game: str) -> None:
    """Draw the start of a match, which loads fonts and sprites."""
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "")
    render.draw(game, GAMES[game].view(start.state, None, start.asks))


def paint_job(
    game: str, view: Any, palette: str, marks: Marks, language: str, bottom: int, form: Form, room: int = 0
) -> Work[Picture]:
    """A job: the picture of a view."""
    yield from ()
    return paint(game, view, palette, marks, plain_voice(language), bottom, form, room)


def warm_job(games: Sequence[str]) -> Work[None]:
    """A job: draw a first picture of each of these games."""
    yield from ()
    for game in games:
        first_picture(game)
