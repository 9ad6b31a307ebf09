"""Marks that mean the same in every game: what may be chosen, what was chosen, and the way the last moves went."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from render.canvas import Canvas
from render.palette import Colour
from render.sprites import Point, Shape, Sketch, Sprite

_HEAD: Final = 24
_DASH: Final = 12
_PERIOD: Final = 22
_DEGREES: Final = 3
_LABEL: Final = (26, 19)


class TrailPoint(Struct, frozen=True):
    """A spot that a trail passes, and how far around its middle the trail keeps clear."""

    x: float
    y: float
    clear: float


@lru_cache(256)
def outline(shape: Shape, radius: float, width: float, colour: Colour) -> Sprite:
    """The outline of a team's shape; `radius` is the outer one."""
    size = 2 * math.ceil(radius) + 4
    sketch = Sketch(size, size)
    sketch.shape(shape, size / 2, size / 2, radius, colour)
    sketch.shape(shape, size / 2, size / 2, radius - width, None)
    return sketch.sprite()


@lru_cache(512)
def pill(label: str, size: tuple[int, int], ground: Colour, ink: Colour) -> Sprite:
    """The coordinate of what stands on a space, at its foot."""
    width, height = size
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, height / 2, ground)
    sketch.words(label, "Bold", 28, width / 2, height / 2, ink)
    return sketch.sprite()


@lru_cache(32)
def plus(colour: Colour, ink: Colour) -> Sprite:
    """A badge for what has just come in."""
    size, middle, reach = 38, 19, 7
    sketch = Sketch(size, size)
    sketch.disc(middle, middle, 18, colour)
    sketch.line([(middle - reach, middle), (middle + reach, middle)], 5, ink)
    sketch.line([(middle, middle - reach), (middle, middle + reach)], 5, ink)
    return sketch.sprite()


def way(canvas: Canvas, stops: Sequence[TrailPoint], colour: Colour, labels: Collection[Point]) -> None:
    """Dashes from stop to stop, never across a label on the way; to be drawn under the figures."""
    for start, end in pairwise(stops):
        length, dx, dy, angle = _bearing(start, end)
        reach = length - end.clear - start.clear - (_HEAD if end is stops[-1] else 0)
        count = max(0, round((reach - _DASH / 2) / _PERIOD))
        for n in range(count):
            at = start.clear + (n + 0.5) * reach / count
            x, y = start.x + dx * at, start.y + dy * at
            if not any(abs(x - u) < _LABEL[0] and abs(y - v) < _LABEL[1] for u, v in labels):
                canvas.centre(_dash(angle % 180, colour), x, y)


def head(canvas: Canvas, stops: Sequence[TrailPoint], colour: Colour, halo: Colour) -> None:
    """The arrow's head before the last stop; to be drawn over the figures, from which its halo sets it off."""
    if len(stops) > 1:
        start, end = stops[-2:]
        length, dx, dy, angle = _bearing(start, end)
        at = length - end.clear - _HEAD / 2
        canvas.centre(_head(angle, colour, halo), start.x + dx * at, start.y + dy * at)


def _bearing(start: TrailPoint, end: TrailPoint) -> tuple[float, float, float, int]:
    """Distance, direction and angle; few angles make few sprites, and three degrees are not seen on so short a dash."""
    length = math.hypot(end.x - start.x, end.y - start.y) or 1
    dx, dy = (end.x - start.x) / length, (end.y - start.y) / length
    return length, dx, dy, round(math.degrees(math.atan2(dy, dx)) / _DEGREES) * _DEGREES


@lru_cache(512)
def _dash(angle: int, colour: Colour) -> Sprite:
    half = 12
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    sketch = Sketch(2 * half, 2 * half)
    reach = _DASH / 2 - 2
    sketch.line([(half - dx * reach, half - dy * reach), (half + dx * reach, half + dy * reach)], 8, colour)
    return sketch.sprite()


@lru_cache(512)
def _head(angle: int, colour: Colour, halo: Colour) -> Sprite:
    half = 22
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    tip, back, spread = _HEAD / 2 - 2, -_HEAD / 2 + 3, _HEAD / 2 + 1
    points = [
        (half + along * dx - across * dy, half + along * dy + across * dx)
        for along, across in ((tip, 0), (back, spread), (back, -spread))
    ]
    sketch = Sketch(2 * half, 2 * half)
    sketch.line([*points, points[0]], 10, halo)
    sketch.polygon(points, colour)
    sketch.line([*points, points[0]], 4, colour)
    return sketch.sprite()
