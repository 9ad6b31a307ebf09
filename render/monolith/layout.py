"""Where things lie: the banner, above and below the board the panels of one or two seats, all by how many there are."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from engine.monolith.view import MonolithView
from render.box import Box
from render.monolith import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
BANNER: Final = Box(EDGE, 16, ROOM, 76)
_TOP: Final = 102
_GAP: Final = 12

WIDE: Final = (ROOM, 166)
"""The panel of a seat that is alone on its side of the board."""
HALF: Final = ((ROOM - _GAP) // 2, 186)
"""The panel of one of two allies."""
STRIP: Final = (ROOM, 40)
"""The hit points that two allies share."""


class Plan(Struct, frozen=True):
    """A picture's places. `strips` are for a pair's hit points, where there is a pair: above, below."""

    height: int
    middle: int
    upper: tuple[Box, ...]
    lower: tuple[Box, ...]
    strips: tuple[Box | None, Box | None]


def _rows(count: int, y: int) -> tuple[Box | None, tuple[Box, ...], int]:
    """A strip if need be, the panels, and where they end."""
    if count == 1:
        return None, (Box(EDGE, y, *WIDE),), y + WIDE[1]
    panels = tuple(Box(EDGE + n * (HALF[0] + _GAP), y + STRIP[1] + 8, *HALF) for n in range(2))
    return Box(EDGE, y, *STRIP), panels, y + STRIP[1] + 8 + HALF[1]


@cache
def plan(above: int, below: int) -> Plan:
    """The places for so many seats above and below the board."""
    high, upper, y = _rows(above, _TOP)
    middle = y + 6 + board.HEIGHT // 2
    low, lower, y = _rows(below, y + 12 + board.HEIGHT)
    return Plan(y + 16, middle, upper, lower, (high, low))


def sides(view: MonolithView, bottom: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats above the board and those below: the seat `bottom` first, its ally beside it, their enemies across."""
    team = view.seats[bottom].team
    friends = [seat.seat for seat in view.seats if seat.team == team and seat.seat != bottom]
    return tuple(seat.seat for seat in view.seats if seat.team != team), (bottom, *friends)
