"""Signs that leave the square and its piece visible: corners, frames and small numbers."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

from render.image.sprites import Sketch, Sprite
from render.palette import Colour, Theme, mix
from render.tashkalar import board
from render.tashkalar.colors import target
from render.tashkalar.pieces import put_piece

_REACH: Final = board.CELL / 2 - 7
"""Distance from the center of a square to the middle of a sign's line."""
_ARM: Final = 9
_LINE: Final = 5
_CASE: Final = 3
"""How much wider the contrast line under a sign is."""
BADGE: Final = (28, 32)
CORNER: Final = board.CELL // 2 - 16
"""Distance of badges from the center of a square, sideways and up or down."""


def _case(theme: Theme) -> Colour:
    """The contrast color of signs: the theme's darkest or lightest."""
    return theme.badge if sum(theme.background) < 384 else theme.background


@lru_cache(256)
def choice(label: str, quiet: bool, theme: Theme) -> Sprite:
    """The mark of a target: a square's four corners, or dots in them, and the coordinate on free squares."""
    sketch = Sketch(board.CELL, board.CELL)
    _put_corners(sketch, *((_REACH - 3, 0, _LINE + 2) if quiet else (_REACH, _ARM, _LINE)), theme)
    if label:
        _put_label(sketch, label, board.CELL / 2, target(theme), theme)
    return sketch.sprite()


def _put_corners(sketch: Sketch, reach: float, arm: float, line: float, theme: Theme) -> None:
    middle = board.CELL / 2
    for width, colour in ((line + _CASE, _case(theme)), (line, target(theme))):
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = middle + dx * reach, middle + dy * reach
            sketch.line(((x - dx * arm, y), (x, y), (x, y - dy * arm)), width, colour)


def _put_label(sketch: Sketch, label: str, y: float, ink: Colour, theme: Theme) -> None:
    """Draw a coordinate with a contrast outline."""
    middle = board.CELL / 2
    for dx, dy in ((-2, 0), (2, 0), (0, -2), (0, 2)):
        sketch.words(label, "Bold", 28, middle + dx, y + dy, _case(theme))
    sketch.words(label, "Bold", 28, middle, y, ink)


@lru_cache(64)
def openings(label: str, hues: tuple[str, ...], chosen: bool, theme: Theme) -> Sprite:
    """The sign of a square for an opening piece, with its possible colors in the order of the options."""
    sketch = Sketch(board.CELL, board.CELL)
    middle, half = board.CELL / 2, min(22.0, 44 / len(hues))
    for n, hue in enumerate(hues):
        put_piece(sketch, "common", hue, middle + (n - (len(hues) - 1) / 2) * half * 1.4, middle + 15, half, theme)
    _put_label(sketch, label, middle - 15, target(theme) if chosen else theme.text, theme)
    if chosen:
        _put_corners(sketch, _REACH, _ARM, _LINE, theme)
    return sketch.sprite()


@lru_cache(8)
def frame(colour: Colour, theme: Theme) -> Sprite:
    """The outline of a square that was chosen or that a pattern uses."""
    sketch = Sketch(board.CELL, board.CELL)
    middle = board.CELL / 2
    for half, corner, fill in (
        (_REACH + 5.5, 13.0, _case(theme)),
        (_REACH + 3, 11.0, colour),
        (_REACH - 3, 8.0, _case(theme)),
        (_REACH - 5.5, 6.0, None),
    ):
        sketch.box(middle - half, middle - half, 2 * half, 2 * half, corner, fill)
    return sketch.sprite()


@lru_cache(32)
def arrow(dx: int, dy: int, theme: Theme) -> Sprite:
    """The sign of a direction that can be chosen."""
    sketch, middle, length = Sketch(40, 40), 20, math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    points = [
        (middle + along * ux - across * uy, middle + along * uy + across * ux)
        for along, across in ((11, 0), (-8, 13), (-8, -13))
    ]
    for width, colour in ((4 + _CASE, _case(theme)), (4, target(theme))):
        sketch.line([*points, points[0]], width, colour)
    sketch.polygon(points, target(theme))
    return sketch.sprite()


def put_badge(sketch: Sketch, number: int, able: bool, x: float, y: float, theme: Theme) -> None:
    """Draw a card's number, in gold if it can be summoned now."""
    dark = sum(theme.background) < 384
    ground = theme.ring if able else mix(theme.muted, theme.card, 0.55)
    ink = theme.badge if able == dark else theme.on_badge
    width, height = BADGE
    left, top = x - width / 2, y - height / 2
    sketch.box(left, top, width, height, 9, theme.badge)
    sketch.box(left + 2, top + 2, width - 4, height - 4, 7, ground)
    sketch.words(str(number), "Bold", 28, x, y, ink)


@lru_cache(64)
def badge(number: int, theme: Theme) -> Sprite:
    """The number of a card on a square where it can be summoned."""
    width, height = BADGE
    sketch = Sketch(width, height)
    put_badge(sketch, number, True, width / 2, height / 2, theme)
    return sketch.sprite()


@lru_cache(8)
def plus(colour: Colour, ink: Colour) -> Sprite:
    """A plus badge for a piece that has just arrived."""
    sketch, middle, reach = Sketch(30, 30), 15, 6
    sketch.disc(middle, middle, 14.5, ink)
    sketch.disc(middle, middle, 12.5, colour)
    sketch.line([(middle - reach, middle), (middle + reach, middle)], 4, ink)
    sketch.line([(middle, middle - reach), (middle, middle + reach)], 4, ink)
    return sketch.sprite()
