"""Geometry of hexagonal boards with vertical columns, seen from either end."""

from __future__ import annotations

import math
from typing import Final

from render.image.sprites import Point

_COLUMN: Final = math.sqrt(3) / 2


def centre(q: int, r: int, spacing: float, *, turned: bool = False) -> Point:
    """The center of axial space (q, r), relative to the board's center; r grows downward unless the board is turned."""
    x, y = q * spacing * _COLUMN, (r + q / 2) * spacing
    return (-x, -y) if turned else (x, y)


def corners(radius: float) -> tuple[Point, ...]:
    """The corners of a pointy-topped hexagon, clockwise from the top, relative to its center."""
    angles = (math.radians(60 * i - 90) for i in range(6))
    return tuple((radius * math.cos(angle), radius * math.sin(angle)) for angle in angles)
