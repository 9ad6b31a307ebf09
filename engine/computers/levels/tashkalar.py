"""The five levels of Tash-Kalar."""

from engine.computers.level import Level, Plan, solver

LEVELS = (
    Level(Plan(effort=200, width=1, breadth=6), misjudges=1.2, overlooks=0.35),
    Level(Plan(effort=400, width=1, breadth=8), misjudges=0.5, overlooks=0.15),
    Level(Plan(effort=600, width=2, breadth=8), misjudges=0.2, overlooks=0.06),
    Level(Plan(effort=2_000, width=6, candidates=4, horizon=2, breadth=8, answer_breadth=4, share=0.6), overlooks=0.04),
    Level(Plan(effort=12_000, width=24, candidates=14, horizon=2, worlds=6, breadth=12, answer_breadth=6, share=0.5)),
)
SOLVERS = tuple(
    solver(level, width, breadth)
    for level, width, breadth in zip(LEVELS, (1, 3, 6, 12, 16), (8, 12, 16, 24, 40), strict=True)
)
