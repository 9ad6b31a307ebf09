"""Panels beside the arena, one per color: its points, the pieces it has left, and its seats' numbers of cards."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.tashkalar.view import PRINTED_TASKS, ColourView, SeatView, TashkalarView
from render import card_rows
from render.image import fonts, text_fitting
from render.image.box import Box
from render.image.canvas import Canvas
from render.image.sprites import Collage, Sketch, Sprite
from render.palette import Colour, Theme, mix
from render.tashkalar import layout, rivals, tasks, words
from render.tashkalar.colors import put_emblem, team
from render.tashkalar.pieces import piece

_TITLE: Final = 46
_SIDE: Final = 14
"""Margin of the text in a panel."""
_PIPS: Final = 9
"""Number of pips in a row."""
_TASKS: Final = 6
"""Number of tasks in a row."""
_TASK: Final = 30

Counts = tuple[int, int, int, int]
"""Numbers of beings, legends and flares in hand, and of cards in the deck."""
Stock = tuple[int, int]
"""Number of common and heroic pieces left, and of legendary ones."""


def put_panels(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, bottom: int) -> None:
    """Draw a panel for each color: the others above, the viewer's own below."""
    for colour, box in zip(layout.order(view, bottom), layout.plan_of(view).panels, strict=True):
        _put_panel(canvas, view, view.colours[colour], box, theme, say)


def _put_panel(canvas: Canvas, view: TashkalarView, colour: ColourView, box: Box, theme: Theme, say: Say) -> None:
    acting = colour.colour in words.acting(view)
    name, stock = say(words.side(view, colour.colour)), (colour.doubles, colour.legendaries)
    canvas.put(_frame(colour.hue, acting, box.width, box.height, theme), box.x, box.y)
    canvas.put(_title(colour.hue, name, acting, box.width, theme), box.x, box.y)
    if view.form == "melee":
        counts = _counts(view.seats[colour.seats[0]])
        left = box.y + _TITLE, box.height - _TITLE - 4
        canvas.put(rivals.rivals(_rivalry(view, colour), box.width, theme), box.x, left[0] + 4)
        high = left[1] - rivals.HEIGHT - 6
        canvas.put(rivals.numbers(colour.hue, stock, counts, box.width, high, theme), box.x, box.bottom - high - 4)
        return
    worth = tuple(PRINTED_TASKS[task].points for task in colour.tasks)
    points = _points(colour.hue, colour.points, view.goal, worth, box.width, theme)
    canvas.put(points, box.x, box.y + _TITLE + 4)
    named = tuple(say(one) for one in (words.BEINGS, words.LEGENDS, words.FLARES, words.DECK, words.STOCK))
    seats = tuple(_row(view, view.seats[seat]) for seat in colour.seats)
    high = box.height - _TITLE - 4 - points.height - 8
    canvas.put(_rows(colour.hue, stock, seats, named, box.width, high, theme), box.x, box.bottom - high - 8)


def _counts(seat: SeatView) -> Counts:
    return seat.beings, seat.legends, seat.flares, seat.pile


def _row(view: TashkalarView, seat: SeatView) -> tuple[str, bool, Counts]:
    """A seat's letter if two play its color, whether it decides now, and its numbers of cards."""
    decides = view.phase != "over" and seat.seat == view.control
    return "ABCD"[seat.seat] * view.teams, decides, _counts(seat)


def _rivalry(view: TashkalarView, colour: ColourView) -> tuple[rivals.Rival, ...]:
    """Each other color with its hue, the points against it, and whether improvised summoning is unused."""
    others = [other for other in view.colours if other.colour != colour.colour]
    points = colour.by_colour or (0,) * len(view.colours)
    return tuple((o.hue, points[o.colour], o.colour not in colour.improvised) for o in others)


@lru_cache(32)
def _frame(hue: str, acting: bool, width: int, height: int, theme: Theme) -> Sprite:
    sketch = Sketch(width, height)
    fill = team(hue, theme).fill
    card_rows.frame(sketch, theme.card, fill if acting else mix(fill, theme.card, 0.45), line=5 if acting else 3)
    return sketch.sprite()


