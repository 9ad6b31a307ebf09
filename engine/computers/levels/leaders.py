"""The five levels of Leaders."""

from engine.computers.level import Level, Plan

LEVELS = (
    Level(Plan(effort=1_000, width=1), misjudges=1.0, overlooks=0.35),
    Level(Plan(effort=2_000, width=2, sharp=10), misjudges=0.4, overlooks=0.12),
    Level(Plan(effort=4_000, width=3, candidates=5, horizon=2, sharp=60, answer_sharp=15), misjudges=0.15),
    Level(Plan(effort=20_000, width=8, candidates=20, answer_width=2, horizon=2, sharp=1_000, answer_sharp=60)),
    Level(
        Plan(
            effort=200_000,
            width=57,
            candidates=113,
            answer_width=6,
            horizon=2,
            sharp=200_000,
            answer_sharp=300,
            proof=120_000,
        )
    ),
)
