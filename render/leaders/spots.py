"""Marks on the spaces of the board: what can be chosen by a step or an ability, coordinates, badges."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from render.palette import Colour, Theme
from render.sprites import SCALE, Sketch, Sprite

FREE: Final = 48
"""Marks and trails go round a free space's label at this distance."""
_LINE: Final = 9
_TINT: Final = 80
"""How much of a free target's colour lies over its space: the space's own signs stay visible."""
_POINTS: Final = 12
_SPIKE: Final = 11


@lru_cache(8)
def target(colour: Colour) -> Sprite:
    """A free space that can be chosen: a ring, and a breath of its colour over the space."""
    size = 2 * (FREE + 2)
    middle = size / 2
    mask, draw = _mask(size)
    _disc(draw, middle, FREE, 255)
    _disc(draw, middle, FREE - _LINE, _TINT)
    return Sprite(colour, mask.reduce(SCALE))


@lru_cache(8)
def special_target(colour: Colour) -> Sprite:
    """The same for what an ability reaches: the ring has points."""
    size = 2 * (FREE + _SPIKE)
    mask, draw = _mask(size)
    _star(draw, size / 2, FREE - 4)
    _disc(draw, size / 2, FREE - _LINE, _TINT)
    return Sprite(colour, mask.reduce(SCALE))


@lru_cache(32)
def points(radius: int, colour: Colour) -> Sprite:
    """What an ability reaches on an occupied space: points all round the figure, to be drawn under it."""
    size = 2 * (radius + _SPIKE + 4)
    mask, draw = _mask(size)
    _star(draw, size / 2, radius)
    return Sprite(colour, mask.reduce(SCALE))


def _mask(size: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    mask = Image.new("L", (size * SCALE, size * SCALE))
    return mask, ImageDraw.Draw(mask)


def _disc(draw: ImageDraw.ImageDraw, middle: float, radius: float, shade: int) -> None:
    box = (middle - radius, middle - radius, middle + radius, middle + radius)
    draw.ellipse([value * SCALE for value in box], fill=shade)


def _star(draw: ImageDraw.ImageDraw, middle: float, radius: float) -> None:
    corners = []
    for n in range(2 * _POINTS):
        reach = radius + (_SPIKE if n % 2 == 0 else -4)
        angle = math.pi * n / _POINTS
        corners.append(((middle + reach * math.cos(angle)) * SCALE, (middle + reach * math.sin(angle)) * SCALE))
    draw.polygon(corners, fill=255)


@lru_cache(256)
def pill(label: str, ground: Colour, ink: Colour) -> Sprite:
    """A figure's coordinate, at its foot."""
    width, height = 56, 34
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, height / 2, ground)
    sketch.words(label, "Bold", 28, width / 2, height / 2, ink)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each mark, for the palette."""
    return [target(theme.target), special_target(theme.target), pill("A1", theme.target, theme.on_target)]
