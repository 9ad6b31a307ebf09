"""Puzzles: positions of a turn whose best result was proven by trying every decision, one to a line of `puzzles.jsonl`.

A puzzle is solved as soon as its measure reaches the best, be it in the midst of a decision, whatever picks lead there.
A try ends with the decision: before chance, before something hidden, before anybody else is asked.
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
    """A position and what can be made of it in one decision."""

    id: str
    """The same whatever puzzles come before it: what people have solved is stored by it."""
    aim: str
    position: dict[str, Any]
    best: int
    """The most that the measure of the aim can reach."""
    picks: int
    """The fewest picks that reach it."""
    ways: int
    """How many different picks, whatever their order, reach it with the fewest."""
    grade: int
    """1 (easy) to 5 (hard)."""
    solved: int
    """In how many of a hundred tries the five levels of the computer solve it."""
    solution: str
    """Codes that solve it, as they would be typed."""
    tried: int = 0
    """Picks that its proof takes."""
    options: dict[str, str | int | bool] = {}
    seat: int = 0


@cache
def puzzles(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game in the order of their numbers, which begin with 1; a faulty file is a `ValueError`."""
    file = files("engine").joinpath(game, "data", "puzzles.jsonl")
    lines = file.read_bytes().splitlines() if file.is_file() else []
    found = tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)
    if len({one.id for one in found}) != len(found):
        raise ValueError(f"{game}/puzzles.jsonl: two puzzles have the same id")
    return found


class Attempt(Struct, frozen=True):
    """How a try stands after some picks."""

    position: Position
    events: tuple[Event, ...]
    """What has happened since the start."""
    picks: tuple[str, ...]
    value: int | None
    """What the measure has reached."""
    solved: bool = False
    failed: bool = False
    """Whether this try is over without the best."""


def aim_of(game: AnyGame, puzzle: Puzzle) -> Aim:
    return game.aims[puzzle.aim]


def task(game: AnyGame, puzzle: Puzzle) -> Text:
    """What is asked for, in words."""
    return aim_of(game, puzzle).task(puzzle.best)


def begin(game: AnyGame, puzzle: Puzzle) -> Attempt:
    """The puzzle's position."""
    return Attempt(Position.read(game, puzzle.options, puzzle.position), (), (), None)


def after(game: AnyGame, puzzle: Puzzle, picks: Sequence[str]) -> Attempt:
    """The puzzle after some picks; a code that cannot be picked is `Refused`. Nothing is picked after its end."""
    now: Attempt | None = None
    for now in attempts(game, puzzle, picks):
        if now.solved or now.failed:
            break
    return now or begin(game, puzzle)


def attempts(game: AnyGame, puzzle: Puzzle, picks: Sequence[str]) -> Iterator[Attempt]:
    """How the try stands after each of these picks, up to the end of the decision."""
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
