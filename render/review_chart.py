"""The chart of a review: each side's chance to win from move to move, and the turning points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct
from PIL import Image

from render.image import fonts
from render.image.png import encode, fixed_palette, flatten
from render.image.sprites import Point, Sketch
from render.palette import Colour, Team, Theme, mix, theme_of
from render.picture import Picture

WIDTH: Final = 1000
_LEFT: Final = 118
_RIGHT: Final = 34
_BOTTOM: Final = 74
_PLOT: Final = 430
_ROW: Final = 58
_TOP: Final = 34
_TYPE: Final = 29
"""Font size; at least eleven pixels on a phone."""
_LINE: Final = 6
_RIM: Final = 11
_MARK: Final = 20
_STEP: Final = 120
"""Least distance in pixels between two labels under the chart, or two signs on a line."""


class Curve(Struct, frozen=True):
    """A side's curve: seat (for its color), name, note in the legend, and chances by time."""

    seat: int
    name: str
    note: str
    points: tuple[tuple[float, float], ...]
    """Times in ascending order, each with a chance from 0 to 1."""


class Mark(Struct, frozen=True):
    """A turning point: its number, its time, and its side's chance at that time."""

    label: str
    at: float
    chance: float


def chart(
    curves: Sequence[Curve], marks: Sequence[Mark], last: int, teams: Sequence[Team], palette: str = "classic"
) -> Picture:
    """The chart of all sides' chances up to move `last`, in team colors, with marks above."""
    theme = theme_of(palette)
    rows = (len(curves) + 1) // 2
    plot = _Plot(theme, teams, _TOP + rows * _ROW + _MARK + 24, max(last, 1) + 1)
    plot.ground()
    plot.legend(curves)
    for mark in marks:
        plot.mark_line(mark)
    for curve in curves:
        plot.line(curve)
    for mark, middle in zip(marks, _apart([plot.x(mark.at) for mark in marks]), strict=True):
        plot.mark(mark, middle)
    image = Image.new("RGB", (WIDTH, plot.height), theme.background)
    plot.sketch.sprite().paste(image, 0, 0)
    flat = flatten(image, fixed_palette(_colours(theme, teams), image))
    return Picture(encode(flat), WIDTH, plot.height)


def _colours(theme: Theme, teams: Sequence[Team]) -> list[Colour]:
    sides = [colour for team in teams for colour in (team.fill, team.rim)]
    return [*dict.fromkeys((theme.background, theme.plate, theme.text, theme.muted, theme.groove, *sides))]


