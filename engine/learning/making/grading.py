"""The difficulty of puzzles: whether greedy play solves them, and how often the five computer levels do."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from msgspec.structs import replace

from engine.computers.level import Level, Plan
from engine.computers.levels import SOLVERS
from engine.computers.think import decide_by, levels, worth_of
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.learning.puzzles import Puzzle, after, aim_of, begin

TRIES_PER_LEVEL = 4
"""Tries of each level, each with other errors. Levels without errors try once."""
GRADE_PERCENTAGES = (80, 60, 40, 20)
"""Least percentages of solved tries for grades 1 to 4; below the last the grade is 5."""
_GREEDY = Level(Plan(effort=20_000, width=1, breadth=10**6))
"""A greedy player: takes the action with the best position right after it."""
_EVALUATION_WEIGHT = 0.3
"""Weight of the position's evaluation beside the measure."""


def is_trivial(game: AnyGame, puzzle: Puzzle) -> bool:
    """Whether a greedy player, who looks one action ahead, solves the puzzle."""
    return _solves(game, puzzle, _GREEDY, "greedy", 0.0 if aim_of(game, puzzle).foreseen else _EVALUATION_WEIGHT)


def in_sight(game: AnyGame, puzzle: Puzzle) -> int:
    """The measure that the strongest level reaches; a low one hints that the best is low, too."""
    solver = SOLVERS.get(game.key, levels(game))[-1]
    return after(game, puzzle, _decision(game, puzzle, solver, puzzle.id, _EVALUATION_WEIGHT)).value or 0


def solved_of_hundred(game: AnyGame, puzzle: Puzzle) -> int:
    """Percentage of tries in which the five levels solve it."""
    return round(100 * fmean(_share(game, puzzle, level) for level in SOLVERS.get(game.key, levels(game))))


def _share(game: AnyGame, puzzle: Puzzle, level: Level) -> float:
    """The share of a level's tries that solve it."""
    tries = TRIES_PER_LEVEL if level.misjudges or level.overlooks else 1
    return fmean(_solves(game, puzzle, level, f"{puzzle.id}/{n}") for n in range(tries))


def grade(solved: int) -> int:
    """The grade from 1 (easy) to 5 (hard), from the percentage of solved tries."""
    return 1 + sum(solved < bar for bar in GRADE_PERCENTAGES)


def _solves(game: AnyGame, puzzle: Puzzle, level: Level, seed: str, hope: float = _EVALUATION_WEIGHT) -> bool:
    """Whether the level's decision solves the puzzle."""
    return after(game, puzzle, _decision(game, puzzle, level, seed, hope)).solved


def _decision(game: AnyGame, puzzle: Puzzle, level: Level, seed: str, hope: float) -> tuple[str, ...]:
    """The decision of a level that pursues only the aim and does not search replies."""
    start = begin(game, puzzle).position
    alone = replace(level, plan=replace(level.plan, candidates=1, sharp=0))
    return decide_by(start, puzzle.seat, alone, seed, _judge(game, puzzle, start, hope)).codes


def _judge(game: AnyGame, puzzle: Puzzle, start: Position, hope: float) -> Any:
    """An evaluation: the share of the best measure, plus a little of the position's own evaluation."""
    measure, worth, before = aim_of(game, puzzle).measure, worth_of(game), start.fork().state

    def judge(state: Any, seat: int) -> float:
        value = measure(before, state, seat)
        if value is not None and value >= puzzle.best:
            return 0.999
        share = max(value or 0, 0) / puzzle.best
        return (1 - hope) * share + hope * (worth(state, seat) if state.outcome is None else 0.0)

    return judge
