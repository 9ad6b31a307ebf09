"""The arena: two rows of nine spaces, b above f; distances, movement and the dark columns.

A space is a number: f1 to f9 are 0 to 8, b1 to b9 are 9 to 17.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.knockdown.data.content import CONTENT, Range

COLUMNS = CONTENT.columns
SPACES = range(2 * COLUMNS)
LABEL: tuple[str, ...] = tuple(f"{'fb'[space // COLUMNS]}{space % COLUMNS + 1}" for space in SPACES)
SPACE: dict[str, int] = {label: space for space, label in enumerate(LABEL)}
START: tuple[int, int] = (SPACE[CONTENT.start[0]], SPACE[CONTENT.start[1]])


def column(space: int) -> int:
    """The column of a space, 0 to 8 from the left."""
    return space % COLUMNS


def row(space: int) -> int:
    return space // COLUMNS


DISTANCE: tuple[tuple[int, ...], ...] = tuple(
    tuple(abs(column(a) - column(b)) + (row(a) != row(b)) for b in SPACES) for a in SPACES
)
"""Steps between any two spaces, ignoring figures."""
ADJACENT: tuple[tuple[int, ...], ...] = tuple(
    tuple(other for other in SPACES if DISTANCE[space][other] == 1) for space in SPACES
)
EDGES = (0, COLUMNS - 1)


def in_range(reach: Range, one: int, other: int) -> bool:
    """Whether a fighter on one space reaches the other."""
    if reach.kind == "exact":
        return DISTANCE[one][other] == reach.n
    if reach.kind == "upto":
        return DISTANCE[one][other] <= reach.n
    if reach.kind == "projectile":
        return row(one) == row(other) or column(one) == column(other)
    return True


@lru_cache(maxsize=1 << 10)
def steps(space: int, other: int, most: int) -> tuple[int, ...]:
    """Spaces that a fighter can reach in up to `most` steps, not through the `other` fighter and without the start."""
    found, front = {space}, [space]
    for _ in range(most):
        front = [to for at in front for to in ADJACENT[at] if to != other and to not in found]
        found.update(front)
    return tuple(sorted(found - {space}))


def leaps(space: int, other: int, most: int) -> list[int]:
    """Spaces where a leap of at most `most` steps may end: not on the other fighter; staying is allowed."""
    return [to for to in SPACES if DISTANCE[space][to] <= most and to != other]


def away(space: int, n: int, way: int) -> int:
    """The space `n` columns along the row in direction `way` (−1 or 1), at most the edge."""
    return row(space) * COLUMNS + min(max(column(space) + n * way, 0), COLUMNS - 1)


def towards(space: int, other: int, n: int) -> int:
    """The space `n` columns along the row toward the other fighter, stopping next to it."""
    for _ in range(n):
        if DISTANCE[space][other] <= 1:
            break
        space += 1 if column(other) > column(space) else -1
    return space


def direction(one: int, other: int) -> int:
    """The direction from one space's column toward the other's: −1, 1, or 0 in the same column."""
    return (column(other) > column(one)) - (column(other) < column(one))


def dark(space: int, candles: int) -> bool:
    """Whether the space is dark: its column is at or outside a candle token, after this many candles."""
    return min(column(space), COLUMNS - 1 - column(space)) < candles


def dark_columns(candles: int) -> Iterator[int]:
    """Yield the dark columns, 1 to 9."""
    return (space + 1 for space in range(COLUMNS) if dark(space, candles))