@lru_cache(64)
def _title(hue: str, name: str, acting: bool, width: int, theme: Theme) -> Sprite:
    """Draw the emblem and the name; in the owner's color when it is to move."""
    sketch = Sketch(width, _TITLE)
    own = team(hue, theme)
    if acting:
        sketch.box(0, 0, width, _TITLE, 14, own.fill)
        sketch.box(0, 16, width, _TITLE - 16, 0, own.fill)
        put_emblem(sketch, hue, 28, _TITLE / 2, 13, own.ink)
    else:
        sketch.disc(28, _TITLE / 2 + 2, 16, own.rim)
        sketch.disc(28, _TITLE / 2 + 2, 14, own.fill)
        put_emblem(sketch, hue, 28, _TITLE / 2 + 2, 8, own.ink)
    line, size = fonts.fit(name, "Bold", 32, width - 52 - 8, layout.LETTERS)
    y = _TITLE / 2 + (0 if acting else 2)
    text_fitting.put_left(sketch, line, "Bold", size, 52, y, own.ink if acting else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _points(hue: str, points: int, goal: int, worth: tuple[int, ...], width: int, theme: Theme) -> Sprite:
    """Draw the points, rows of pips up to the goal, and in the High Form the points of the claimed tasks."""
    rows, below = -(-goal // _PIPS), -(-len(worth) // _TASKS)
    sketch = Sketch(width, 54 + 23 * rows + _TASK * below + 4)
    own = team(hue, theme)
    end = text_fitting.put_left(sketch, str(points), "Bold", 50, _SIDE, 25, theme.text)
    text_fitting.put_left(sketch, f"/{goal}", "SemiBold", layout.LETTERS, end + 3, 32, theme.muted)
    step = (width - 2 * _SIDE + 3) / _PIPS
    for n in range(goal):
        x, y = _SIDE + n % _PIPS * step, 55.0 + n // _PIPS * 23
        sketch.box(x, y, step - 3, 20, 5, own.fill if n < points else theme.groove)
        if n < points:
            put_emblem(sketch, hue, x + (step - 3) / 2, y + 10, 4.6, own.ink)
        else:
            sketch.box(x + 2, y + 2, step - 7, 16, 4, theme.card)
    for n, one in enumerate(worth):
        x, y = _SIDE + 14 + n % _TASKS * _TASK, 54 + 23 * rows + (n // _TASKS + 0.5) * _TASK
        tasks.put_points(sketch, one, x, y, 14, False, theme)
    return sketch.sprite()


@lru_cache(256)
def _rows(
    hue: str,
    stock: Stock,
    seats: tuple[tuple[str, bool, Counts], ...],
    named: tuple[str, ...],
    width: int,
    height: int,
    theme: Theme,
) -> Sprite:
    """Draw each seat's cards in hand and deck, each number with its text, and the pieces not in the arena."""
    sheet = Collage(width, height)
    letters = seats[0][0] != ""
    step = min(36.0, height / (7 if letters else 6))
    ends = [width - _SIDE - 2 - 41 * (len(seats) - 1 - n) for n in range(len(seats))]
    y = height - 6.5 * step if letters else height - 5.5 * step
    if letters:
        for (letter, decides, _), end in zip(seats, ends, strict=True):
            sheet.put(_disc(30, theme.text if decides else theme.groove), end - 10, y)
            sheet.words(letter, "Bold", layout.LETTERS, end - 10, y, theme.card if decides else theme.text)
        y += step
    for m, name in enumerate(named[:-1]):
        text_fitting.put_left(sheet, name, "SemiBold", layout.LETTERS, _SIDE, y, theme.muted)
        for (_, _, counts), end in zip(seats, ends, strict=True):
            _put_right(sheet, counts[m], end, y, theme)
        y += step
    text_fitting.put_left(sheet, named[-1], "SemiBold", layout.LETTERS, _SIDE, y, theme.muted)
    for rank, left in zip(("common", "legendary"), stock, strict=True):
        sheet.put(piece(rank, hue, 40 if rank == "common" else 30, theme), ends[-1] - 56, y)
        _put_right(sheet, left, ends[-1], y, theme)
        y += step
    return sheet.sprite()


@lru_cache(8)
def _disc(size: int, colour: Colour) -> Sprite:
    sketch = Sketch(size, size)
    sketch.disc(size / 2, size / 2, size / 2, colour)
    return sketch.sprite()


def _put_right(sheet: Collage, number: int, end: float, y: float, theme: Theme) -> None:
    width = fonts.width(str(number), "Bold", layout.LETTERS)
    ink = theme.text if number else theme.muted
    text_fitting.put_left(sheet, str(number), "Bold", layout.LETTERS, end - width, y, ink)


def specimens(theme: Theme) -> list[Sprite]:
    """Sample panels for the palette."""
    made: list[Sprite] = []
    for n, hue in enumerate(("blue", "red", "yellow", "green", "")):
        made.append(_frame(hue, n % 2 == 0, 204, 60, theme))
        made.append(_title(hue, "Abcdef", n % 2 == 0, 204, theme))
        made.append(_points(hue, 5, 9, (2, 1), 204, theme))
    named = ("Abc", "Def", "Ghi", "Jkl", "Mno")
    made.append(_rows("red", (9, 2), (("A", True, (3, 2, 0, 12)), ("C", False, (3, 2, 1, 9))), named, 204, 220, theme))
    return [*made, *rivals.specimens(theme)]
