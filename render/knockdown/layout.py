"""Layout: banner, both panels, the arena and the middle strip on the board; parts are lists."""

from __future__ import annotations

from typing import Final

from render.image.box import Box
from render.knockdown import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
GAP: Final = 8
HEIGHT: Final = board.WIDTH
SMALL: Final = 28
"""Smallest font size, legible on a phone."""
BANNER: Final = Box(EDGE, 16, ROOM, 76)
_PANEL: Final = 222
UPPER: Final = Box(EDGE, 100, ROOM, _PANEL)
ARENA: Final = UPPER.bottom + GAP
"""The upper edge of the arena."""
BAND: Final = Box(EDGE, ARENA + board.HEIGHT + 2, ROOM, 164)
"""The strip between the arena and the lower panel: the current attack, or piles, distance, dice and the legend."""
LOWER: Final = Box(EDGE, BAND.bottom + 4, ROOM, _PANEL)
FIGHTER: Final = ((ROOM - GAP) // 2, 442)
"""Width and height of a fighter's card."""
FIGHTERS: Final = tuple(
    Box(EDGE + n % 2 * (FIGHTER[0] + GAP), 100 + n // 2 * (FIGHTER[1] + GAP), *FIGHTER) for n in range(4)
)
assert LOWER.bottom < HEIGHT and FIGHTERS[-1].bottom < HEIGHT
