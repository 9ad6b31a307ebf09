"""The five levels of Leaders."""

from engine.players.level import Level, Plan

LEVELS = (
    Level(Plan(effort=1_000, width=1), misjudges=1.6, overlooks=0.3),
    Level(Plan(effort=2_000, width=1), misjudges=0.5, overlooks=0.1),
    Level(Plan(effort=5_000, width=4, candidates=6, horizon=2, sharp=100, answer_sharp=40)),
    Level(Plan(effort=20_000, width=12, candidates=30, answer_width=3, horizon=2, sharp=3_000, answer_sharp=150)),
    Level(Plan(effort=100_000, width=40, candidates=60, answer_width=6, horizon=2, sharp=20_000, answer_sharp=300)),
)
