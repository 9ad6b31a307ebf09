"""The five levels of Knockdown."""

from engine.players.level import Level, Plan, solver

LEVELS = (
    Level(Plan(effort=600, width=1, breadth=20), misjudges=1.2, overlooks=0.35),
    Level(Plan(effort=1_000, width=1, breadth=30), misjudges=0.35, overlooks=0.12),
    Level(Plan(effort=1_500, width=2, breadth=30), misjudges=0.15),
    Level(
        Plan(effort=10_000, width=3, candidates=6, horizon=1, worlds=2, breadth=20, answer_breadth=6), misjudges=0.09
    ),
    Level(
        Plan(
            effort=60_000,
            width=6,
            candidates=11,
            alike=1,
            horizon=2,
            worlds=12,
            evens_luck=True,
            breadth=24,
            answer_breadth=6,
            sharp=40_000,
        )
    ),
)
_SOLVING = (
    *LEVELS[:3],
    Level(Plan(effort=4_000, width=2, candidates=3, horizon=1, breadth=20, answer_breadth=6), misjudges=0.06),
    LEVELS[4],
)
"""As puzzles were graded first: the fourth level has come to look harder at matches since."""
SOLVERS = tuple(solver(level, width) for level, width in zip(_SOLVING, (1, 2, 4, 6, 8), strict=True))
