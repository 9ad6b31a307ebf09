"""The five levels of Knockdown."""

from engine.players.level import Level, Plan

LEVELS = (
    Level(Plan(effort=600, width=1, breadth=20), misjudges=0.7, overlooks=0.3),
    Level(Plan(effort=1_000, width=1, breadth=30), misjudges=0.3, overlooks=0.12),
    Level(Plan(effort=1_500, width=2, breadth=30), misjudges=0.08),
    Level(Plan(effort=4_000, width=3, candidates=5, horizon=1, worlds=2, breadth=20, answer_breadth=6)),
    Level(Plan(effort=20_000, width=4, candidates=10, horizon=2, worlds=6, breadth=30, answer_breadth=8)),
)
