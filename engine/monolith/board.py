"""The board: nineteen spaces in rows A to E from the top, numbered from the left; corners point up and down."""

from __future__ import annotations

from engine.core.hexes import HexBoard

FIELDS: tuple[tuple[int, int], ...] = tuple((q, r) for r in range(-2, 3) for q in range(-2, 3) if abs(q + r) <= 2)
"""Axial coordinates [q, r], row by row."""
LABELS: tuple[str, ...] = tuple(
    f"{'ABCDE'[r + 2]}{sum(1 for other in FIELDS[:number] if other[1] == r) + 1}"
    for number, (_, r) in enumerate(FIELDS)
)
FIELD: dict[str, int] = {label: number for number, label in enumerate(LABELS)}
AT: dict[tuple[int, int], int] = {pair: number for number, pair in enumerate(FIELDS)}

# NE, E, SE, SW, W, NW: opposite directions are three apart.
DIRECTIONS = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
NAMES = ("ne", "e", "se", "sw", "w", "nw")

BOARD = HexBoard(FIELDS, DIRECTIONS)
ADJACENT, STEP, RAY, FULL = BOARD.adjacent, BOARD.step, BOARD.ray, BOARD.full

TRIANGLES: tuple[tuple[int, int, int], ...] = tuple(
    (a, b, c)
    for a in range(BOARD.size)
    for b in range(a + 1, BOARD.size)
    for c in range(b + 1, BOARD.size)
    if ADJACENT[a] >> b & 1 and ADJACENT[a] >> c & 1 and ADJACENT[b] >> c & 1
)
"""Three mutually touching spaces: where a Fire Concoction can burst."""
