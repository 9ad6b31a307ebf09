"""The strengths of the factions, for players who choose one."""

from __future__ import annotations

from engine.core.text import Text
from engine.monolith.data.content import CONTENT

_FACTIONS: dict[str, Text] = {
    "dragon_empire": Text("Armored cavalry that maneuvers and Charges. Its Banner makes melee attacks stronger."),
    "lords_of_the_abyss": Text(
        "Poison wears enemies down; nets, teleports and disarmament let you choose your fights."
    ),
    "guardians_of_the_realm": Text(
        "Tough and patient: more wounds to take, strong shots, the widest choice of orders."
    ),
    "harbingers_of_the_forest": Text(
        "Fast and at a distance: shots, Assassins that reach any tile, maneuvers for all."
    ),
}
BLURBS: dict[str, Text] = {one.code: _FACTIONS[one.id] for one in CONTENT.faction}
"""By the code of the option."""
