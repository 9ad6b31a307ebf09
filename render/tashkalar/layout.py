"""Where things lie: the banner, the panels above and below the arena, tasks below them, one's own hand at the foot."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from engine.tashkalar.view import TashkalarView
from render.box import Box
from render.tashkalar import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
BANNER: Final = Box(EDGE, 16, ROOM, 76)
GAP: Final = 12
_TOP: Final = 104
_STRIP: Final = 104
"""A panel that is alone on its side of the arena."""
_HALF: Final = 150
"""One of two panels, side by side."""
TASK: Final = ((ROOM - GAP) // 2, 130)
HAND: Final = 246


class Plan(Struct, frozen=True):
    """A picture's places."""

    height: int
    arena: int
    """Where the board begins."""
    upper: tuple[Box, ...]
    lower: tuple[Box, ...]
    tasks: tuple[Box, ...]
    """Three for the current tasks, the last for the next one."""
    hand: tuple[Box, ...]
    """The rows of cards."""


def _panels(count: int, y: int) -> tuple[tuple[Box, ...], int]:
    if count == 1:
        return (Box(EDGE, y, ROOM, _STRIP),), y + _STRIP
    width = (ROOM - GAP) // 2
    return tuple(Box(EDGE + n * (width + GAP), y, width, _HALF) for n in range(count)), y + _HALF


@cache
def plan(above: int, below: int, *, tasks: bool, rows: int) -> Plan:
    """The places for so many colours above and below the arena, with or without tasks and cards in hand."""
    upper, y = _panels(above, _TOP)
    arena = y + 8
    lower, y = _panels(below, arena + board.HEIGHT + 8)
    task_boxes: tuple[Box, ...] = ()
    if tasks:
        width, height = TASK
        task_boxes = tuple(
            Box(EDGE + n % 2 * (width + GAP), y + GAP + n // 2 * (height + GAP), width, height) for n in range(4)
        )
        y += 2 * (height + GAP)
    hand = tuple(Box(EDGE, y + GAP + n * (HAND + GAP), ROOM, HAND) for n in range(rows))
    y += rows * (HAND + GAP)
    return Plan(y + 16, arena, upper, lower, task_boxes, hand)


def sides(view: TashkalarView, bottom: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The colours above the arena and those below: that of the seat `bottom` first; of four, two lie on each side."""
    own, count = view.seats[bottom].colour, len(view.colours)
    order = [(own + n) % count for n in range(count)]
    return (tuple(order[2:]), tuple(order[:2])) if count == 4 else (tuple(order[1:]), (own,))
