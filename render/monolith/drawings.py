"""The icons of Monolith Arena's tiles: from the Lucide font, or our own where none fits."""

from __future__ import annotations

from typing import Final

from render.image.icons import Drawing, Line

_PIKE: Final = (
    Line("M 2.6 21.4 L 15.4 8.6", 2.4),
    Line("M 13.2 7 L 21.4 2.6 L 17 10.8 Z"),
    Line("M 9.2 11.4 L 12.6 14.8"),
)

_HELM: Final = (
    Line("M 5.4 21.4 L 5.4 13 C 5.4 8.4 8.4 6.4 12 6.4 C 16 6.4 19 8.6 19 13.4 L 19 17 L 14.4 21.4 Z"),
    Line("M 10.6 13.2 L 18.8 13.2", 2.4),
    Line("M 14.2 16.6 L 14.2 18.2", 1.6),
    Line("M 12.4 6 C 10 1.4 4.6 1.4 2.4 5.6 C 4.4 5.2 5.6 6.2 6.4 8"),
)

_DRAGON: Final = (
    Line(
        "M 3 13.6 C 4.4 8.6 8 6.4 11.6 6.4 L 16.8 2.2 L 16.4 6.8 L 21.4 6 L 18.6 9.8 C 21.4 13 20.6 18.4 16.4 21.6 "
        "L 8 21.6 C 11.2 20.4 12.6 18.4 12.4 16 L 8.6 15.4 L 7.4 17.6 L 5.8 15.4 L 3.4 15.8 Z"
    ),
    Line("M 11.4 10.4", 2.4),
)

_HALBERD: Final = (
    Line("M 12 22 L 12 8", 2.4),
    Line("M 9.8 7.4 L 12 1.6 L 14.2 7.4"),
    Line("M 12 7.6 L 17 6.4 C 21 8.6 21 13.6 17 15.8 L 12 13.4"),
    Line("M 12 9.4 L 5.4 8 C 5.6 10.6 7.6 12.4 12 12"),
)

_GUN: Final = (
    Line("M 21.4 4.6 L 9.2 12.6", 3.2),
    Line("M 10.6 10.6 L 5.6 13 C 3.6 14.2 2.6 16.4 2.6 19.4 L 6.4 20.4 C 6.8 18.4 8 17 9.6 16.2 L 13 12.4 Z"),
    Line("M 13.6 8.2 L 11.6 5.4 L 14 3.6"),
)

_SPIDER: Final = (
    Line("M 12 10.4 C 16.6 10.4 16.6 18.8 12 18.8 C 7.4 18.8 7.4 10.4 12 10.4 Z"),
    Line("M 12 8.4", 5),
    Line("M 8.8 12.4 L 5 9.4 L 4.4 4.4 M 15.2 12.4 L 19 9.4 L 19.6 4.4", 1.8),
    Line("M 8.4 14.6 L 4.4 13.8 L 1.8 9.6 M 15.6 14.6 L 19.6 13.8 L 22.2 9.6", 1.8),
    Line("M 9 16.8 L 5.4 18.6 L 4.6 22 M 15 16.8 L 18.6 18.6 L 19.4 22", 1.8),
    Line("M 10.4 8.4 L 9 3.4 M 13.6 8.4 L 15 3.4", 1.6),
)

_SPIKES: Final = (
    Line("M 2.4 21 C 4 17.6 4 13.6 2.6 9.4 C 6.4 11.6 8.2 15.6 8.2 21"),
    Line("M 15.8 21 C 15.8 15.6 17.6 11.6 21.4 9.4 C 20 13.6 20 17.6 21.6 21"),
    Line("M 7.6 21 C 9.8 15 10.8 9 12 2 C 13.2 9 14.2 15 16.4 21 Z"),
    Line("M 2.4 21 L 21.6 21", 2.4),
)

_EYE: Final = (
    Line("M 2.4 9.4 C 6.4 2.6 17.6 2.6 21.6 9.4 C 17.6 15.6 6.4 15.6 2.4 9.4 Z"),
    Line("M 12 9.2", 5.4),
    Line("M 6.6 14 C 7.4 17 4 18 5 21.6 M 12 14.6 C 14 17 10 19 12 22 M 17.4 14 C 16.6 17 20 18 19 21.6", 2),
)

_DEMON: Final = (
    Line(
        "M 6.4 8.6 C 2.4 8 1.6 4.6 3.2 1.8 C 4 4.4 6.2 4.8 8.6 5.2 C 10.6 4.2 13.4 4.2 15.4 5.2 "
        "C 17.8 4.8 20 4.4 20.8 1.8 C 22.4 4.6 21.6 8 17.6 8.6 C 19.6 14 16.6 19.6 12 22.2 "
        "C 7.4 19.6 4.4 14 6.4 8.6 Z"
    ),
    Line("M 8.8 10.6 L 10.6 12 M 15.2 10.6 L 13.4 12", 2.2),
    Line("M 9.4 16.2 L 10.8 15.4 L 12 16.6 L 13.2 15.4 L 14.6 16.2", 1.6),
)

