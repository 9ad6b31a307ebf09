"""Panels around the board: the seat to move, and in the corners each seat's hit points and piles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.monolith.view import MonolithView, SeatView
from render.banner import put_task
from render.image import fonts, text_fitting
from render.image.box import Box
from render.image.canvas import Canvas
from render.image.icons import put_icon
from render.image.sprites import Collage, Sketch, Sprite
from render.image.sprites import words as lettering
from render.monolith import drawings, layout, words
from render.monolith.pen import LEAST, put_emblem, put_hollow_emblem
from render.palette import Colour, Team, Theme

_MOST: Final = 20
"""A Banner's hit points at the start."""
_MARGIN: Final = 26
_LINE: Final = 33


def put_banner(canvas: Canvas, view: MonolithView, theme: Theme, say: Say, task: str) -> None:
    """Draw the seat to move, or the winner, in its color; neutral in a battle that asks nobody."""
    over = view.phase == "over"
    acting = view.winners if over else words.acting(view)
    seats = acting if len(acting) < len(view.seats) else ()
    icon = ("trophy" if seats else "handshake") if over else "swords" if not acting else "" if seats else "users"
    left = 84 if over else 84 + 50 * max(0, len(seats) - 1)
    box, ink = layout.BANNER, _colours(seats, theme).ink
    canvas.put(_banner(seats, icon, theme), box.x, box.y)
    room, middle = box.width - left - _MARGIN, box.y + box.height / 2
    if task:
        put_task(canvas, task, box.x + left, box.right - _MARGIN, middle, ink)
        return
    small = _fitted(words.subline(view, say), "SemiBold", LEAST, round(room * 0.46), ink)
    for line, top in text_fitting.stacked(small, middle):
        canvas.put(line, box.right - _MARGIN - line.width, top)
    big = _fitted(words.headline(view, say), "Bold", 38, room - max(line.width for line in small) - 20, ink)
    for line, top in text_fitting.stacked(big, middle):
        canvas.put(line, box.x + left, top)


def _fitted(string: str, weight: fonts.Weight, largest: int, room: int, ink: Colour) -> list[Sprite]:
    """The text in one line, or in two if one would be illegible."""
    found, size = broken(string, weight, largest, room, 2)
    return [lettering(line, weight, size, ink) for line in found]


def broken(string: str, weight: fonts.Weight, largest: int, room: int, most: int) -> tuple[list[str], int]:
    """The text in one line as large as possible, else in the fewest legible lines, up to `most`; then smaller."""
    line, size = fonts.fit(string, weight, largest, room, LEAST)
    if line == string:
        return [line], size
    for size in range(LEAST, 9, -1):
        found = fonts.lines(string, weight, size, room)
        if len(found) <= most and " ".join(found) == string:
            return _balanced(string, weight, size) if len(found) == 2 else found, size
    return fonts.lines(string, weight, 10, room), 10


def _balanced(string: str, weight: fonts.Weight, size: int) -> list[str]:
    """The text in two lines of about equal length."""
    words = string.split()
    breaks = [[" ".join(words[:n]), " ".join(words[n:])] for n in range(1, len(words))]
    return min(breaks, key=lambda pair: max(fonts.width(line, weight, size) for line in pair))


def _colours(seats: tuple[int, ...], theme: Theme) -> Team:
    if not seats:
        return Team(fill=theme.muted, rim=theme.text, ink=theme.background, tint=theme.text)
    return theme.seats[seats[0]]


@lru_cache(32)
def _banner(seats: tuple[int, ...], icon: str, theme: Theme) -> Sprite:
    width, height = layout.BANNER.width, layout.BANNER.height
    sketch = Sketch(width, height)
    team = _colours(seats, theme)
    sketch.box(0, 0, width, height, 18, team.fill)
    if icon:
        put_icon(sketch, icon, 48, 46, height / 2, team.ink, team.tint)
        return sketch.sprite()
    for n, seat in enumerate(seats):
        x = 46 + 50 * n
        if n:
            own = theme.seats[seat]
            put_emblem(sketch, seat, x, height / 2, 25, own.rim)
            put_emblem(sketch, seat, x, height / 2, 21, own.fill)
        else:
            put_hollow_emblem(sketch, seat, x, height / 2, 21, team.ink, team.fill)
    return sketch.sprite()


