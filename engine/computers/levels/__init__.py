"""The five levels of each game, weakest first: one file per game, `any_game` for games without one."""

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
"""Levels for grading puzzles, where they differ from the playing ones, so that grades spread well."""
