"""The pictures under the board: hands with what their tokens do, what lies in monoliths, what stands on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from engine.core.text import Say, Text, text
from engine.monolith.view import MonolithView, SeatView
from render.canvas import Canvas, Ground
from render.monolith import layout, question, roll, words
from render.monolith.colours import palette
from render.monolith.hands import CELL, ROW, Lying, cell, row, state
from render.monolith.ways import ways
from render.palette import Theme
from render.picture import Marks
from render.renderer import Part

_GAP = 10
_ROWS = 3
"""Rows with words in a picture."""
_COLUMNS = 3
_CELLS = 12
"""Tokens with their names in a picture."""


def paint(view: MonolithView, theme: Theme, marks: Marks, say: Say, bottom: int) -> list[Part]:
    """The hand of who looks or is to move in words, the other hands, what is known to be hidden, what stands."""
    first = _first(view, bottom)
    made = [
        *_turning(view, theme, say),
        *_offer(view, theme, marks, say),
        *_hand(view, view.seats[first], theme, marks, say),
    ]
    others = [one for seat in view.seats if seat.seat != first for one in _lying(view, seat, marks)]
    made += _grid(text("Other hands"), others, theme, say)
    chosen = question.unfolded(marks.question)
    hidden = [
        Lying(token, seat.seat, "chosen" if token == chosen else "ready")
        for seat in view.seats
        for token in seat.hidden
    ]
    made += _grid(text("In the monolith"), hidden, theme, say)
    return [*made, *_roll(view, theme, say)]


def _turning(view: MonolithView, theme: Theme, say: Say) -> Iterator[Part]:
    """The ways a token may face, beside each other and numbered as the options are."""
    if view.turning:
        made = ways(view.turning, theme, say)
        canvas = _canvas(2 * _GAP + made[0].height, theme)
        for n, one in enumerate(made):
            canvas.put(one, layout.EDGE + n * (one.width + 5), _GAP)
        yield Part(text("{who}: facing which way?", who=words.name(view.turning.now.token.id)), canvas)


def _offer(view: MonolithView, theme: Theme, marks: Marks, say: Say) -> Iterator[Part]:
    """What may be hidden in a monolith."""
    if marks.question and view.seat is not None:
        found = question.offered(marks.question, view.seats[view.seat])
        lying = [Lying(token, view.seat, "target") for token in found]
        yield from _grid(text("Which tile do you hide in your monolith?"), lying, theme, say)


def _roll(view: MonolithView, theme: Theme, say: Say) -> Iterator[Part]:
    """What stands on the board, by name, in two columns."""
    found = roll.listed(view)
    if found:
        rows = -(-len(found) // 2)
        canvas = _canvas(2 * _GAP + rows * roll.LINE[1], theme)
        for n, token in enumerate(found):
            across, down = divmod(n, rows)
            x = layout.EDGE + across * (layout.ROOM - roll.LINE[0])
            canvas.put(roll.line(token, theme, say), x, _GAP + down * roll.LINE[1])
        yield Part(text("Tiles on the board"), canvas)


def _first(view: MonolithView, bottom: int) -> int:
    """Whose hand is told in words: of who looks; for the public, of who is to move."""
    acting = words.acting(view)
    return bottom if view.seat is not None or bottom in acting or not acting else acting[0]


def _hand(view: MonolithView, seat: SeatView, theme: Theme, marks: Marks, say: Say) -> Iterator[Part]:
    lying = _lying(view, seat, marks)
    title = text("Hand of the {side:gen}", side=words.who(seat))
    for n in range(0, len(lying), _ROWS):
        some = lying[n : n + _ROWS]
        canvas = _canvas(2 * _GAP + len(some) * (ROW[1] + _GAP) - _GAP, theme)
        for m, one in enumerate(some):
            canvas.put(row(one, theme, say), layout.EDGE, _GAP + m * (ROW[1] + _GAP))
        yield Part(title, canvas)


def _lying(view: MonolithView, seat: SeatView, marks: Marks) -> list[Lying]:
    acting = seat.seat in words.acting(view)
    played = question.played(marks.question, seat) if acting and marks.question else ""
    lying = [Lying(token, seat.seat, state(token, marks, acting=acting)) for token in seat.hand]
    return [Lying(played, seat.seat, "chosen"), *lying] if played else lying


def _grid(title: Text, lying: Sequence[Lying], theme: Theme, say: Say) -> Iterator[Part]:
    """Tokens with their names, three beside each other."""
    step = (layout.ROOM - CELL[0]) / (_COLUMNS - 1)
    for start in range(0, len(lying), _CELLS):
        some = lying[start : start + _CELLS]
        canvas = _canvas(2 * _GAP + -(-len(some) // _COLUMNS) * (CELL[1] + _GAP) - _GAP, theme)
        for n, one in enumerate(some):
            down, across = divmod(n, _COLUMNS)
            canvas.put(cell(one, theme, say), layout.EDGE + across * step, _GAP + down * (CELL[1] + _GAP))
        yield Part(title, canvas)


def _canvas(height: int, theme: Theme) -> Canvas:
    return Canvas(_ground(height, theme))


@lru_cache(64)
def _ground(height: int, theme: Theme) -> Ground:
    return Ground(Image.new("RGB", (layout.SIZE[0], height), theme.background), palette(theme))
