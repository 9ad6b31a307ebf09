"""The arena: 69 squares of a nine by nine grid, columns a to i from the left, rows 1 to 9 from the top.

A square is a number: row times WIDTH plus column. Rows are wider than the arena so that a mask can be shifted by any
step of a pattern without running into the next row.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.masks import mask
from engine.tashkalar.data.content import CONTENT

SIDE = 9
WIDTH = 13
"""Nine columns and four empty ones: no pattern reaches further than four columns."""
CELLS = SIDE * WIDTH

XY: dict[int, tuple[int, int]] = {
    y * WIDTH + x: (x + 1, y + 1) for y, row in enumerate(CONTENT.arena) for x, sign in enumerate(row) if sign != "#"
}
"""Column and row of each square, counted from 1."""
SQUARES: tuple[int, ...] = tuple(XY)
AT: dict[tuple[int, int], int] = {pair: square for square, pair in XY.items()}
LABEL: dict[int, str] = {square: f"{'abcdefghi'[x - 1]}{y}" for square, (x, y) in XY.items()}
SQUARE: dict[str, int] = {label: square for square, label in LABEL.items()}
FULL = mask(SQUARES)


def _signed(sign: str) -> int:
    return mask([AT[x, y] for x, y in AT if CONTENT.arena[y - 1][x - 1] == sign])


RED, GREEN = _signed("R"), _signed("G")
CENTRE = AT[5, 5]
CENTRAL = mask([AT[x, y] for x in (4, 5, 6) for y in (4, 5, 6)])

# Clockwise from the north: opposite directions are four apart, even ones are orthogonal.
NAMES = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
STEPS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
WAYS = range(8)


def _walk(square: int, way: int) -> Iterator[int]:
    (x, y), (dx, dy) = XY[square], STEPS[way]
    while (x := x + dx, y := y + dy) in AT:
        yield AT[x, y]


RAY: dict[int, tuple[tuple[int, ...], ...]] = {
    square: tuple(tuple(_walk(square, way)) for way in WAYS) for square in SQUARES
}
"""By square and direction: the squares outward to the edge of the arena, nearest first."""
STEP: dict[int, tuple[int, ...]] = {square: tuple(ray[0] if ray else -1 for ray in RAY[square]) for square in SQUARES}
"""By square and direction: the next square, −1 outside the arena."""
ORTHOGONAL: dict[int, int] = {square: mask([n for n in STEP[square][::2] if n >= 0]) for square in SQUARES}
DIAGONAL: dict[int, int] = {square: mask([n for n in STEP[square][1::2] if n >= 0]) for square in SQUARES}
NEXT: dict[int, int] = {square: ORTHOGONAL[square] | DIAGONAL[square] for square in SQUARES}
"""The neighbors of each square, up to eight."""


def _within(square: int, distance: int) -> int:
    x, y = XY[square]
    return mask([AT[a, b] for a, b in AT if max(abs(a - x), abs(b - y)) <= distance])


WITHIN: dict[int, tuple[int, ...]] = {square: tuple(_within(square, n) for n in range(4)) for square in SQUARES}
"""By square and distance 0 to 3: the squares within that distance."""


def touching(found: int) -> int:
    """All squares next to one of these. The squares themselves are included only if they touch each other."""
    beside = found << 1 | found >> 1
    row = found | beside
    return (beside | row << WIDTH | row >> WIDTH) & FULL


# The squares of the opening pieces in a deathmatch.
DIAMONDS: tuple[int, int] = (AT[3, 5], AT[7, 5])
SPLIT_DIAMONDS: tuple[tuple[int, int], ...] = (
    (AT[6, 2], AT[7, 2]),
    (AT[2, 7], AT[3, 7]),
    (AT[7, 6], AT[7, 7]),
)


def way_of(start: int, end: int) -> int:
    """The direction of a single step."""
    return STEP[start].index(end)
