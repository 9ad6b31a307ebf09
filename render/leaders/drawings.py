"""The icons of Leaders' characters: from the Lucide font, or our own where none fits."""

from __future__ import annotations

from typing import Final

from render.image.icons import Drawing, Line

_BALANCE: Final = (
    Line("M 12 14 C 17.5 14 17.5 22.2 12 22.2 C 6.5 22.2 6.5 14 12 14 Z"),
    Line("M 12 3.2", 4.8),
    Line("M 12 7.4 L 12 13.4", 2.6),
    Line("M 2.8 4.8 L 12 7.8 L 21.2 4.8", 2.2),
    Line("M 12 10.6 L 17.6 10.4 L 19.6 13.2"),
)

_HORSE: Final = (
    Line(
        "M 8.2 21.4 L 19.6 21.4 C 20.4 15 20.6 8.6 15.2 5.4 L 14.4 2.4 L 11.6 4.8 C 8.6 5.6 6.6 7.8 5.2 10.8 "
        "L 3 14 C 2.6 15.6 3.8 17 5.4 16.6 L 7.4 15.4 C 9 15 10.4 14.8 11.8 13.4 C 12 16.4 8.6 17.6 8.2 21.4 Z"
    ),
    Line("M 10.2 9.4", 2.4),
    Line("M 16.6 9.6 C 17.4 11.8 17.4 14.4 17 17", 1.4),
)

_HELM: Final = (
    Line("M 5 21.4 L 5 13 C 5 8.8 8 7 12 7 C 16 7 19 8.8 19 13 L 19 21.4 L 14.6 21.4 L 12 18.4 L 9.4 21.4 Z"),
    Line("M 8.4 13.4 L 15.6 13.4", 2.6),
    Line("M 12 13.4 L 12 18"),
    Line("M 8 6.6 L 7 2.4 L 9.8 4.2 L 12 1.8 L 14.2 4.2 L 17 2.4 L 16 6.6"),
)

_GRAPPLE: Final = (
    Line("M 12 2 C 15.2 2 15.2 6.8 12 6.8 C 8.8 6.8 8.8 2 12 2 Z"),
    Line("M 12 6.8 L 12 21.6"),
    Line("M 12 21.6 C 6.4 21.4 3.4 17.6 3.4 11 L 7 14.6"),
    Line("M 12 21.6 C 17.6 21.4 20.6 17.6 20.6 11 L 17 14.6"),
    Line("M 8.6 10.2 L 15.4 10.2"),
)

_PUPPET: Final = (
    Line("M 4 2.6 L 20 2.6", 2.4),
    Line("M 12 2.6 L 12 7 M 5 2.6 L 5 9.2 M 19 2.6 L 19 9.2", 1),
    Line("M 12 9.4", 5),
    Line("M 12 12 L 12 16.6", 2.6),
    Line("M 5 12 L 12 14 L 19 12"),
    Line("M 8 22 L 9.2 18.8 L 12 16.6 L 14.8 18.8 L 16 22"),
)

_DAGGER: Final = (
    Line("M 12 22.4 L 8.8 18 L 8.8 9.6 L 15.2 9.6 L 15.2 18 Z"),
    Line("M 12 10 L 12 17", 1.4),
    Line("M 5.4 9.2 L 18.6 9.2", 2.4),
    Line("M 12 8 L 12 4.4", 2.8),
    Line("M 12 2.8", 3.8),
)

DRAWINGS: Final[dict[str, Drawing]] = {
    "leader": "crown",
    "acrobat": _BALANCE,
    "rider": _HORSE,
    "bruiser": "hand-fist",
    "royal_guard": _HELM,
    "illusionist": "wand-sparkles",
    "claw_launcher": _GRAPPLE,
    "manipulator": _PUPPET,
    "wanderer": "footprints",
    "brewmaster": "beer",
    "archer": "bow-arrow",
    "assassin": _DAGGER,
    "hermit": "panda",
    "cub": "paw-print",
    "jailer": "lock-keyhole",
    "protector": "shield-half",
    "vizier": "scroll-text",
    "nemesis": "skull",
}
