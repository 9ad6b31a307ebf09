"""The five levels of Leaders."""

from engine.players.level import Level, Plan

LEVELS = (
    Level(Plan(effort=1_000, width=1), misjudges=1.6, overlooks=0.3),
    Level(Plan(effort=2_000, width=1), misjudges=0.5, overlooks=0.1),
    Level(Plan(effort=5_000, width=12)),
    Level(Plan(effort=20_000, width=25, candidates=16, answer_width=6, horizon=2)),
    Level(Plan(effort=100_000, width=80, candidates=100, answer_width=10, horizon=2)),
)
