"""The five levels of Monolith Arena."""

from engine.computers.level import Level, Plan

LEVELS = (
    Level(Plan(effort=500, width=1, breadth=30), misjudges=1.5, overlooks=0.35),
    Level(Plan(effort=1_000, width=1, breadth=100), misjudges=0.6, overlooks=0.15),
    Level(Plan(effort=2_000, width=1, breadth=1_000), misjudges=0.25),
    Level(Plan(effort=4_000, width=3, breadth=1_000)),
    Level(
        Plan(
            effort=40_000,
            width=17,
            candidates=14,
            horizon=2,
            worlds=32,
            breadth=1_000,
            answer_breadth=1_000,
            share=0.5,
            sharp=6_000,
        )
    ),
)
