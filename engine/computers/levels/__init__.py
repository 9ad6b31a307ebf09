"""How hard the five levels look in each game: one file per game, weakest first; `any_game` for those without one."""

from __future__ import annotations

from collections.abc import Mapping

from engine.computers.level import Level
from engine.computers.levels import knockdown, leaders, monolith, tashkalar

PLANS: Mapping[str, tuple[Level, ...]] = {
    "leaders": leaders.LEVELS,
    "monolith": monolith.LEVELS,
    "tashkalar": tashkalar.LEVELS,
    "knockdown": knockdown.LEVELS,
}
SOLVERS: Mapping[str, tuple[Level, ...]] = {"tashkalar": tashkalar.SOLVERS, "knockdown": knockdown.SOLVERS}
"""How they tackle puzzles, where that is not how they play: so that some are solved by many and some by few."""
