"""The arena: back row above, front row below, candle track under them; it is never turned."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.grid import Grid, put_square
from render.image.sprites import Point, Sketch, Sprite
from render.knockdown import colors
from render.palette import Colour, Theme, mix

WIDTH: Final = 1000
COLUMNS: Final = 9
CELL: Final = 104
LEFT: Final = (WIDTH - COLUMNS * CELL) // 2
_PAD: Final = 8
_TRACK: Final = 46
HEIGHT: Final = 2 * CELL + _PAD + _TRACK + 6
_COLUMN_NAMES: Final = "123456789"
_ROW_NAMES: Final = "bf"
SPACES: Final = tuple(row + column for row in _ROW_NAMES for column in _COLUMN_NAMES)
_START: Final = ("f1", "b9")


@cache
def places(top: int) -> dict[str, Point]:
    """The center of each space when the arena begins at `top`."""
    return _grid(top).places(SPACES, _COLUMN_NAMES, _ROW_NAMES)


def _grid(top: int) -> Grid:
    return Grid(COLUMNS, len(_ROW_NAMES), CELL, LEFT, top + _PAD)


def paint(image: Image.Image, theme: Theme, top: int) -> None:
    """Paint the arena without dark columns onto the background."""
    plate = Sketch(COLUMNS * CELL + 16, HEIGHT)
    plate.box(0, 0, plate.width, plate.height, 18, theme.plate)
    plate.sprite().paste(image, LEFT - 8, top)
    for space, (x, y) in places(top).items():
        _space(space, False, theme).paste_middle(image, x, y)
    track = Sketch(COLUMNS * CELL, _TRACK)
    y = _TRACK / 2 - 1
    track.line(((CELL / 2, y), (COLUMNS * CELL - CELL / 2, y)), 4, theme.groove)
    for column in range(COLUMNS):
        x = CELL * (column + 0.5)
        track.disc(x, y, 12, theme.groove)
        track.disc(x, y, 8.5, theme.plate)
    track.sprite().paste(image, LEFT, top + _PAD + 2 * CELL + 2)


@cache
def _space(space: str, dark: bool, theme: Theme) -> Sprite:
    """A space with its coordinate; start spaces have a second frame, dark ones are hatched."""
    size = CELL - 4
    sketch = Sketch(size, size)
    ground, mark = colors.night(theme) if dark else (theme.space, theme.space)
    put_square(sketch, ground, theme.groove if dark else theme.edge, 10)
    if dark:
        for shift in range(-size + 20, size - 10, 20):
            ends = [(x, x - shift) for x in range(8, size - 7) if 8 <= x - shift <= size - 8]
            sketch.line((ends[0], ends[-1]), 4.5, mark)
    if space in _START:
        _put_frame(sketch, 8, size, colors.start(theme), ground)
        if dark:
            for shift in range(-size + 40, size - 30, 20):
                ends = [(x, x - shift) for x in range(16, size - 15) if 16 <= x - shift <= size - 16]
                sketch.line((ends[0], ends[-1]), 4.5, mark)
    if dark:
        sketch.box(size / 2 - 28, size / 2 - 19, 56, 38, 12, ground)
    sketch.words(space, "SemiBold", 34, size / 2, size / 2, _label(dark, theme))
    return sketch.sprite()


def _label(dark: bool, theme: Theme) -> Colour:
    return theme.text if dark and not colors.dark_theme(theme) else theme.label


def _put_frame(sketch: Sketch, inset: float, size: float, colour: Colour, ground: Colour) -> None:
    sketch.box(inset, inset, size - 2 * inset, size - 2 * inset, 8, colour)
    sketch.box(inset + 4, inset + 4, size - 2 * inset - 8, size - 2 * inset - 8, 5, ground)


def put_start(sketch: Sketch, x: float, y: float, half: float, theme: Theme) -> None:
    """Draw a small start space for the legend."""
    sketch.box(x - half, y - half, 2 * half, 2 * half, 6, colors.start(theme))
    sketch.box(x - half + 4, y - half + 4, 2 * half - 8, 2 * half - 8, 3, theme.space)


def put_dark(sketch: Sketch, x: float, y: float, half: float, theme: Theme) -> None:
    """Draw a small dark space for the legend."""
    ground, mark = colors.night(theme)
    sketch.box(x - half, y - half, 2 * half, 2 * half, 6, theme.groove)
    sketch.box(x - half + 2.5, y - half + 2.5, 2 * half - 5, 2 * half - 5, 5, ground)
    reach = half - 6
    for shift in (-reach, 0, reach):
        left, right = max(-reach, shift - reach), min(reach, shift + reach)
        sketch.line(((x + left, y + left - shift), (x + right, y + right - shift)), 4.5, mark)


@cache
def night(columns: tuple[int, ...], theme: Theme) -> Sprite:
    """A sprite that covers neighboring dark columns in both rows."""
    grid = Grid(len(columns), len(_ROW_NAMES), CELL)
    whole = Image.new("RGB", (grid.width, grid.height), theme.plate)
    for n, column in enumerate(columns):
        for m, row in enumerate(_ROW_NAMES):
            _space(f"{row}{column}", True, theme).paste_middle(whole, *grid.middle(n, m))
    return Sprite(whole, Image.new("L", whole.size, 255))


def night_at(columns: tuple[int, ...], top: int) -> Point:
    """The upper left corner of that sprite."""
    return LEFT + CELL * (columns[0] - 1), top + _PAD


def candle_at(column: int, top: int) -> Point:
    grid = _grid(top)
    return grid.column(column - 1), grid.top + grid.height + 2 + _TRACK / 2 - 1


@cache
def candle(theme: Theme) -> Sprite:
    """A candle token on the track."""
    sketch = Sketch(46, 46)
    put_candle(sketch, 23, 23, 22, theme)
    return sketch.sprite()


def put_candle(sketch: Sketch, x: float, y: float, r: float, theme: Theme) -> None:
    """Draw a burning candle on a disc."""
    flame, wax = mix(theme.ring, colors.ON_SYMBOL, 0.15), colors.cube("light", theme)
    sketch.disc(x, y, r, theme.badge)
    sketch.disc(x, y, r * 0.93, mix(theme.ring, theme.badge, 0.65))
    sketch.box(x - r * 0.22, y - r * 0.02, r * 0.44, r * 0.72, r * 0.08, wax.top)
    sketch.box(x + r * 0.06, y - r * 0.02, r * 0.16, r * 0.72, r * 0.08, wax.right)
    sketch.disc(x, y - r * 0.28, r * 0.24, flame)
    sketch.polygon(((x - r * 0.23, y - r * 0.32), (x, y - r * 0.8), (x + r * 0.23, y - r * 0.32)), flame)
    sketch.disc(x, y - r * 0.22, r * 0.11, colors.ON_SYMBOL)
