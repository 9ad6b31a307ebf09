"""Layout of the board: the banner, the arena, a column of panels beside it, a strip below it."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec import Struct

from engine.tashkalar.view import TashkalarView
from render.image.box import Box
from render.tashkalar import board

EDGE: Final = 24
ROOM: Final = board.WIDTH - 2 * EDGE
BANNER: Final = Box(EDGE, 16, ROOM, 76)
SPARE: Final = ((0, BANNER.bottom + 2),)
"""The rows of the banner."""
GAP: Final = 12
_COLUMN: Final = board.LEFT + 9 * board.CELL + 20
_LINE: Final = 40
"""Height of a line of the strip below the arena."""
LETTERS: Final = 28
"""Smallest font size."""


class Plan(Struct, frozen=True):
    """The places of a board's elements."""

    height: int
    panels: tuple[Box, ...]
    """One for each color, from the top."""
    strip: tuple[Box, ...]
    """Lines below the arena: destroyed pieces, and in a melee the legend."""


@cache
def plan(colours: int, *, legend: bool) -> Plan:
    """The layout for this number of colors, with or without the legend line."""
    top = board.TOP + board.HEIGHT
    strip = tuple(Box(EDGE, top + n * _LINE, _COLUMN - EDGE - 8, _LINE) for n in range(1 + legend))
    bottom = strip[-1].bottom
    first, width = BANNER.bottom + GAP, BANNER.right - _COLUMN
    step = (bottom - first + GAP) // colours
    panels = tuple(Box(_COLUMN, first + n * step, width, step - GAP) for n in range(colours))
    return Plan(bottom + 16, panels, strip)


def plan_of(view: TashkalarView) -> Plan:
    """The layout for a view."""
    return plan(len(view.colours), legend=view.form == "melee")


def order(view: TashkalarView, bottom: int) -> tuple[int, ...]:
    """The colors from the top; the color of seat `bottom` comes last."""
    own, count = view.seats[bottom].colour, len(view.colours)
    return tuple((own + 1 + n) % count for n in range(count))
