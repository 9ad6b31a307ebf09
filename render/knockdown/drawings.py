"""Icons of Knockdown: of the Lucide font, or our own where none fits."""

from __future__ import annotations

from typing import Final

from render.image.icons import Drawing, Line

_MISTLING: Final[Drawing] = (
    Line(
        "M 12 2.2 C 7 2.2 4.6 6 4.6 11 L 4.6 15 C 4.6 18 3.6 19.8 2 21.2 C 4.8 21.8 6.6 20.8 7.6 19.2 "
        "C 8.6 20.8 9.8 21.8 12 21.8 C 14.2 21.8 15.4 20.8 16.4 19.2 C 17.4 20.8 19.2 21.8 22 21.2 "
        "C 20.4 19.8 19.4 18 19.4 15 L 19.4 11 C 19.4 6 17 2.2 12 2.2 Z"
    ),
    Line("M 9 9.2 L 9.2 11 M 15 9.2 L 14.8 11", 3),
    Line("M 8.4 15.4 C 9.8 14.2 10.8 16.4 12.2 15.4 C 13.6 14.4 14.4 16.2 15.8 15.2", 1.6),
)
_ADDER: Final[Drawing] = (
    Line("M 3.4 19.6 C 8 22.4 20.2 22.2 20.2 17.4 C 20.2 13 5.6 15.6 5.6 10.6 C 5.6 8 8 7.4 10.4 6.6", 4),
    Line("M 9.4 8.4 C 8 4.4 11.4 1.8 15 2.2 C 18 2.6 19.8 4.4 19.6 6.4 C 17.6 8.4 14.6 9.2 11.6 9.4 Z"),
    Line("M 14.4 5.2", 2.2),
    Line("M 19.4 6.6 L 21.4 7.6 L 22.6 6.8 M 21.4 7.6 L 21.6 9.2", 1.3),
)
_ALEMBIC: Final[Drawing] = (
    Line(
        "M 9.6 5.4 L 9.6 11 L 3.4 19.2 C 2.6 20.8 3.2 22 5 22 "
        "L 19 22 C 20.8 22 21.4 20.8 20.6 19.2 L 14.4 11 L 14.4 5.4"
    ),
    Line("M 7.6 5.2 L 16.4 5.2", 2.4),
    Line("M 6.4 16 L 17.6 16", 1.8),
    Line("M 10.4 19 L 10.6 19 M 14 18.6 L 14.2 18.6", 1.8),
    Line("M 10.6 1.9 L 10.8 1.9 M 14 1.5 L 14.2 1.5", 1.9),
)
_WARDEN: Final[Drawing] = (
    Line("M 5.6 21.4 L 6.6 8 C 6.8 4.4 9.2 2.2 12.4 2.2 C 15.8 2.2 17.4 4.6 17.6 8 L 18.6 21.4 Z"),
    Line("M 2.4 21.4 L 21.8 21.4", 2.4),
    Line("M 8.6 8.4 L 15.6 8.4", 2.2),
    Line("M 9.8 11 L 10 11 M 14.2 11 L 14.4 11", 2.4),
    Line("M 12.1 8.6 L 12.1 14", 1.8),
    Line("M 9.6 17.4 L 14.8 17.4", 2),
)
FIGHTERS: Final[dict[str, Drawing]] = {
    "mistling": _MISTLING,
    "adder_daughter": _ADDER,
    "brother_alembic": _ALEMBIC,
    "barrow_warden": _WARDEN,
}
UNKNOWN: Final[Drawing] = (
    Line("M 7.6 8.4 C 7.6 2.2 16.4 2.2 16.4 8.2 C 16.4 11.8 12 12 12 15.6", 2.8),
    Line("M 12 20.4", 3.4),
)

_BOOT: Final[Drawing] = (
    Line(
        "M 7.4 2.6 L 14.6 2.6 L 14.6 12 C 17 13.4 21.6 13.6 21.6 18 L 21.6 21.2 L 4.8 21.2 L 4.8 17 "
        "C 6.6 13 7.4 8 7.4 2.6 Z"
    ),
    Line("M 5 17.6 L 21 17.6", 1.6),
    Line("M 11.4 9.4 L 14.4 9.4", 1.6),
)
_RUNE: Final[Drawing] = (Line("M 7.4 2.4 L 7.4 21.6 M 7.4 3.6 L 16.4 8.2 L 7.4 13 M 10.4 12 L 17.4 21.4", 2.8),)
SYMBOLS: Final[dict[str, Drawing]] = {
    "block": "shield",
    "dash": "chevrons-right",
    "fist": "hand-fist",
    "kick": _BOOT,
    "rune": _RUNE,
    "any": "asterisk",
}
TYPES: Final[dict[str, Drawing]] = {"strike": "sword", "ability": "sparkles", "reaction": "reply"}
CANDLE: Final[Drawing] = (
    Line("M 8.2 11.6 L 15.8 11.6 L 15.8 21.6 L 8.2 21.6 Z"),
    Line("M 12 1.8 C 14.8 4.6 14.8 8.4 12 8.4 C 9.2 8.4 9.2 4.6 12 1.8 Z", 1.6),
)
TOKENS: Final[dict[str, Drawing]] = {
    "curse": "skull",
    "poison": "droplet",
    "candle": CANDLE,
    "victory": "trophy",
}
ELIXIRS: Final[dict[str, Drawing]] = {"bile": "flame", "sap": "heart-plus", "quicksilver": "footprints"}
"""Icons by effect: fire for the next attack, healing, steps."""
HAND: Final[Drawing] = (
    Line("M 2.2 7.4 L 10.4 4.6 L 15.4 18.6 L 7.2 21.4 Z"),
    Line("M 13.6 2.8 L 21.8 3.8 L 20 18.6 L 18.4 18.4"),
)
DECK: Final[Drawing] = "layers"
DISCARDS: Final[Drawing] = "archive"
AIM: Final[Drawing] = "crosshair"
DISTANCE: Final[Drawing] = "move-horizontal"
LINE: Final[Drawing] = (
    Line("M 12 3 L 12 21 M 3 12 L 21 12", 2.2),
    Line(
        "M 9 5.4 L 12 2.4 L 15 5.4 M 9 18.6 L 12 21.6 L 15 18.6 M 5.4 9 L 2.4 12 L 5.4 15 M 18.6 9 L 21.6 12 L 18.6 15",
        2.2,
    ),
)
"""The icon of a projectile's range: along a row or a column."""
FACE_DOWN: Final[Drawing] = "eye-off"
TICK: Final[Drawing] = (Line("M 4 13 L 9.5 18.5 L 20 7", 4.4),)
CROSS: Final[Drawing] = (Line("M 5.5 5.5 L 18.5 18.5 M 18.5 5.5 L 5.5 18.5", 4.4),)
