"""Fighters: each with its own emblem, in the shape and color of its seat."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from render.image.icons import put_icon
from render.image.sprites import Shape, Sketch, Sprite
from render.knockdown import drawings
from render.palette import Colour, Team, Theme

SHAPES: Final[tuple[Shape, Shape]] = ("disc", "square")
"""The shape of each seat, so that color is not the only distinction."""
RADIUS: Final = 48
_HIGH: Final = 0.12
"""How far above the center the icon is, as a share, to leave room for the coordinate."""


@lru_cache(32)
def figure(fighter: str, seat: int, theme: Theme) -> Sprite:
    """A fighter as it stands in the arena."""
    size = 2 * RADIUS + 2
    sketch = Sketch(size, size)
    put_figure(sketch, fighter, SHAPES[seat], size / 2, size / 2, RADIUS, theme.teams[seat], _HIGH)
    return sketch.sprite()


def put_figure(
    sketch: Sketch, fighter: str, shape: Shape, x: float, y: float, r: float, team: Team, high: float = 0
) -> None:
    """Draw the fighter on its shape; an empty `fighter` is not chosen yet."""
    rim = max(2.5, r * 0.075)
    sketch.shape(shape, x, y, r, team.rim)
    sketch.shape(shape, x, y, r - rim, team.fill)
    drawing = drawings.FIGHTERS.get(fighter, drawings.UNKNOWN)
    put_icon(sketch, drawing, round(r * (1.28 if shape == "disc" else 1.34)), x, y - r * high, team.ink, team.tint)


@lru_cache(32)
def around(seat: int, width: float, colour: Colour) -> Sprite:
    """The outline around a highlighted fighter."""
    size = 2 * math.ceil(RADIUS + width) + 2
    sketch = Sketch(size, size)
    sketch.shape(SHAPES[seat], size / 2, size / 2, RADIUS + width, colour)
    return sketch.sprite()
