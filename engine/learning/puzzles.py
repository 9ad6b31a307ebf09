"""Puzzles: positions whose best result was proven by trying every decision, one per line of `puzzles.jsonl`.

A puzzle is solved as soon as its measure reaches the best, even in the middle of a decision, whatever picks lead there.
A try ends with the decision: before chance, before hidden things are shown, before another seat is asked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from msgspec import Struct

from engine.core.aims import Aim
from engine.core.ask import Event
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.core.text import Text


class Puzzle(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A position and the best result of one decision in it."""

    id: str
    """A stable id, under which solved puzzles are stored."""
    aim: str
    position: dict[str, Any]
    best: int
    """The highest measure that can be reached."""
    picks: int
    """The fewest picks that reach it."""
    ways: int
    """Number of different shortest solutions, ignoring the order of picks."""
    grade: int
    """1 (easy) to 5 (hard)."""
    solved: int
    """Percentage of tries in which the five computer levels solve it."""
    solution: str
    """Typed codes that solve it."""
    tried: int = 0
    """Number of picks of its proof."""
    options: dict[str, str | int | bool] = {}
    seat: int = 0


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game by number, counted from 1; raises ValueError for a faulty file."""
    file = files("engine").joinpath(game, "data", "puzzles.jsonl")
    lines = file.read_bytes().splitlines() if file.is_file() else []
    found = tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)
    if len({one.id for one in found}) != len(found):
        raise ValueError(f"{game}/puzzles.jsonl: two puzzles have the same id")
    return found


class Attempt(Struct, frozen=True):
    """The state of a try after some picks."""

    position: Position
    events: tuple[Event, ...]
    """The events since the start."""
    picks: tuple[str, ...]
    value: int | None
    """The current measure."""
    solved: bool = False
    failed: bool = False
    """Whether this try is over and the best not reached."""


def aim_of(game: AnyGame, puzzle: Puzzle) -> Aim:
    return game.aims[puzzle.aim]


def task(game: AnyGame, puzzle: Puzzle) -> Text:
    """The text of the task."""
    return aim_of(game, puzzle).task(puzzle.best)


def begin(game: AnyGame, puzzle: Puzzle) -> Attempt:
    """A new try at the puzzle."""
    return Attempt(Position.read(game, puzzle.options, puzzle.position), (), (), None)


def after(game: AnyGame, puzzle: Puzzle, picks: Sequence[str]) -> Attempt:
    """The try after some picks; raises Refused for a code that is not offered. Picks after the end are ignored."""
    now: Attempt | None = None
    for now in attempts(game, puzzle, picks):
        if now.solved or now.failed:
            break
    return now or begin(game, puzzle)


def attempts(game: AnyGame, puzzle: Puzzle, picks: Sequence[str]) -> Iterator[Attempt]:
    """Yield the state of the try after each pick, up to the end of the decision."""
    start = begin(game, puzzle)
    before, position, events = start.position.fork().state, start.position, start.events
    for count, code in enumerate(picks, 1):
        events = (*events, *position.pick(puzzle.seat, code, hold=True))
        value = aim_of(game, puzzle).measure(before, position.state, puzzle.seat)
        solved = value is not None and value >= puzzle.best
        failed = position.boundary and not solved
        yield Attempt(position, events, tuple(picks[:count]), value, solved, failed)
        if position.boundary:
            return
