"""Icons of Tash-Kalar: of the Lucide font, or our own where none fits."""

from __future__ import annotations

from typing import Final

from render.image.icons import Drawing, Line

_CARD: Final = "M 4.6 2.4 L 19.4 2.4 L 19.4 21.6 L 4.6 21.6 Z"
BEING: Final[Drawing] = (
    Line(_CARD),
    Line("M 9 8 L 9.2 8 M 15 8 L 15.2 8 M 12 12 L 12.2 12 M 9 16 L 9.2 16", 3),
)
LEGEND: Final[Drawing] = (
    Line(_CARD),
    Line("M 12 6.6 L 13.5 10.4 L 17 10.6 L 14.3 13 L 15.2 17 L 12 14.8 L 8.8 17 L 9.7 13 L 7 10.6 L 10.5 10.4 Z", 1.4),
)
FLARE: Final[Drawing] = "zap"
PILE: Final[Drawing] = "layers"
TASK: Final[Drawing] = "scroll-text"
GOAL: Final[Drawing] = "flag"
SKULL: Final[Drawing] = "skull"
IMPROVISED: Final[Drawing] = "wand-sparkles"

TYPES: Final[dict[str, Drawing]] = {
    "destruction": "swords",
    "coloured_squares": (
        Line("M 2.6 2.6 L 11 2.6 L 11 11 L 2.6 11 Z"),
        Line("M 13 13 L 21.4 13 L 21.4 21.4 L 13 21.4 Z"),
        Line("M 15.2 15.2 L 19.2 19.2 M 19.2 15.2 L 15.2 19.2", 1.6),
        Line("M 6.8 6.8", 3.4),
    ),
    "summoning": "sparkles",
    "board_pattern": "grid-3x3",
    "enemy_position": "crosshair",
}
"""Icons by the type of a task."""
