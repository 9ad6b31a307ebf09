"""Marks with the same meaning in every game: possible choices, chosen spots, the paths of the last moves."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from msgspec import Struct

from render.image.canvas import Canvas
from render.image.sprites import Point, Shape, Sketch, Sprite
from render.palette import Colour

_ARROW: Final = 42
"""Length of an arrow, if there is room."""
_SHORTEST: Final = 28
_HEAD: Final = (21, 12)
"""Length and half width of an arrowhead."""
_NOTCH: Final = 5
"""Depth of the notch at the back of an arrowhead."""
_SHAFT: Final = 9
_HALO: Final = 4
_DASH: Final = 12
_PERIOD: Final = 22
_DEGREES: Final = 3
_LABEL: Final = (26, 19)


class TrailPoint(Struct, frozen=True):
    """A spot on a trail, with the clearances of dashes and of arrows around its center."""

    x: float
    y: float
    clear: float
    near: float
    label: tuple[float, float] = (0, 0)
    """Half the width of the coordinate label at its foot, and the label's lower edge."""


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
    """A coordinate label for the foot of a figure."""
    width, height = size
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, height / 2, ground)
    sketch.words(label, "Bold", 28, width / 2, height / 2, ink)
    return sketch.sprite()


@lru_cache(32)
def plus(colour: Colour, ink: Colour) -> Sprite:
    """A plus badge for a figure that has just entered."""
    size, middle, reach = 38, 19, 7
    sketch = Sketch(size, size)
    sketch.disc(middle, middle, 18, colour)
    sketch.line([(middle - reach, middle), (middle + reach, middle)], 5, ink)
    sketch.line([(middle, middle - reach), (middle, middle + reach)], 5, ink)
    return sketch.sprite()


def way(canvas: Canvas, stops: Sequence[TrailPoint], colour: Colour, labels: Collection[Point]) -> None:
    """Draw dashes from stop to stop, avoiding labels; call before the figures are drawn."""
    for start, end in pairwise(stops):
        length, dx, dy, angle = _bearing(start, end)
        until = _arrow_span(start, end)[0] if end is stops[-1] else length - end.clear
        reach = until - start.clear
        count = max(0, round((reach - _DASH / 2) / _PERIOD))
        for n in range(count):
            at = start.clear + (n + 0.5) * reach / count
            x, y = start.x + dx * at, start.y + dy * at
            if not any(abs(x - u) < _LABEL[0] and abs(y - v) < _LABEL[1] for u, v in labels):
                canvas.centre(_dash(angle % 180, colour), x, y)


def head(canvas: Canvas, stops: Sequence[TrailPoint], colour: Colour, halo: Colour) -> None:
    """Draw the arrow before the last stop; call after the figures are drawn. Its halo sets it off."""
    if len(stops) > 1:
        start, end = stops[-2:]
        _, dx, dy, angle = _bearing(start, end)
        tail, tip = _arrow_span(start, end)
        at = (tail + tip) / 2
        canvas.centre(arrow(angle, round(tip - tail), colour, halo), start.x + dx * at, start.y + dy * at)


def _arrow_span(start: TrailPoint, end: TrailPoint) -> tuple[float, float]:
    """Start and end of a leg's arrow as distances from the leg's start; from below it ends under the label."""
    length, dx, dy, _ = _bearing(start, end)
    across, down = end.label
    below = min(down / -dy, across / abs(dx) if dx else math.inf) if dy < 0 else 0
    tip = length - max(end.near, below)
    return tip - max(_SHORTEST, min(_ARROW, tip - start.near)), tip


def _bearing(start: TrailPoint, end: TrailPoint) -> tuple[float, float, float, int]:
    """Distance, direction and angle. Angles are rounded to three degrees, so that few sprites are needed."""
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
def arrow(angle: int, length: int, colour: Colour, halo: Colour) -> Sprite:
    """An arrow of this length: a slender head and a shaft."""
    half = math.ceil(length / 2) + 2 * _HALO
    dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    tip, (long, spread) = length / 2 - 2, _HEAD
    back = tip - min(long, length * 0.6)

    def turned(*points: Point) -> list[Point]:
        return [(half + along * dx - across * dy, half + along * dy + across * dx) for along, across in points]

    outer = turned((tip, 0), (back, spread), (back + _NOTCH, 0), (back, -spread), (tip, 0))
    shaft = turned((_SHAFT / 2 - length / 2, 0), (back + _NOTCH, 0))
    sketch = Sketch(2 * half, 2 * half)
    for extra, ink in ((2 * _HALO, halo), (0, colour)):
        sketch.line(shaft, _SHAFT + extra, ink)
        sketch.line(outer, 4 + extra, ink)
        sketch.polygon(outer, ink)
    return sketch.sprite()
