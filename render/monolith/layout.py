"""Layout: the banner on top, the board below it, and the seats' state in the board's four free corners."""

from __future__ import annotations

from typing import Final

from engine.monolith.view import MonolithView
from render.image.box import Box
from render.monolith import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
SIZE: Final = (board.WIDTH, 1000)
BANNER: Final = Box(EDGE, 16, ROOM, 76)
SPARE: Final = ((0, BANNER.bottom + 3),)
"""The rows of the banner."""
MIDDLE: Final = 104 + board.HEIGHT // 2
"""The vertical center of the board."""

CORNER: Final = (196, 172)
_MARGIN: Final = 16
_RIGHT: Final = board.WIDTH - _MARGIN - CORNER[0]
_LOW: Final = SIZE[1] - 12 - CORNER[1]
UPPER: Final = (Box(_MARGIN, 102, *CORNER), Box(_RIGHT, 102, *CORNER))
LOWER: Final = (Box(_MARGIN, _LOW, *CORNER), Box(_RIGHT, _LOW, *CORNER))


def sides(view: MonolithView, bottom: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The seats above and below the board: `bottom` first, its ally beside it, their enemies across."""
    team = view.seats[bottom].team
    friends = [seat.seat for seat in view.seats if seat.team == team and seat.seat != bottom]
    return tuple(seat.seat for seat in view.seats if seat.team != team), (bottom, *friends)
