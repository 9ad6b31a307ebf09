"""The six sides of a tile: blades, arrows, plates, nets, lightning and connections, each on its side."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.monolith.view import TokenView
from render.image.sprites import Point
from render.monolith.pen import Pen
from render.palette import Colour

_EDGE: Final = 83.0
"""How far from the center symbols may reach, in percent of the radius: just inside the rim."""
_MOST: Final = 3
"""Most symbols on a side; a greater strength is shown as a number."""
_ASIDE: Final = (8.0, 0.0, -8.0, 8.0, 0.0, -8.0)
"""Offset of symbols along each side: away from the owner's emblem above and the coordinate below."""
_STEP: Final = {1: 0.0, 2: 22.0, 3: 16.0}
"""Distance between symbols, by their number."""
_HALF: Final = {1: 11.0, 2: 10.0, 3: 7.0}
"""Half the width of a symbol, by their number."""


class Side:
    """A side of a tile as a place to draw: `out` from the center, `along` the side clockwise, in percent."""

    def __init__(self, pen: Pen, way: int) -> None:
        angle = math.radians(60 * way - 60)
        self.pen, self.aside = pen, _ASIDE[way]
        self.ink, self.ground, self.tint = pen.team.ink, pen.team.fill, pen.team.tint
        self.dark, self.light = pen.theme.badge, pen.theme.on_badge
        self._cos, self._sin = math.cos(angle), math.sin(angle)

    def at(self, out: float, along: float) -> Point:
        return out * self._cos - along * self._sin, out * self._sin + along * self._cos

    def line(self, points: Iterable[Point], width: float, colour: Colour) -> None:
        self.pen.line([self.at(*point) for point in points], width, colour)

    def shape(self, points: Sequence[Point], fill: Colour, edge: Colour, width: float) -> None:
        """Draw a filled shape and its outline."""
        self.pen.sketch.polygon([self.pen.at(*self.at(*point)) for point in points], fill)
        self.line([*points, points[0]], width, edge)

    def disc(self, out: float, along: float, radius: float, colour: Colour) -> None:
        self.pen.disc(*self.at(out, along), radius, colour)


Sign = Callable[[Side, float, float, int, bool], None]
"""Draws one of several symbols: side, its tip outward, its place along the side, the number of symbols, and whether
hollow."""


def put_side(pen: Pen, token: TokenView, way: int) -> None:
    """Draw everything on one side; it does not reach into another side, a corner or the middle."""
    side = Side(pen, way)
    attack = token.melee[way] or token.ranged[way]
    edge = _EDGE
    if token.links[way] and token.kind != "banner":
        _link(side)
    if token.net[way]:
        _net(side, 12 if attack else 26)
        edge -= 13
    if token.armor[way]:
        _plate(side)
        edge -= 12
    if token.melee[way]:
        _strength(side, token.melee[way], edge, token.disarmed, _blade)
    if token.ranged[way]:
        _strength(side, token.ranged[way], edge, token.disarmed, _arrow)
    if token.lightning[way]:
        _bolt(side)


def _strength(side: Side, strength: int, edge: float, hollow: bool, sign: Sign) -> None:
    """Draw one symbol per point of strength side by side, or one symbol with a number."""
    if strength > _MOST:
        sign(side, edge, side.aside + 14, 1, hollow)
        out = edge - (14 if edge == _EDGE else 10)
        side.pen.figure(str(strength), 28, *side.at(out, side.aside - 12), side.ink)
        return
    for n in range(strength):
        sign(side, edge, side.aside + (n - (strength - 1) / 2) * _STEP[strength], strength, hollow)


def _blade(side: Side, edge: float, along: float, count: int, hollow: bool) -> None:
    half, depth = _HALF[count], 25 if edge == _EDGE else 15
    _solid(side, ((edge - 1, along), (edge - depth, along + half), (edge - depth, along - half)), hollow)


def _arrow(side: Side, edge: float, along: float, count: int, hollow: bool) -> None:
    """Draw an arrow; its shaft distinguishes it from a blade, so the head may be small behind armor."""
    head, tail, half = (15, 28, _HALF[count] - 1) if edge == _EDGE else (9, 18, _HALF[count] - 2)
    shaft = ((edge - tail, along), (edge - head + 3, along))
    side.line(shaft, 6, side.ink)
    if hollow:
        side.line(shaft, 2, side.ground)
    _solid(side, ((edge - 1, along), (edge - head, along + half), (edge - head, along - half)), hollow)


def _solid(side: Side, points: Sequence[Point], hollow: bool) -> None:
    side.shape(points, side.ground if hollow else side.ink, side.ink, 2.8)


def _plate(side: Side) -> None:
    """Draw armor: a riveted plate on the very edge."""
    left, right = side.aside - 24, side.aside + 24
    plate = ((82, left), (82, right), (73.5, right - 4), (73.5, left + 4))
    side.shape(plate, side.light, side.dark, 3)
    for along in (left + 10, right - 10):
        side.disc(77.8, along, 2.2, side.dark)


def _net(side: Side, depth: float) -> None:
    """Draw a net: a mesh along the side."""
    far, wide, middle = _EDGE - 1, 22.0, side.aside
    near, narrow = far - depth, wide - depth / 3
    step, thread = (13, 2.6) if depth > 20 else (9, 2)
    rim = ((far, middle - wide), (far, middle + wide), (near, middle + narrow), (near, middle - narrow))
    side.shape(rim, side.light, side.dark, thread)
    for n in range(-5, 6):
        for lean in (-1, 1):
            points = [
                (near + share * depth, middle + along)
                for share in (m / 12 for m in range(13))
                if abs(along := n * step + lean * (share - 0.5) * min(depth, 24)) <= narrow + share * (wide - narrow)
            ]
            if len(points) > 1:
                side.line((points[0], points[-1]), thread, side.dark)
    side.line((*rim, rim[0]), 3.6, side.dark)


def _bolt(side: Side) -> None:
    """Draw lightning toward the neighbor."""
    points = ((84, 3), (71, -14), (70, -2), (55, -9), (65, 13), (67, 1))
    side.line((*points, points[0]), 9, side.dark)
    side.shape(points, side.light, side.light, 2.4)


def _link(side: Side) -> None:
    """Draw a connection: a bridge to the neighbor."""
    side.line(((56, 0), (72, 0)), 8, side.ink)
    side.disc(72, 0, 11, side.ink)
    side.disc(72, 0, 5, side.tint)


def put_sign(pen: Pen, what: str) -> None:
    """Draw a single symbol of a side, pointing right, centered on the tile."""
    middle = {"melee": 70, "ranged": 68, "armor": 78, "net": 68, "lightning": 69, "links": 66}[what]
    side = Side(Pen(pen.sketch, *pen.at(-middle, 0), pen.radius, pen.team, pen.theme), 1)
    match what:
        case "melee":
            _blade(side, _EDGE, 0, 1, False)
        case "ranged":
            _arrow(side, _EDGE, 0, 1, False)
        case "armor":
            _plate(side)
        case "net":
            _net(side, 30)
        case "lightning":
            _bolt(side)
        case "links":
            _link(side)
