"""Boards of square spaces in columns and rows: the positions of spaces, and framed squares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from render.image.sprites import Point, Sketch, Sprite
from render.palette import Colour

_LINE = 2.5


class Grid(Struct, frozen=True):
    """Columns and rows, counted from 0, from the left and from the top."""

    columns: int
    rows: int
    cell: int
    """The width and height of a space in pixels."""
    left: int = 0
    """The left edge of the first column, in pixels."""
    top: int = 0
    """The upper edge of the first row, in pixels."""

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return self.rows * self.cell

    def column(self, number: int) -> float:
        """The horizontal center of a column, in pixels."""
        return self.left + self.cell * (number + 0.5)

    def row(self, number: int) -> float:
        """The vertical center of a row, in pixels."""
        return self.top + self.cell * (number + 0.5)

    def middle(self, column: int, row: int) -> Point:
        """The middle of a space."""
        return self.column(column), self.row(row)

    def places(self, spaces: Iterable[str], columns: Sequence[str], rows: Sequence[str]) -> dict[str, Point]:
        """The center of each space by its name, column and row in either order: `e4`, `b7`, `j10`."""
        middles = {
            name: self.middle(x, y)
            for x, column in enumerate(columns)
            for y, row in enumerate(rows)
            for name in (column + row, row + column)
        }
        return {space: middles[space] for space in spaces}


def put_square(sketch: Sketch, fill: Colour, edge: Colour, corner: float, line: float = _LINE) -> None:
    """A framed square as large as the sketch."""
    size = sketch.width
    sketch.box(0, 0, size, size, corner, edge)
    sketch.box(line, line, size - 2 * line, size - 2 * line, corner - 2, fill)


def square(fill: Colour, edge: Colour, size: int, corner: float) -> Sprite:
    """A framed square."""
    sketch = Sketch(size, size)
    put_square(sketch, fill, edge, corner)
    return sketch.sprite()
