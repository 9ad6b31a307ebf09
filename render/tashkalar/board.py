"""The arena: 69 squares, columns a to i and rows 1 to 9 from the top; it is never turned."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.palette import Colour, Theme, mix
from render.sprites import Point, Sketch, Sprite, words
from render.tashkalar.hues import tile

WIDTH: Final = 1000
CELL: Final = 96
_MARGIN: Final = 34
"""For the letters above and below."""
HEIGHT: Final = 9 * CELL + 2 * _MARGIN
LEFT: Final = (WIDTH - 9 * CELL) // 2
_CUT: Final = {0: 2, 1: 1, 7: 1, 8: 2}
"""How many squares are missing at either end of a row."""

SQUARES: Final = tuple(f"{'abcdefghi'[x]}{y + 1}" for y in range(9) for x in range(_CUT.get(y, 0), 9 - _CUT.get(y, 0)))


@cache
def places(top: int) -> dict[str, Point]:
    """The middle of each square when the board begins so far down."""
    first = top + _MARGIN + CELL // 2
    return {
        square: (LEFT + CELL // 2 + CELL * "abcdefghi".index(square[0]), first + CELL * (int(square[1]) - 1))
        for square in SQUARES
    }


def corners(top: int) -> tuple[Point, Point, Point, Point]:
    """The middles of the places where squares are missing: above left and right, below left and right."""
    left, right = LEFT + CELL - 6, WIDTH - LEFT - CELL + 6
    high, low = top + _MARGIN + CELL // 2 - 4, top + HEIGHT - _MARGIN - CELL // 2 + 4
    return (left, high), (right, high), (left, low), (right, low)


def paint(
    image: Image.Image, theme: Theme, top: int, red: tuple[str, ...], green: tuple[str, ...], central: tuple[str, ...]
) -> None:
    """The board on the empty ground of a picture."""
    plate = _square(theme.plate, theme.plate, CELL + 14, 12)
    for x, y in places(top).values():
        plate.paste_middle(image, x, y)
    for square, (x, y) in places(top).items():
        kind = "red" if square in red else "green" if square in green else "central" if square in central else ""
        _tile(kind, square in central, theme).paste_middle(image, x, y)
    for n in range(9):
        along = LEFT + CELL // 2 + n * CELL
        down = top + _MARGIN + CELL // 2 + n * CELL
        for y in (top + _MARGIN // 2 - 4, top + HEIGHT - _MARGIN // 2 + 4):
            words("abcdefghi"[n], "Bold", 32, theme.label).paste_middle(image, along, y)
        for x in (LEFT // 2 - 4, WIDTH - LEFT // 2 + 4):
            words(str(n + 1), "Bold", 32, theme.label).paste_middle(image, x, down)


def deep(theme: Theme) -> Colour:
    """The ground of the central squares."""
    return mix(theme.space, theme.background if sum(theme.background) < 384 else theme.groove, 0.6)


@cache
def _tile(kind: str, central: bool, theme: Theme) -> Sprite:
    """A square: red ones are striped, green ones dotted."""
    if kind in ("", "central"):
        return _square(deep(theme) if central else theme.space, theme.edge, CELL - 2, 8)
    ground, mark = tile(kind, theme)
    sketch = Sketch(CELL - 2, CELL - 2)
    size = CELL - 2
    sketch.box(0, 0, size, size, 8, theme.edge)
    sketch.box(3, 3, size - 6, size - 6, 6, ground)
    if kind == "red":
        for shift in range(-size, size, 20):
            ends = [(x, x - shift) for x in range(7, size - 6) if 7 <= x - shift <= size - 7]
            if len(ends) > 3:
                sketch.line((ends[0], ends[-1]), 6, mark)
    else:
        for row in range(5):
            for column in range(5):
                sketch.disc(13 + column * 17, 13 + row * 17, 4.6, mark)
    return sketch.sprite()


def _square(fill: Colour, edge: Colour, size: int, corner: float) -> Sprite:
    sketch = Sketch(size, size)
    sketch.box(0, 0, size, size, corner, edge)
    sketch.box(2.5, 2.5, size - 5, size - 5, corner - 2, fill)
    return sketch.sprite()
