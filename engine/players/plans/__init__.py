"""How hard the five levels look in each game: one file per game, weakest first."""

from __future__ import annotations

from collections.abc import Mapping

from engine.players.level import Level
from engine.players.plans import knockdown, leaders, monolith, tashkalar

PLANS: Mapping[str, tuple[Level, ...]] = {
    "leaders": leaders.LEVELS,
    "monolith": monolith.LEVELS,
    "tashkalar": tashkalar.LEVELS,
    "knockdown": knockdown.LEVELS,
}
