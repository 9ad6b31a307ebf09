"""Drawing on a hexagonal tile; all measures are in percent of its radius, from its center."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, Literal

from render.hexboard import corners
from render.image import fonts
from render.image.icons import Drawing, put_icon
from render.image.sprites import Point, Sketch
from render.palette import Colour, Team, Theme

Emblem = Literal["disc", "square", "diamond", "cross"]
LEAST: Final = 28
"""Smallest legible font size in pixels."""
EMBLEMS: Final[tuple[Emblem, ...]] = ("disc", "square", "diamond", "cross")
"""The shape of each seat."""


class Pen:
    """A tile on a sheet, and its colors."""

    def __init__(self, sketch: Sketch, x: float, y: float, radius: float, team: Team, theme: Theme) -> None:
        self.sketch, self.x, self.y, self.radius = sketch, x, y, radius
        self.team, self.theme = team, theme
        self.unit = radius / 100

    def recoloured(self, team: Team) -> Pen:
        return Pen(self.sketch, self.x, self.y, self.radius, team, self.theme)

    def moved(self, x: float, y: float) -> Pen:
        """The same pen with another center."""
        return Pen(self.sketch, *self.at(x, y), self.radius, self.team, self.theme)

    def at(self, x: float, y: float) -> Point:
        return self.x + x * self.unit, self.y + y * self.unit

    def size(self, percent: float) -> int:
        """A font or icon size in whole pixels."""
        return round(percent * self.unit)

    def hexagon(self, radius: float, colour: Colour) -> None:
        round_hexagon(self.sketch, self.x, self.y, radius * self.unit, 8 * self.unit, colour)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.sketch.disc(*self.at(x, y), radius * self.unit, colour)

    def pill(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """Draw a box with round ends, centered at the point."""
        left, top = self.at(x - width / 2, y - height / 2)
        wide, high = width * self.unit, height * self.unit
        self.sketch.box(left, top, wide, high, min(wide, high) / 2, colour)

    def line(self, points: Iterable[Point], width: float, colour: Colour) -> None:
        self.sketch.line([self.at(x, y) for x, y in points], width * self.unit, colour)

    def icon(self, drawing: Drawing, size: float, x: float, y: float, ink: Colour, tint: Colour) -> None:
        put_icon(self.sketch, drawing, self.size(size), *self.at(x, y), ink, tint)

    def words(self, string: str, weight: fonts.Weight, size: float, x: float, y: float, colour: Colour) -> None:
        self.sketch.words(string, weight, self.size(size), *self.at(x, y), colour)

    def figure(self, string: str, size: float, x: float, y: float, colour: Colour) -> None:
        """Draw a number, never smaller than legible."""
        self.sketch.words(string, "Bold", max(LEAST, self.size(size)), *self.at(x, y), colour)

    def emblem(self, seat: int, x: float, y: float, radius: float, colour: Colour) -> None:
        put_emblem(self.sketch, seat, *self.at(x, y), radius * self.unit, colour)


def round_hexagon(sketch: Sketch, x: float, y: float, radius: float, corner: float, colour: Colour) -> None:
    """Draw a hexagon that stands on a corner, with slightly rounded corners."""
    points = [(x + dx, y + dy) for dx, dy in corners(radius - corner)]
    sketch.polygon(points, colour)
    sketch.line([*points, points[0]], corner * math.sqrt(3), colour)


def put_emblem(sketch: Sketch, seat: int, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a seat's shape."""
    match EMBLEMS[seat]:
        case "disc":
            sketch.disc(x, y, r, colour)
        case "square":
            sketch.box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, r * 0.3, colour)
        case "diamond":
            reach = r * 1.22
            points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
            sketch.polygon(points, colour)
            sketch.line((*points, points[0]), r * 0.2, colour)
        case "cross":
            reach, arm = r * 1.1, r * 0.56
            sketch.box(x - reach, y - arm, 2 * reach, 2 * arm, r * 0.16, colour)
            sketch.box(x - arm, y - reach, 2 * arm, 2 * reach, r * 0.16, colour)


def put_hollow_emblem(sketch: Sketch, seat: int, x: float, y: float, r: float, colour: Colour, inner: Colour) -> None:
    put_emblem(sketch, seat, x, y, r, colour)
    put_emblem(sketch, seat, x, y, r * 0.6, inner)
