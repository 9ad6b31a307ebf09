"""The arena: 69 squares, columns a to i and rows 1 to 9 from the top; it is never turned."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.grid import Grid, square
from render.image.sprites import Point, Sketch, Sprite, words
from render.palette import Colour, Theme, mix
from render.tashkalar.colors import tile

WIDTH: Final = 1000
CELL: Final = 66
TOP: Final = 96
"""The upper edge of the board, coordinate letters included."""
LEFT: Final = 50
_MARGIN: Final = 34
"""Height of the row of letters above the board, and of the one below it."""
HEIGHT: Final = 9 * CELL + 2 * _MARGIN
_CUT: Final = {0: 2, 1: 1, 7: 1, 8: 2}
"""Number of squares missing at either end of a row."""

_COLUMNS: Final = "abcdefghi"
_ROWS: Final = "123456789"

SQUARES: Final = tuple(_COLUMNS[x] + _ROWS[y] for y in range(9) for x in range(_CUT.get(y, 0), 9 - _CUT.get(y, 0)))
GRID: Final = Grid(columns=9, rows=9, cell=CELL, left=LEFT, top=TOP + _MARGIN)
PLACES: Final[dict[str, Point]] = GRID.places(SQUARES, _COLUMNS, _ROWS)
"""The center of each square."""


def corners() -> tuple[Point, Point, Point, Point]:
    """The centers of the four corners where squares are missing: upper left, upper right, lower left, lower right."""
    left, right = LEFT + CELL + 7, LEFT + 8 * CELL + 21
    high, low = TOP + _MARGIN + CELL // 2 - 5, TOP + HEIGHT - _MARGIN - CELL // 2 + 5
    return (left, high), (right, high), (left, low), (right, low)


def paint(
    image: Image.Image, theme: Theme, red: tuple[str, ...], green: tuple[str, ...], central: tuple[str, ...]
) -> None:
    """Paint the board onto the background."""
    plate = square(theme.plate, theme.plate, CELL + 12, 12)
    for x, y in PLACES.values():
        plate.paste_middle(image, x, y)
    for space, (x, y) in PLACES.items():
        kind = "red" if space in red else "green" if space in green else "central" if space in central else ""
        _tile(kind, space in central, theme).paste_middle(image, x, y)
    for n in range(9):
        for y in (TOP + _MARGIN // 2 - 3, TOP + HEIGHT - _MARGIN // 2 + 3):
            words(_COLUMNS[n], "Bold", 30, theme.label).paste_middle(image, GRID.column(n), y)
        words(_ROWS[n], "Bold", 30, theme.label).paste_middle(image, LEFT // 2 + 6, GRID.row(n))


def deep(theme: Theme) -> Colour:
    """The background of the central squares."""
    return mix(theme.space, theme.background if sum(theme.background) < 384 else theme.groove, 0.6)


@cache
def _tile(kind: str, central: bool, theme: Theme) -> Sprite:
    """A square: red ones are striped, green ones dotted."""
    if kind in ("", "central"):
        return square(deep(theme) if central else theme.space, theme.edge, CELL - 2, 8)
    ground, mark = tile(kind, theme)
    sketch = Sketch(CELL - 2, CELL - 2)
    size = CELL - 2
    sketch.box(0, 0, size, size, 8, theme.edge)
    sketch.box(3, 3, size - 6, size - 6, 6, ground)
    if kind == "red":
        for shift in range(-size, size, 17):
            ends = [(x, x - shift) for x in range(7, size - 6) if 7 <= x - shift <= size - 7]
            if len(ends) > 3:
                sketch.line((ends[0], ends[-1]), 5, mark)
    else:
        for row in range(5):
            for column in range(5):
                sketch.disc(11 + column * 13.5, 11 + row * 13.5, 3.8, mark)
    return sketch.sprite()