def put_seats(canvas: Canvas, view: MonolithView, theme: Theme, say: Say, bottom: int) -> None:
    """Draw enemies in the upper corners, `bottom` and its ally in the lower ones; a single seat uses both."""
    upper, lower = layout.sides(view, bottom)
    for seats, corners in ((upper, layout.UPPER), (lower, layout.LOWER)):
        for n, (seat, box) in enumerate(zip(seats, corners, strict=False)):
            _put_seat(canvas, view, view.seats[seat], box, theme, say, left=n == 0, alone=len(seats) == 1)
        if len(seats) == 1:
            counts, box = _counts(words.counts(view, view.seats[seats[0]], say), False, theme), corners[1]
            canvas.put(counts, box.x, box.y if seats is upper else box.bottom - counts.height)


def _put_seat(
    canvas: Canvas, view: MonolithView, seat: SeatView, box: Box, theme: Theme, say: Say, *, left: bool, alone: bool
) -> None:
    acting, points = seat.seat in words.acting(view), view.hit_points[seat.team]
    canvas.put(_title(seat.seat, say(words.who(seat)), acting, left, theme), box.x, box.y)
    if alone:
        canvas.put(_points(seat.seat, points, theme), box.x, box.y + 78)
        return
    canvas.put(_heart(seat.seat, points, left, theme), box.x, box.y + 69)
    canvas.put(_counts(words.counts(view, seat, say)[:2], left, theme), box.x, box.y + 106)


@lru_cache(64)
def _title(seat: int, name: str, acting: bool, left: bool, theme: Theme) -> Sprite:
    """Draw the emblem and the faction; in the owner's color when the seat is to move."""
    width, height = layout.CORNER[0], 68
    sketch = Sketch(width, height)
    team = theme.seats[seat]
    ink, inner = (team.ink, team.fill) if acting else (theme.text, theme.background)
    if acting:
        sketch.box(0, 0, width, height, 14, team.fill)
    put_hollow_emblem(sketch, seat, 17 if left else width - 17, height / 2, 10, ink if acting else team.fill, inner)
    found, size = broken(name, "Bold", LEAST, width - 38, 2)
    for n, line in enumerate(found):
        y = height / 2 + (n - (len(found) - 1) / 2) * size * 1.08
        _put(sketch, line, "Bold", size, y, ink, 34, left)
    return sketch.sprite()


def _put(
    sketch: Sketch | Collage, line: str, weight: fonts.Weight, size: int, y: float, ink: Colour, margin: int, left: bool
) -> None:
    """Draw a line of text at the left or the right end of the sheet."""
    at = margin if left else sketch.width - margin - fonts.width(line, weight, size)
    text_fitting.put_left(sketch, line, weight, size, at, y, ink)


@lru_cache(128)
def _points(seat: int, points: int, theme: Theme) -> Sprite:
    """Draw a heart, the hit points, and a bar of twenty below."""
    width = layout.CORNER[0]
    sketch = Sketch(width, 84)
    team = theme.seats[seat]
    put_icon(sketch, drawings.HEART, 44, 28, 24, theme.text, team.fill)
    text_fitting.put_left(sketch, str(points), "Bold", 44, 60, 24, theme.text)
    step = (width - 8) / _MOST
    for n in range(_MOST):
        left = 8 + n * step
        sketch.box(left, 56, step - 2, 22, 2, team.fill if n < points else theme.groove)
        if n >= points:
            sketch.box(left + 2, 58, step - 6, 18, 1, theme.background)
    return sketch.sprite()


@lru_cache(128)
def _heart(seat: int, points: int, left: bool, theme: Theme) -> Sprite:
    """Draw a heart and the hit points without the bar, where there is less room."""
    width, team = layout.CORNER[0], theme.seats[seat]
    sketch = Sketch(width, 36)
    put_icon(sketch, drawings.HEART, 34, 20 if left else width - 20, 18, theme.text, team.fill)
    _put(sketch, str(points), "Bold", 34, 18, theme.text, 44, left)
    return sketch.sprite()


@lru_cache(512)
def _counts(lines: tuple[str, ...], left: bool, theme: Theme) -> Sprite:
    """Draw the number of tiles in each place, one line each."""
    width = layout.CORNER[0]
    sketch = Collage(width, _LINE * len(lines))
    for n, line in enumerate(lines):
        shown, size = fonts.fit(line, "SemiBold", LEAST, width - 12, 10)
        _put(sketch, shown, "SemiBold", size, _LINE * (n + 0.5), theme.text, 8, left)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample panels for the palette."""
    made = [_title(seat, "Abcdef", seat % 2 == 0, True, theme) for seat in range(4)]
    return [*made, *(_points(seat, 13, theme) for seat in range(4)), _counts(("Abc 12",), True, theme)]
