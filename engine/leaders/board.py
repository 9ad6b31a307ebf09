"""The board: 37 spaces A1 to G4 in seven columns, a corner at each player (South at the bottom, North at the top)."""

from __future__ import annotations

from engine.core.hexes import HexBoard
from engine.core.masks import mask

SOUTH, NORTH = 0, 1
SIDES = "SN"

_LENGTHS = {"A": 4, "B": 5, "C": 6, "D": 7, "E": 6, "F": 5, "G": 4}
LABELS: tuple[str, ...] = tuple(f"{column}{row + 1}" for column, rows in _LENGTHS.items() for row in range(rows))


def axial(label: str) -> tuple[int, int]:
    """Column and row of a space in axial coordinates; r grows toward the bottom player."""
    q = "ABCDEFG".index(label[0]) - 3
    return q, min(3, 3 - q) - (int(label[1:]) - 1)


# N, NE, SE, S, SW, NW: opposite directions are three apart.
DIRECTIONS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))

BOARD = HexBoard([axial(label) for label in LABELS], DIRECTIONS)
SPACE: dict[str, int] = {label: number for number, label in enumerate(LABELS)}
ADJACENT, TWO_IN_LINE, STEP, RAY, FULL = BOARD.adjacent, BOARD.two_in_line, BOARD.step, BOARD.ray, BOARD.full

CROWN = (SPACE["D1"], SPACE["D7"])
RINGS: tuple[int, int] = (
    mask([SPACE[label] for label in ("A1", "B1", "C1", "E1", "F1", "G1")]),
    mask([SPACE[label] for label in ("A4", "B5", "C6", "E6", "F5", "G4")]),
)
"""The gold-ringed recruitment spaces of each side, without the crown space."""