_CROSSBOW: Final = (
    Line("M 19.6 19.6 L 6 6", 2.8),
    Line("M 2.8 14.4 C 3 8.6 8.6 3 14.4 2.8"),
    Line("M 2.8 14.4 L 11.4 11.4 L 14.4 2.8", 1.4),
    Line("M 3 3 L 3 7 M 3 3 L 7 3 M 3 3 L 6 6"),
    Line("M 16.4 20.4 L 20.4 16.4"),
)

_GOLEM: Final = (
    Line("M 8.4 2.4 L 15.6 2.4 L 15.6 8 L 8.4 8 Z"),
    Line("M 10.4 5.2 L 10.6 5.2 M 13.4 5.2 L 13.6 5.2", 1.8),
    Line("M 3 8.8 L 21 8.8 L 21 16 L 17.4 16 L 17.4 13.4 L 6.6 13.4 L 6.6 16 L 3 16 Z"),
    Line("M 7.4 13.6 L 7.4 21.6 L 11 21.6 L 11 17.6 L 13 17.6 L 13 21.6 L 16.6 21.6 L 16.6 13.6"),
)

_WINGS: Final = (
    Line(
        "M 12 6.4 C 9 3 5 2.4 1.8 4 C 3.4 5.6 3.8 8 3.4 11 C 5 10.2 6.4 10.6 7.4 12.6 C 8.6 11.8 10.4 12 12 14.6 "
        "C 13.6 12 15.4 11.8 16.6 12.6 C 17.6 10.6 19 10.2 20.6 11 C 20.2 8 20.6 5.6 22.2 4 C 19 2.4 15 3 12 6.4 Z"
    ),
    Line("M 12 6.4 L 12 16.4 C 12 19.6 15.4 19.6 15.4 22"),
    Line("M 10.2 3.4 L 12 1.6 L 13.8 3.4"),
)

_SERPENT: Final = (
    Line("M 14.6 3 C 10.4 2 7 4.4 8 8 C 9.2 12 17.4 10.4 18.2 14.4 C 19 19 11 20.6 4 17.6", 4.4),
    Line("M 14.6 3 L 19.4 4.4", 3.4),
    Line("M 19.4 4.6 L 22.4 3.6 M 19.4 4.6 L 22.4 6.6", 1.2),
)

_ANTLERS: Final = (
    Line("M 9 13 L 15 13 L 14.4 18.6 L 12 21.8 L 9.6 18.6 Z"),
    Line("M 9.6 13 C 9 9.6 4.4 9.6 3.4 3 M 14.4 13 C 15 9.6 19.6 9.6 20.6 3"),
    Line("M 4.8 7 L 1.8 7.4 M 7 9.4 L 8.6 4.4 M 19.2 7 L 22.2 7.4 M 17 9.4 L 15.4 4.4"),
)

_DAGGER: Final = (
    Line("M 12 22.4 L 8.8 18 L 8.8 9.6 L 15.2 9.6 L 15.2 18 Z"),
    Line("M 12 10 L 12 17", 1.4),
    Line("M 5.4 9.2 L 18.6 9.2", 2.4),
    Line("M 12 8 L 12 4.4", 2.8),
    Line("M 12 2.8", 3.8),
)

_HORSESHOE: Final = (
    Line(
        "M 4 20.6 C 1 10 4 2.6 12 2.6 C 20 2.6 23 10 20 20.6 L 15.6 20.6 C 18 12.6 16.6 7.4 12 7.4 "
        "C 7.4 7.4 6 12.6 8.4 20.6 Z"
    ),
)

_SWORD_AND_SHOE: Final = (
    Line(
        "M 4.4 21.6 C 2 12.6 4.4 6.4 11 6.4 C 17.6 6.4 20 12.6 17.6 21.6 L 13.6 21.6 C 15.4 15 14.4 10.8 11 10.8 "
        "C 7.6 10.8 6.6 15 8.4 21.6 Z"
    ),
    Line("M 22 2 L 14 10", 3),
    Line("M 11.6 8.2 L 15.8 12.4"),
)

NET: Final[Drawing] = (
    Line("M 3 3 L 21 3 L 21 21 L 3 21 Z"),
    Line("M 3 12 L 12 3 M 3 21 L 21 3 M 12 21 L 21 12 M 12 3 L 21 12 M 3 3 L 21 21 M 3 12 L 12 21", 1.6),
)

