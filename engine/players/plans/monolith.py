"""The five levels of Monolith Arena."""

from engine.players.level import Level, Plan

LEVELS = (
    Level(Plan(effort=1_000, width=1), misjudges=1.6, overlooks=0.3),
    Level(Plan(effort=2_000, width=1), misjudges=0.5, overlooks=0.1),
    Level(Plan(effort=2_000, width=4)),
    Level(Plan(effort=5_000, width=6, candidates=8, horizon=1)),
    Level(Plan(effort=20_000, width=8, candidates=16, horizon=2, worlds=4)),
)
