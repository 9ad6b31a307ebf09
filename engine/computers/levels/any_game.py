"""The five levels for games without their own."""

from engine.computers.level import Level, Plan

LEVELS = (
    Level(Plan(effort=200, width=1, breadth=10), misjudges=1.2, overlooks=0.35),
    Level(Plan(effort=500, width=1, breadth=20), misjudges=0.5, overlooks=0.12),
    Level(Plan(effort=1_000, width=2, breadth=30), misjudges=0.2),
    Level(Plan(effort=4_000, width=4, candidates=6, horizon=2, breadth=30, answer_breadth=10, share=0.5)),
    Level(Plan(effort=20_000, width=12, candidates=16, horizon=2, worlds=4, breadth=60, answer_breadth=20, share=0.5)),
)
