"""Patterns as printed: pieces, the summoning square, marked squares and arrows."""

from __future__ import annotations

import math
from typing import Final

from engine.tashkalar.view import CardView
from render.image.sprites import Sketch
from render.palette import Colour, Theme, mix
from render.tashkalar.colors import team
from render.tashkalar.pieces import put_piece, put_shape

_RANK: Final = {"c": "common", "h": "heroic", "l": "legendary", "C": "common", "H": "heroic"}
STEPS: Final = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1), "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip


def marked(theme: Theme) -> tuple[Colour, Colour]:
    """The backgrounds of squares marked 1 and 2."""
    return mix(theme.space, theme.label, 0.4), mix(theme.space, theme.ring, 0.3)


def cell(card: CardView, width: float, height: float, most: float) -> float:
    """The largest side of a square with which the pattern fits."""
    return min(most, width / len(card.pattern[0]), height / len(card.pattern))


def put_pattern(sketch: Sketch, card: CardView, hue: str, x: float, y: float, size: float, theme: Theme) -> None:
    """Draw the pattern centered at the point; `size` is the side of a square."""
    left, top = x - len(card.pattern[0]) * size / 2, y - len(card.pattern) * size / 2
    origin = (0.0, 0.0)
    for row, signs in enumerate(card.pattern):
        for column, sign in enumerate(signs):
            middle = left + (column + 0.5) * size, top + (row + 0.5) * size
            mark = card.marks[row][column] if card.marks else "."
            _put_square(sketch, *middle, size, mark, sign in "@CH", theme)
            if sign in _RANK:
                put_piece(sketch, _RANK[sign], hue, *middle, size * 0.46, theme)
            elif sign == "@":
                _put_coming(sketch, card.rank, hue, *middle, size * 0.4, theme)
            if sign in "@CH":
                origin = middle
    for arrow in card.arrows:
        _put_arrow(sketch, *origin, STEPS[arrow], size, theme)


def _put_square(sketch: Sketch, x: float, y: float, size: float, mark: str, summoning: bool, theme: Theme) -> None:
    gap = max(1.0, size * 0.035)
    side = size - 2 * gap
    corner = size * 0.1
    first, second = marked(theme)
    ground = {"1": first, "2": second}.get(mark, theme.space)
    edge = max(3.0, size * 0.085) if summoning else max(1.0, size * 0.025)
    left, top = x - size / 2 + gap, y - size / 2 + gap
    sketch.box(left, top, side, side, corner, theme.ring if summoning else theme.edge)
    sketch.box(left + edge, top + edge, side - 2 * edge, side - 2 * edge, max(1.0, corner - edge / 2), ground)
    if mark == "2":
        for shift in (-0.45, 0.0, 0.45):
            reach = (side / 2 - edge - 1) * (1 - abs(shift))
            across = shift * (side / 2 - edge - 1)
            ends = ((x - reach + across, y + reach + across), (x + reach + across, y - reach + across))
            sketch.line(ends, max(1.5, size * 0.05), theme.label)
    if mark == "1":
        reach, arm = side / 2 - edge - size * 0.07, size * 0.14
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            cx, cy = x + dx * reach, y + dy * reach
            sketch.line(((cx - dx * arm, cy), (cx, cy), (cx, cy - dy * arm)), max(1.5, size * 0.05), theme.label)


def _put_coming(sketch: Sketch, rank: str, hue: str, x: float, y: float, half: float, theme: Theme) -> None:
    """Draw the being to be summoned, as an outline."""
    put_shape(sketch, rank, x, y, half, team(hue, theme).rim)
    put_shape(sketch, rank, x, y, half - max(1.8, half * 0.17), theme.space)
    put_shape(sketch, "common", x, y, half * 0.3, theme.ring)


def _put_arrow(sketch: Sketch, x: float, y: float, step: tuple[int, int], size: float, theme: Theme) -> None:
    """Draw an arrow in the neighboring square, away from the summoning square."""
    dx, dy = step
    length = math.hypot(dx, dy)
    ux, uy = dx / length, dy / length
    middle = x + dx * size * 0.94, y + dy * size * 0.94
    reach, width = size * 0.3, max(2.0, size * 0.1)
    for colour, extra in ((theme.space, size * 0.09), (theme.text, 0.0)):
        tip = middle[0] + ux * reach, middle[1] + uy * reach
        back = middle[0] - ux * reach, middle[1] - uy * reach
        neck = middle[0] + ux * reach * 0.1, middle[1] + uy * reach * 0.1
        sketch.line((back, neck), width + extra, colour)
        spread = size * 0.2
        head = [tip, (neck[0] - uy * spread, neck[1] + ux * spread), (neck[0] + uy * spread, neck[1] - ux * spread)]
        sketch.polygon(head, colour)
        sketch.line([*head, head[0]], max(1.0, size * 0.02) + extra, colour)
