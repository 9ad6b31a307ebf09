"""Pieces: the rank is the form (a disc, a ringed hexagon, a star), the owner is the color and the emblem."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from render.image.sprites import Point, Sketch, Sprite
from render.palette import Colour, Theme
from render.tashkalar.colors import put_emblem, team

RANKS: Final = ("common", "heroic", "legendary")
_REACH: Final = {"common": 0.66, "heroic": 0.86, "legendary": 0.98}
"""Radius of a piece, in halves of a square."""
_POINTS: Final = 8


@lru_cache(256)
def piece(rank: str, hue: str, size: int, theme: Theme) -> Sprite:
    """A piece for a square of that size."""
    sketch = Sketch(size, size)
    put_piece(sketch, rank, hue, size / 2, size / 2, size / 2, theme)
    return sketch.sprite()


def reach(rank: str) -> float:
    """The radius of a piece, in halves of a square."""
    return _REACH[rank]


def put_piece(sketch: Sketch, rank: str, hue: str, x: float, y: float, half: float, theme: Theme) -> None:
    own = team(hue, theme)
    r = half * _REACH[rank]
    rim = max(half * 0.085, 1.6)
    match rank:
        case "common":
            sketch.disc(x, y, r, own.rim)
            sketch.disc(x, y, r - rim, own.fill)
            put_emblem(sketch, hue, x, y, half * 0.27, own.ink)
        case "heroic":
            _hexagon(sketch, x, y, r, own.rim)
            _hexagon(sketch, x, y, r - rim, own.fill)
            _hexagon(sketch, x, y, r - 2.1 * rim, own.ink)
            _hexagon(sketch, x, y, r - 3.1 * rim, own.fill)
            put_emblem(sketch, hue, x, y, half * 0.29, own.ink)
        case _:
            sketch.polygon(_star(x, y, r, 0.7), own.rim)
            sketch.polygon(_star(x, y, r - rim * 1.25, 0.7), own.fill)
            sketch.disc(x, y, half * 0.52, own.rim)
            sketch.disc(x, y, half * 0.52 - rim * 0.8, own.ink)
            put_emblem(sketch, hue, x, y, half * 0.27, own.fill)


def put_shape(sketch: Sketch, rank: str, x: float, y: float, half: float, colour: Colour) -> None:
    """Draw only the form of a rank, in one color."""
    r = half * _REACH[rank]
    match rank:
        case "common":
            sketch.disc(x, y, r, colour)
        case "heroic":
            _hexagon(sketch, x, y, r, colour)
        case _:
            sketch.polygon(_star(x, y, r, 0.7), colour)


@lru_cache(64)
def outline(rank: str, size: int, width: float, colour: Colour) -> Sprite:
    """The outline around a piece on a square of this size."""
    half = size / 2 + width / _REACH[rank]
    side = 2 * math.ceil(half) + 2
    sketch = Sketch(side, side)
    put_shape(sketch, rank, side / 2, side / 2, half, colour)
    return sketch.sprite()


def _hexagon(sketch: Sketch, x: float, y: float, r: float, colour: Colour) -> None:
    sketch.polygon([(x + r * math.sin(math.tau * n / 6), y - r * math.cos(math.tau * n / 6)) for n in range(6)], colour)


def _star(x: float, y: float, r: float, inner: float) -> list[Point]:
    turns = ((math.pi * n / _POINTS, r if n % 2 == 0 else r * inner) for n in range(2 * _POINTS))
    return [(x + far * math.sin(turn), y - far * math.cos(turn)) for turn, far in turns]
