"""Marks on the spaces of the board: choices by a basic move or an ability, coordinates, badges."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from render.image.icons import put_icon
from render.image.sprites import Point, Sketch, Sprite
from render.marks import pill
from render.palette import Colour, Theme, mix

FREE: Final = 48
"""Clearance of marks and trails around a free space's label."""
_INNER: Final = 0.81
"""Inner radius of a target's ring, as a share of the outer."""
PILL: Final = (56, 34)
"""Width and height of a figure's coordinate."""
_POINTS: Final = 14
_POINT: Final = 9
"""How far the points of an ability's mark reach beyond its ring."""


@lru_cache(256)
def target(label: str, theme: Theme, radius: int = FREE, *, special: bool = False) -> Sprite:
    """The mark of a free space that can be chosen: a ring around its coordinate, with points for an ability."""
    size = 2 * (radius + (_POINT if special else 0) + 2)
    sketch = Sketch(size, size)
    middle = size / 2
    if special:
        sketch.polygon(_star(middle, radius - 2), theme.target)
    else:
        sketch.disc(middle, middle, radius, theme.target)
    sketch.disc(middle, middle, radius * _INNER, mix(theme.space, theme.target, 0.3))
    if label:
        sketch.words(label.lower(), "Bold", 32, middle, middle, theme.text)
    return sketch.sprite()


@lru_cache(8)
def crown_target(theme: Theme, *, special: bool) -> Sprite:
    """The same on a crown space: a ring that leaves the crown visible."""
    size = 2 * (FREE + (_POINT if special else 0) + 2)
    sketch = Sketch(size, size)
    if special:
        sketch.polygon(_star(size / 2, FREE - 2), theme.target)
    else:
        sketch.disc(size / 2, size / 2, FREE, theme.target)
    sketch.hole(size / 2, size / 2, FREE * _INNER)
    return sketch.sprite()


@lru_cache(16)
def points(radius: int, colour: Colour) -> Sprite:
    """The mark of an occupied space that an ability reaches: points around its figure, drawn under it."""
    size = 2 * (radius + _POINT + 2)
    sketch = Sketch(size, size)
    sketch.polygon(_star(size / 2, radius), colour)
    return sketch.sprite()


def _star(middle: float, radius: float) -> list[Point]:
    """The corners of a star around the center of a sheet, with points beyond the radius."""
    point = min(_POINT, radius / 4)
    ends = [(math.pi * n / _POINTS, radius + (-2 if n % 2 else point)) for n in range(2 * _POINTS)]
    return [(middle + reach * math.cos(angle), middle + reach * math.sin(angle)) for angle, reach in ends]


@lru_cache(8)
def moved(theme: Theme) -> Sprite:
    """The badge of a figure that was moved by another."""
    sketch = Sketch(44, 44)
    sketch.disc(22, 22, 21, theme.on_chosen)
    sketch.disc(22, 22, 19, theme.chosen)
    put_icon(sketch, "move", 30, 22, 22, theme.on_chosen, theme.chosen)
    return sketch.sprite()


@lru_cache(8)
def alarm(theme: Theme) -> Sprite:
    """A badge for a Leader in danger."""
    sketch = Sketch(48, 48)
    put_alarm(sketch, 24, 24, 21, theme)
    return sketch.sprite()


def put_alarm(sketch: Sketch, x: float, y: float, r: float, theme: Theme) -> None:
    """Draw a warning triangle centered at the point."""
    corners = [(x, y - r * 0.72), (x + r * 0.8, y + r * 0.62), (x - r * 0.8, y + r * 0.62)]
    for width, colour in ((r * 0.55, on_alarm_colour(theme)), (r * 0.3, alarm_colour(theme))):
        sketch.polygon(corners, colour)
        sketch.line([*corners, corners[0]], width, colour)
    ink = on_alarm_colour(theme)
    sketch.line([(x, y - r * 0.3), (x, y + r * 0.16)], r * 0.22, ink)
    sketch.disc(x, y + r * 0.5, r * 0.13, ink)


def alarm_colour(theme: Theme) -> Colour:
    """The alarm color, which all kinds of color vision distinguish from targets and both sides."""
    return theme.guests[0].fill if sum(theme.background) < 384 else theme.text


def on_alarm_colour(theme: Theme) -> Colour:
    return theme.text if sum(theme.background) < 384 else theme.background


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each mark, for the palette."""
    marks = [target("A1", theme), target("A1", theme, special=True), moved(theme), alarm(theme)]
    return [*marks, pill("A1", PILL, theme.target, theme.on_target)]