_NO_SWORD: Final = (
    Line("M 12 1.8 C 25.6 1.8 25.6 22.2 12 22.2 C -1.6 22.2 -1.6 1.8 12 1.8 Z"),
    Line("M 5 5 L 19 19", 2.4),
    Line("M 17.4 6.6 L 10 14", 2.6),
    Line("M 7.2 12.2 L 11.8 16.8 M 6.4 17.6 L 9 15", 1.8),
)

_PIERCE: Final = (
    Line("M 1.6 12 L 20 12", 2.4),
    Line("M 16.6 7.6 L 22.4 12 L 16.6 16.4 Z"),
    Line("M 6 3 L 6 9.4 M 6 14.6 L 6 21 M 12 3 L 12 9.4 M 12 14.6 L 12 21", 2.4),
)

_PUSH: Final = (
    Line("M 2.6 12 L 9.6 12 M 6.8 8 L 10.6 12 L 6.8 16", 2.4),
    Line("M 13.4 6.6 L 18 4 L 22.4 6.6 L 22.4 17.4 L 18 20 L 13.4 17.4 Z"),
)

_TWICE: Final = (
    Line("M 2.4 9.4 L 10 17 M 10 9.4 L 2.4 17", 2.8),
    Line("M 13.8 8.8 C 13.8 3.4 21.6 3.4 21.6 8.8 C 21.6 12.4 16.4 14.6 13.8 19.4 L 22 19.4", 2.8),
)

OBELISK: Final[Drawing] = (Line("M 8 19.4 L 9.4 5.6 L 12 2 L 14.6 5.6 L 16 19.4 Z"), Line("M 5 21.6 L 19 21.6", 2.4))
HEART: Final[Drawing] = "heart"
HOLLOW_HEART: Final[Drawing] = (
    Line(
        "M 12 21.4 C 5 16 1.4 12 1.4 8 C 1.4 4.8 3.8 2.4 6.8 2.4 C 9 2.4 11 3 12 4.6 C 13 3 15 2.4 17.2 2.4 "
        "C 20.2 2.4 22.6 4.8 22.6 8 C 22.6 12 19 16 12 21.4 Z",
        1.5,
    ),
)
DROP: Final[Drawing] = "droplet"
NO_SWORD: Final[Drawing] = _NO_SWORD
TRENCH: Final[Drawing] = "shovel"

TOKENS: Final[dict[str, Drawing]] = {
    "banner": "flag",
    "pikeman": _PIKE,
    "knight": _HELM,
    "dragon_rider": _DRAGON,
    "swordsman": "sword",
    "landsknecht": _HALBERD,
    "arquebusier": _GUN,
    "mygalomorph": _SPIDER,
    "spike": _SPIKES,
    "chaos": "tornado",
    "horror": _EYE,
    "nightmare": "moon-star",
    "wraith": "ghost",
    "demon": _DEMON,
    "axeman": "axe",
    "crossbowman": _CROSSBOW,
    "veteran": "medal",
    "golem": _GOLEM,
    "combat_platform": "castle",
    "pupil": "book-open",
    "wyvern": _WINGS,
    "morlock": "skull",
    "spark": "flame-kindling",
    "hunter": "bow-arrow",
    "sorcerer": "wand-sparkles",
    "herne": _ANTLERS,
    "assassin": _DAGGER,
    "wyrm": _SERPENT,
    "order_battle_or_charge": _SWORD_AND_SHOE,
    "order_battle": "swords",
    "order_move": "footprints",
    "order_net": NET,
    "order_push": _PUSH,
    "order_fire_concoction": "flame",
    "order_entrenchment": TRENCH,
    "order_rotation": "rotate-cw",
    "order_false_order": "drama",
    "order_precise_shot": "crosshair",
}
"""Icons by the last part of a tile's id; runes use their effect's id."""

EFFECTS: Final[dict[str, Drawing]] = {
    "melee_strength_plus": "sword",
    "ranged_strength_plus": "bow-arrow",
    "melee_and_ranged_strength_plus": "biceps-flexed",
    "initiative_plus": "fast-forward",
    "regeneration": "heart-plus",
    "grant_maneuver": "move",
    "grant_teleport": "sparkles",
    "grant_venom": DROP,
    "grant_toughness": HEART,
    "enable_charge": _HORSESHOE,
    "disarm": _NO_SWORD,
    "extra_attack": _TWICE,
    "ranged_penetration": _PIERCE,
}

TRAITS: Final[dict[str, Drawing]] = {
    "maneuver": "move",
    "cavalry": _HORSESHOE,
    "teleport": "sparkles",
    "venom": DROP,
    "transformation": "replace",
    "battle_start": "hourglass",
    "any_target_melee": "crosshair",
    "rotation": "rotate-cw",
    "boundless": "infinity",
    "penetration": _PIERCE,
    "regeneration": "heart-plus",
}
