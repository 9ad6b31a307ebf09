"""Small cards in rows, with fitted text and dotted empty slots."""

from __future__ import annotations

import math
from functools import lru_cache
from itertools import pairwise
from typing import Final

from render.image import fonts
from render.image.sprites import Mosaic, Point, Sketch, Solid, Sprite
from render.palette import Colour

CORNER: Final = 14
"""The radius of a card's corners."""


def frame(sketch: Sketch, fill: Colour, edge: Colour, *, line: float = 3, corner: float = CORNER) -> None:
    """Draw the card's frame, as large as its sheet."""
    width, height = sketch.width, sketch.height
    sketch.box(0, 0, width, height, corner, edge)
    sketch.box(line, line, width - 2 * line, height - 2 * line, corner - line, fill)


def mosaic(frame: Sprite, fill: Colour, face: Sprite, *, across: int, down: int) -> Mosaic:
    """A frame and a face as separate sprites, so that the face stays cached when the frame changes.

    The frame's sides are `across` wide and `down` high; the opaque face covers the area within them.
    """
    width, height = frame.width, frame.height
    return Mosaic(width, height, (*_sides(frame, across, down), (inner(face, fill, across, down), across, down)))


@lru_cache(256)
def _sides(frame: Sprite, across: int, down: int) -> tuple[tuple[Sprite, int, int], ...]:
    """The four sides of a frame with their positions; the left and right sides include the corners."""
    width, height = frame.width, frame.height
    boxes = (
        (0, 0, across, height),
        (width - across, 0, width, height),
        (across, 0, width - across, down),
        (across, height - down, width - across, height),
    )
    return tuple((frame.cut(box), *box[:2]) for box in boxes)


@lru_cache(2048)
def inner(face: Sprite, fill: Colour, across: int, down: int) -> Solid:
    """A face on its card, without the sides."""
    return Solid(face.width - 2 * across, face.height - 2 * down, fill, (face, -across, -down))


def caption(sketch: Sketch, string: str, size: int, room: int, at: Point, colour: Colour) -> None:
    """Draw a name in one line or two, centered at the point."""
    lines, fitted = fonts.wrap(string, "SemiBold", size, room, 13)
    step = fitted * 1.05
    x, y = at
    for n, line in enumerate(lines):
        sketch.words(line, "SemiBold", fitted, x, y + (n - (len(lines) - 1) / 2) * step, colour)


def dotted(width: int, height: int, colour: Colour, corner: float = 14) -> Sprite:
    """The outline of an empty slot for a card."""
    sketch = Sketch(width, height)
    for x, y in _evenly(_outline(width, height, corner), 8.4):
        sketch.disc(x, y, 1.8, colour)
    return sketch.sprite()


def _outline(width: int, height: int, corner: float, inset: float = 3) -> list[Point]:
    """The closed outline of a box with round corners, clockwise."""
    left, top, right, bottom = corner, corner, width - corner, height - corner
    points = [
        (x + (corner - inset) * math.cos(angle), y + (corner - inset) * math.sin(angle))
        for turn, (x, y) in enumerate(((left, top), (right, top), (right, bottom), (left, bottom)))
        for angle in (math.radians(90 * turn + 180 + 10 * n) for n in range(10))
    ]
    return [*points, points[0]]


def _evenly(path: list[Point], step: float) -> list[Point]:
    """Evenly spaced points along a closed path, about `step` apart."""
    lengths = [math.dist(a, b) for a, b in pairwise(path)]
    step = sum(lengths) / round(sum(lengths) / step)
    points, ahead = [], 0.0
    for (x0, y0), (x1, y1), length in zip(path, path[1:], lengths, strict=False):
        while ahead < length - 1e-6:
            share = ahead / length
            points.append((x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
            ahead += step
        ahead -= length
    return points
