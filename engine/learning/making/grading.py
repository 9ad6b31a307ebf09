"""How hard a puzzle is: whether greedy play finds it, and how often the five levels of the computer do."""

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

TRIES = 4
"""How often each level tries it, each time with other errors; one that makes none would find the same each time."""
GRADES = (80, 60, 40, 20)
"""A puzzle that is solved in so many of a hundred tries, or more, has grade 1, 2, 3, 4; any other 5."""
_GREEDY = Level(Plan(effort=20_000, width=1, breadth=10**6))
"""Takes the action after which it looks best, without a look at the next; of very many, one that soon looks best."""
_HOPE = 0.3
"""How much of the judge's value is the position, as far as the measure leaves open which is better."""


def is_trivial(game: AnyGame, puzzle: Puzzle) -> bool:
    """Whether somebody finds it who looks one action ahead and takes the one that brings most at once."""
    return _solves(game, puzzle, _GREEDY, "greedy", 0.0 if aim_of(game, puzzle).foreseen else _HOPE)


def in_sight(game: AnyGame, puzzle: Puzzle) -> int:
    """What the strongest level reaches, whatever the best is: little, where hardly anything can be reached."""
    solver = SOLVERS.get(game.key, levels(game))[-1]
    return after(game, puzzle, _decision(game, puzzle, solver, puzzle.id, _HOPE)).value or 0


def solved_of_hundred(game: AnyGame, puzzle: Puzzle) -> int:
    """In how many of a hundred tries the five levels solve it."""
    return round(100 * fmean(_share(game, puzzle, level) for level in SOLVERS.get(game.key, levels(game))))


def _share(game: AnyGame, puzzle: Puzzle, level: Level) -> float:
    """The share of a level's tries that solve it."""
    tries = TRIES if level.misjudges or level.overlooks else 1
    return fmean(_solves(game, puzzle, level, f"{puzzle.id}/{n}") for n in range(tries))


def grade(solved: int) -> int:
    """1 (easy) to 5 (hard)."""
    return 1 + sum(solved < bar for bar in GRADES)


def _solves(game: AnyGame, puzzle: Puzzle, level: Level, seed: str, hope: float = _HOPE) -> bool:
    """Whether the decision that a level makes reaches it."""
    return after(game, puzzle, _decision(game, puzzle, level, seed, hope)).solved


def _decision(game: AnyGame, puzzle: Puzzle, level: Level, seed: str, hope: float) -> tuple[str, ...]:
    """What a level decides for the sake of the aim, with no look at what follows."""
    start = begin(game, puzzle).position
    alone = replace(level, plan=replace(level.plan, candidates=1, sharp=0))
    return decide_by(start, puzzle.seat, alone, seed, _judge(game, puzzle, start, hope)).codes


def _judge(game: AnyGame, puzzle: Puzzle, start: Position, hope: float) -> Any:
    """What the measure has reached of the best, and a little what the position is worth."""
    measure, worth, before = aim_of(game, puzzle).measure, worth_of(game), start.fork().state

    def judge(state: Any, seat: int) -> float:
        value = measure(before, state, seat)
        if value is not None and value >= puzzle.best:
            return 0.999
        share = max(value or 0, 0) / puzzle.best
        return (1 - hope) * share + hope * (worth(state, seat) if state.outcome is None else 0.0)

    return judge