class _Plot:
    """A sheet with the frame for the curves: time to the right, chance upward."""

    def __init__(self, theme: Theme, teams: Sequence[Team], top: int, until: float) -> None:
        self.theme, self.teams, self.top, self.until = theme, teams, top, until
        self.height = top + _PLOT + _BOTTOM
        self.sketch = Sketch(WIDTH, self.height)
        self.sketch.box(0, 0, WIDTH, self.height, 0, theme.background)

    def x(self, at: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * at / self.until

    def y(self, chance: float) -> float:
        return self.top + _PLOT * (1 - chance)

    def ground(self) -> None:
        """Draw the frame, its grid lines and their labels."""
        theme, sketch = self.theme, self.sketch
        sketch.box(_LEFT, self.top, WIDTH - _LEFT - _RIGHT, _PLOT, 0, theme.plate)
        for percent in (0, 25, 50, 75, 100):
            y, wide = self.y(percent / 100), 4 if percent == 50 else 2
            sketch.box(_LEFT, y - wide / 2, WIDTH - _LEFT - _RIGHT, wide, 0, theme.groove)
            if percent in (0, 50, 100):
                self._words(f"{percent}%", _LEFT - 16 - fonts.width(f"{percent}%", "Medium", _TYPE), y, theme.text)
        each = next(n * ten for ten in (1, 10, 100, 1000) for n in (1, 2, 5) if self.x(n * ten) - self.x(0) >= _STEP)
        for number in range(0, int(self.until) + 1, each):
            x = self.x(number)
            sketch.box(x - 1, self.y(0), 2, 10, 0, theme.groove)
            self._words(str(number), x - fonts.width(str(number), "Medium", _TYPE) / 2, self.y(0) + 36, theme.text)

    def _words(self, string: str, left: float, y: float, colour: Colour, weight: fonts.Weight = "Medium") -> None:
        self.sketch.words(string, weight, _TYPE, left + fonts.width(string, weight, _TYPE) / 2, y, colour)

    def legend(self, curves: Sequence[Curve]) -> None:
        """Draw the legend, two sides per row: sign, name, note."""
        room = (WIDTH - 2 * _RIGHT) // 2
        for n, curve in enumerate(curves):
            left, y = _RIGHT + n % 2 * room, _TOP + n // 2 * _ROW + _ROW / 2 - 8
            self._sign(curve.seat, left + 22, y, 17)
            used = fonts.width(curve.note, "Bold", _TYPE)
            name, size = fonts.fit(curve.name, "SemiBold", _TYPE, room - used - 90, 28)
            self.sketch.words(
                name, "SemiBold", size, left + 52 + fonts.width(name, "SemiBold", size) / 2, y, self.theme.text
            )
            note = left + 52 + fonts.width(name, "SemiBold", size) + 18
            self._words(curve.note, note, y, self.theme.muted, "Bold")

    def line(self, curve: Curve) -> None:
        """Draw a side's line with its sign at intervals, so that color is not the only distinction."""
        team = self.teams[curve.seat]
        points = [(self.x(at), self.y(chance)) for at, chance in curve.points]
        for width, colour in ((_RIM, team.rim), (_LINE, team.fill)):
            self.sketch.line(points, width, colour)
        last = -_STEP * (1 - curve.seat / 4)
        for x, y in points:
            if x - last >= _STEP or (x, y) == points[-1]:
                self._sign(curve.seat, x, y, 11)
                last = x

    def _sign(self, seat: int, x: float, y: float, radius: float) -> None:
        """Draw the seat's sign: disc, square, triangle or diamond."""
        team = self.teams[seat]
        for reach, colour in ((radius, team.rim), (radius - 3, team.fill)):
            if seat < 2:
                self.sketch.shape("square" if seat else "disc", x, y, reach, colour)
            else:
                self.sketch.polygon(_corners(seat, x, y, reach * 1.25), colour)

    def mark_line(self, mark: Mark) -> None:
        """Draw a dotted line down from the mark's number."""
        x = self.x(mark.at)
        for step in range(0, _PLOT, 18):
            self.sketch.box(x - 2, self.top + step, 4, 9, 2, mix(self.theme.text, self.theme.plate, 0.35))

    def mark(self, mark: Mark, middle: float) -> None:
        """Draw the mark's number above the chart, and a diamond around its point on the curve."""
        theme, sketch = self.theme, self.sketch
        x, y = self.x(mark.at), self.y(mark.chance)
        sketch.line([(x - 13, y), (x, y - 13), (x + 13, y), (x, y + 13), (x - 13, y)], 5, theme.text)
        sketch.line([(x, self.top), (middle, self.top - _MARK)], 4, theme.text)
        sketch.disc(middle, self.top - _MARK - 8, _MARK, theme.text)
        sketch.words(mark.label, "Bold", 30, middle, self.top - _MARK - 8, theme.background)


def _apart(middles: Sequence[float]) -> list[float]:
    """The centers, in ascending order, moved apart so that their signs do not overlap."""
    found = [*middles]
    for _ in found:
        for n in range(len(found) - 1):
            if (short := 2 * _MARK + 6 - (found[n + 1] - found[n])) > 0:
                found[n] -= short / 2
                found[n + 1] += short / 2
    return found


def _corners(seat: int, x: float, y: float, reach: float) -> list[Point]:
    if seat == 2:
        return [(x, y - reach), (x + reach, y + reach * 0.75), (x - reach, y + reach * 0.75)]
    return [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
