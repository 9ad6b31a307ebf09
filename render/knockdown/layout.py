"""Where things lie: on the board the banner, both panels, the arena and the band between; parts are lists."""

from __future__ import annotations

from typing import Final

from render.image.box import Box
from render.knockdown import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
GAP: Final = 8
HEIGHT: Final = board.WIDTH
SMALL: Final = 28
"""No letters are smaller, so that they can be read on a phone."""
BANNER: Final = Box(EDGE, 16, ROOM, 76)
_PANEL: Final = 222
UPPER: Final = Box(EDGE, 100, ROOM, _PANEL)
ARENA: Final = UPPER.bottom + GAP
"""Where the arena begins."""
BAND: Final = Box(EDGE, ARENA + board.HEIGHT + 2, ROOM, 164)
"""Between the arena and the lower panel: the attack on its way, or piles, distance, dice and what signs mean."""
LOWER: Final = Box(EDGE, BAND.bottom + 4, ROOM, _PANEL)
FIGHTER: Final = ((ROOM - GAP) // 2, 442)
"""A fighter to choose."""
FIGHTERS: Final = tuple(
    Box(EDGE + n % 2 * (FIGHTER[0] + GAP), 100 + n // 2 * (FIGHTER[1] + GAP), *FIGHTER) for n in range(4)
)
assert LOWER.bottom < HEIGHT and FIGHTERS[-1].bottom < HEIGHT
