"""Small diagrams of the characters' abilities: positions, moves, counting spaces."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final, NamedTuple

from render.hexboard import centre
from render.image.sprites import Point, Sketch
from render.leaders.figures import SHAPES, put_token
from render.palette import Colour, Theme

Hex = tuple[int, int]
"""A space relative to the middle of the diagram: columns to the right, spaces down the column."""
_RADIUS: Final = 2
SPACES: Final[tuple[Hex, ...]] = tuple(
    (q, r) for q in range(-_RADIUS, _RADIUS + 1) for r in range(-_RADIUS, _RADIUS + 1) if abs(q + r) <= _RADIUS
)
_WAYS: Final[tuple[Hex, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
SPACING: Final = 80
_SPACE: Final = 35
_FIGURE: Final = 33


def _around(q: int, r: int, distance: int = 1) -> tuple[Hex, ...]:
    """The spaces at this distance in each straight line."""
    return tuple((q + distance * dq, r + distance * dr) for dq, dr in _WAYS)


class Diagram(NamedTuple):
    own: dict[Hex, str]
    """Own characters by space; an empty name is any character."""
    enemies: dict[Hex, str] = {}  # noqa: RUF012 — nobody changes it
    ways: tuple[tuple[Hex, ...], ...] = ()
    """Paths with an arrow at the end."""
    marked: tuple[Hex, ...] = ()
    """Highlighted spaces: those that can be chosen or that count."""


def _steps(start: Hex, *ends: Hex) -> tuple[tuple[Hex, ...], ...]:
    return tuple((start, end) for end in ends)


DIAGRAMS: Final[dict[str, Diagram]] = {
    "leader": Diagram({(0, 0): "leader"}, {}, _steps((0, 0), *_around(0, 0)), _around(0, 0)),
    "acrobat": Diagram(
        {(-1, 1): "acrobat", (0, -1): ""}, {(-1, 0): ""}, (((-1, 1), (-1, -1), (1, -1)),), ((-1, -1), (1, -1))
    ),
    "rider": Diagram({(0, 0): "rider"}, {}, _steps((0, 0), *_around(0, 0, 2)), _around(0, 0, 2)),
    "bruiser": Diagram(
        {(0, 1): "bruiser"},
        {(0, 0): ""},
        _steps((0, 0), (0, -1), (1, -1), (-1, 0)),
        ((0, 0), (0, -1), (1, -1), (-1, 0)),
    ),
    "royal_guard": Diagram({(-2, 2): "royal_guard", (1, -1): "leader"}, {}, (((-2, 2), (0, 0)),), _around(1, -1)),
    "illusionist": Diagram({(0, 1): "illusionist"}, {(0, -2): ""}, (((0, 1), (0, -2)), ((0, -2), (0, 1)))),
    "claw_launcher": Diagram(
        {(0, 1): "claw_launcher", (2, -1): ""},
        {(0, -2): ""},
        (((0, 1), (0, -1)), ((2, -1), (1, 0))),
        ((0, -1), (1, 0)),
    ),
    "manipulator": Diagram({(0, 2): "manipulator"}, {(0, -1): ""}, _steps((0, -1), *_around(0, -1)), _around(0, -1)),
    "wanderer": Diagram(
        {(-1, 2): "wanderer"},
        {(1, -1): ""},
        (),
        tuple(space for space in SPACES if space not in (*_around(1, -1), (1, -1), (-1, 2))),
    ),
    "brewmaster": Diagram(
        {(0, 1): "brewmaster", (0, 0): ""},
        {},
        _steps((0, 0), *(space for space in _around(0, 0) if space != (0, 1))),
        tuple(space for space in _around(0, 0) if space != (0, 1)),
    ),
    "archer": Diagram({(0, 0): "archer"}, {(0, -2): "leader"}, (), _around(0, 0, 2)),
    "assassin": Diagram({(0, 0): "assassin"}, {(0, -1): "leader"}, (), _around(0, 0)),
    "hermit": Diagram({(0, 0): "hermit", (1, 0): "cub"}, {}, (((0, 0), (0, -1)), ((1, 0), (1, -1))), ((0, -1),)),
    "cub": Diagram({(0, 0): "cub", (-1, 1): "hermit"}, {}, (((0, 0), (0, -1)), ((-1, 1), (-1, 0))), ((0, -1),)),
    "hermit_and_cub": Diagram(
        {(-1, 1): "hermit", (1, 0): "cub"}, {}, (((-1, 1), (-1, 0)), ((1, 0), (1, -1))), ((-1, 0), (1, -1))
    ),
    "jailer": Diagram({(0, 0): "jailer"}, {(0, -1): "", (1, 0): ""}, (), _around(0, 0)),
    "protector": Diagram({(0, 0): "protector", (0, -1): "leader", (-1, 1): ""}, {}, (), ((0, 0), *_around(0, 0))),
    "vizier": Diagram({(-1, 1): "vizier", (1, 0): "leader"}, {}, (((1, 0), (1, -1), (0, -1)),), ((1, -1), (0, -1))),
    "nemesis": Diagram(
        {(-1, 1): "nemesis"},
        {(2, -1): "leader"},
        (((2, 0), (2, -1)), ((-1, 1), (-1, 0), (0, -1))),
        ((0, -1),),
    ),
}


def size() -> tuple[int, int]:
    """Width and height of a diagram."""
    width = 2 * _RADIUS * SPACING * math.sqrt(3) / 2 + 2 * _SPACE + 12
    return round(width), (2 * _RADIUS) * SPACING + 2 * _SPACE + 12


def put_diagram(sketch: Sketch, diagram: Diagram, theme: Theme) -> None:
    """Draw the diagram, as large as the sheet."""

    def at(space: Hex) -> Point:
        x, y = centre(*space, SPACING)
        return sketch.width / 2 + x, sketch.height / 2 + y

    standing = diagram.own | diagram.enemies
    for space in SPACES:
        marked = space in diagram.marked
        sketch.disc(*at(space), _SPACE, theme.target if marked else theme.edge)
        sketch.disc(*at(space), _SPACE - (5 if marked else 2), theme.space)
    for path in diagram.ways:
        for start, end in pairwise(path):
            clear = _SPACE + 4 if end in standing else 12
            _put_arrow(sketch, at(start), at(end), clear if end == path[-1] else 0, theme.trail, head=end == path[-1])
    for side, figures in enumerate((diagram.own, diagram.enemies)):
        for space, name in figures.items():
            _put_figure(sketch, name, side, *at(space), marked=space in diagram.marked, theme=theme)


def _put_figure(sketch: Sketch, name: str, side: int, x: float, y: float, *, marked: bool, theme: Theme) -> None:
    radius = 27 if name == "cub" else _FIGURE
    if marked:
        sketch.shape(SHAPES[side], x, y, radius + 6, theme.target)
    team = theme.teams[side]
    if name:
        put_token(sketch, name, side, x, y, radius, team)
    else:
        sketch.shape(SHAPES[side], x, y, radius, team.rim)
        sketch.shape(SHAPES[side], x, y, radius - 3, team.fill)


def _put_arrow(sketch: Sketch, start: Point, end: Point, clear: float, colour: Colour, *, head: bool) -> None:
    """Draw a line that ends before the center of its last space, with an arrowhead there."""
    length = math.dist(start, end)
    dx, dy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    tip = end[0] - dx * clear, end[1] - dy * clear
    back = 16 if head else 0
    neck = tip[0] - dx * back, tip[1] - dy * back
    sketch.line((start, neck), 7, colour)
    if head:
        wing = 13
        sketch.polygon(
            (tip, (neck[0] - dy * wing, neck[1] + dx * wing), (neck[0] + dy * wing, neck[1] - dx * wing)), colour
        )
