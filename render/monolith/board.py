"""The board of Monolith Arena: nineteen hexagonal spaces in rows A to E, and the segments of monoliths."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from itertools import pairwise
from typing import Final

from PIL import Image

from render.hexboard import corners
from render.image.icons import put_icon
from render.image.sprites import Point, Sketch, Sprite, words
from render.monolith.drawings import OBELISK
from render.monolith.pen import round_hexagon
from render.monolith.tokens import RADIUS
from render.palette import Colour, Team, Theme, mix

WIDTH: Final = 1000
_ACROSS: Final = 188
_RADIUS: Final = _ACROSS / math.sqrt(3)
_ROW: Final = 1.5 * _RADIUS
HEIGHT: Final = round(4 * _ROW + 2 * _RADIUS) + 12
PILL: Final = (50, 32)
"""Width and height of the coordinate on a tile's lower corner."""
LOW: Final = 42
"""Distance from a free segment's center down to its coordinate."""
_ROWS: Final = {"A": 3, "B": 4, "C": 5, "D": 4, "E": 3}

FIELDS: Final = tuple(f"{row}{n}" for row, count in _ROWS.items() for n in range(1, count + 1))


@cache
def places(middle: int) -> dict[str, Point]:
    """The center of each space when the board's center is at `middle`, in whole pixels so that all look alike."""
    found: dict[str, Point] = {}
    for down, (row, count) in enumerate(_ROWS.items(), -2):
        for n in range(count):
            x = WIDTH / 2 + (n - (count - 1) / 2) * _ACROSS
            found[f"{row}{n + 1}"] = round(x), round(middle + down * _ROW)
    return found


def paint(image: Image.Image, theme: Theme, middle: int) -> None:
    """Paint the board onto the background."""
    plate, field = _hexagon(_RADIUS + 6, theme.plate), _field(theme)
    for x, y in places(middle).values():
        plate.paste_middle(image, x, y)
    for spot, (x, y) in places(middle).items():
        field.paste_middle(image, x, y)
        words(spot.lower(), "SemiBold", 34, theme.label).paste_middle(image, x, y)


def _sheet(radius: float, extra: int = 0) -> Sketch:
    return Sketch(2 * math.ceil(radius * math.sqrt(3) / 2) + 4, 2 * math.ceil(radius) + 4 + 2 * extra)


def _hexagon(radius: float, colour: Colour) -> Sprite:
    sketch = _sheet(radius)
    round_hexagon(sketch, sketch.width / 2, sketch.height / 2, radius, 8, colour)
    return sketch.sprite()


def _field(theme: Theme) -> Sprite:
    sketch = _sheet(_RADIUS)
    x, y = sketch.width / 2, sketch.height / 2
    round_hexagon(sketch, x, y, _RADIUS - 3, 8, theme.edge)
    round_hexagon(sketch, x, y, _RADIUS - 5.5, 8, theme.space)
    return sketch.sprite()


@lru_cache(64)
def ring(colour: Colour, width: float) -> Sprite:
    """The outline around a tile."""
    radius = RADIUS + width
    sketch = _sheet(radius)
    x, y = sketch.width / 2, sketch.height / 2
    round_hexagon(sketch, x, y, radius, 9, colour)
    sketch.polygon([(x + dx, y + dy) for dx, dy in corners(RADIUS - 4)], None)
    return sketch.sprite()


@lru_cache(8)
def aim(colour: Colour) -> Sprite:
    """The corners of an outline, around a tile that would be hit."""
    sketch = _sheet(RADIUS + 8)
    x, y = sketch.width / 2, sketch.height / 2
    points = [(x + dx, y + dy) for dx, dy in corners(RADIUS + 3)]
    for n, (x1, y1) in enumerate(points):
        for x2, y2 in (points[n - 1], points[(n + 1) % 6]):
            sketch.line([(x1, y1), (x1 + (x2 - x1) * 0.24, y1 + (y2 - y1) * 0.24)], 9, colour)
    return sketch.sprite()


@lru_cache(256)
def free_target(spot: str, low: int, theme: Theme) -> Sprite:
    """The mark of a free space that can be chosen: an outline and its coordinate; the space stays visible."""
    sketch = _sheet(_RADIUS)
    x, y = sketch.width / 2, sketch.height / 2
    round_hexagon(sketch, x, y, _RADIUS - 4, 9, theme.target)
    sketch.polygon([(x + dx, y + dy) for dx, dy in corners(_RADIUS - 18)], None)
    sketch.box(x - 41, y + low - 25, 82, 50, 25, theme.target)
    sketch.words(spot.lower(), "Bold", 38, x, y + low, theme.on_target)
    return sketch.sprite()


@lru_cache(32)
def stone(owner: int, free: bool, theme: Theme) -> Sprite:
    """A segment of an unfolded monolith: bricks around a space, and a filled one if it is free."""
    team = theme.seats[owner]
    sketch = _sheet(_RADIUS)
    x, y = sketch.width / 2, sketch.height / 2
    _bricks(sketch, x, y, team)
    round_hexagon(sketch, x, y, RADIUS - 3, 8, ground(team, theme) if free else team.rim)
    if free:
        put_icon(sketch, OBELISK, 76, x, y - 26, team.fill, ground(team, theme))
    return sketch.sprite()


def ground(team: Team, theme: Theme) -> Colour:
    """The color of a free segment."""
    return mix(theme.space, team.fill, 0.25)


def _bricks(sketch: Sketch, x: float, y: float, team: Team) -> None:
    round_hexagon(sketch, x, y, _RADIUS, 8, team.rim)
    points = [(x + dx, y + dy) for dx, dy in corners(_RADIUS - 5)]
    for (x0, y0), (x1, y1) in pairwise([*points, points[0]]):
        for start, end in ((0.05, 0.29), (0.38, 0.62), (0.71, 0.95)):
            brick = [(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share) for share in (start, end)]
            sketch.line(brick, 5.6, team.fill)


@lru_cache(16)
def stack(owner: int, theme: Theme) -> Sprite:
    """The two folded segments under a Banner."""
    team = theme.seats[owner]
    sketch = _sheet(RADIUS, 12)
    x, y = sketch.width / 2, sketch.height / 2
    for down in (12, 6):
        round_hexagon(sketch, x, y + down, RADIUS, 8, team.rim)
        round_hexagon(sketch, x, y + down - 1.5, RADIUS - 2, 8, team.tint)
    return sketch.sprite()
