"""Small cards in rows: the words fitted, the empty places dotted."""

from __future__ import annotations

import math

from render import fonts
from render.palette import Colour
from render.sprites import Point, Sketch, Sprite


def frame(sketch: Sketch, fill: Colour, edge: Colour, *, line: float = 3, corner: float = 14) -> None:
    """The card itself, as large as its sheet."""
    width, height = sketch.width, sketch.height
    sketch.box(0, 0, width, height, corner, edge)
    sketch.box(line, line, width - 2 * line, height - 2 * line, corner - line, fill)


def caption(sketch: Sketch, string: str, size: int, room: int, at: Point, colour: Colour) -> None:
    """A name in one line or two, its middle at the point."""
    lines, fitted = fonts.wrap(string, "SemiBold", size, room, 13)
    step = fitted * 1.05
    x, y = at
    for n, line in enumerate(lines):
        sketch.words(line, "SemiBold", fitted, x, y + (n - (len(lines) - 1) / 2) * step, colour)


def dotted(width: int, height: int, colour: Colour, corner: float = 14) -> Sprite:
    """The outline of a place where a card is still to come."""
    sketch = Sketch(width, height)
    points = _around(width, height, corner)
    for n, (x, y) in enumerate(points):
        if n % 2 == 0:
            sketch.disc(x, y, 1.8, colour)
    return sketch.sprite()


def _around(width: int, height: int, corner: float, step: float = 4.2) -> list[Point]:
    """Points at even distances on the outline of a box with round corners."""
    inset = 3.0
    bend = corner - inset
    across, down, quarter = width - 2 * corner, height - 2 * corner, bend * math.pi / 2
    length = 2 * (across + down) + 4 * quarter
    count = 2 * round(length / step / 2)
    return [_on_outline(n * length / count, across, down, quarter, corner, bend) for n in range(count)]


def _on_outline(at: float, across: float, down: float, quarter: float, corner: float, bend: float) -> Point:
    sides = ((across, 0), (down, 1), (across, 2), (down, 3))
    # The middle of each corner's arc, in the order in which the sides lead to them.
    bends = ((corner + across, corner), (corner + across, corner + down), (corner, corner + down), (corner, corner))
    for (side, turn), (x, y) in zip(sides, bends, strict=True):
        heading = turn * math.pi / 2
        if at <= side:
            back = side - at
            return (
                x + bend * math.sin(heading) - back * math.cos(heading),
                y - bend * math.cos(heading) - back * math.sin(heading),
            )
        at -= side
        if at <= quarter:
            swept = heading + at / bend
            return x + bend * math.sin(swept), y - bend * math.cos(swept)
        at -= quarter
    return _on_outline(0, across, down, quarter, corner, bend)
