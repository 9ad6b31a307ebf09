"""Where things lie: the banner, the opponent's panel, the arena, what lies open, the own panel, own special attacks."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from render.box import Box
from render.knockdown import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
GAP: Final = 10
BANNER: Final = Box(EDGE, 16, ROOM, 76)
_TOP: Final = 102
PANEL: Final = 324
STRIP: Final = 60
"""Between arena and row: piles, distance, dice."""
CARD: Final = ((ROOM - GAP) // 2, 194)
"""An attack card: two in a line."""
ABILITY: Final = 84
"""The height of the own fighter's ability."""


class Plan(Struct, frozen=True):
    """A picture's places."""

    height: int
    arena: int
    """Where it begins."""
    upper: Box
    lower: Box
    strip: Box
    row: tuple[Box, ...]
    """The four cards that lie open."""
    ability: Box | None
    specials: tuple[Box, ...]


def _cards(count: int, y: int) -> tuple[Box, ...]:
    width, height = CARD
    return tuple(Box(EDGE + n % 2 * (width + GAP), y + n // 2 * (height + GAP), width, height) for n in range(count))


@cache
def plan(specials: int) -> Plan:
    """The places, with so many special attacks at the foot."""
    upper = Box(EDGE, _TOP, ROOM, PANEL)
    arena = _TOP + PANEL + 8
    strip = Box(EDGE, arena + board.HEIGHT + 2, ROOM, STRIP)
    row = _cards(4, strip.y + STRIP + 2)
    lower = Box(EDGE, row[-1].y + row[-1].height + GAP, ROOM, PANEL)
    y = lower.y + PANEL
    if not specials:
        return Plan(y + 14, arena, upper, lower, strip, row, None, ())
    ability = Box(EDGE, y + GAP, ROOM, ABILITY)
    own = _cards(specials, ability.y + ABILITY + GAP)
    return Plan(own[-1].y + own[-1].height + 14, arena, upper, lower, strip, row, ability, own)
