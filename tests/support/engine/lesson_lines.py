"""Tries every line of picks in a lesson, to find picks that are called wrong although they can still solve the task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.core.ask import Event
from engine.core.game import AnyGame
from engine.core.position import Position
from engine.learning.goals import Goal, reached
from engine.learning.lessons import Lesson, begin

LONGER_THAN_SOLUTION = 3
"""Number of picks by which a line may be longer than the listed solution."""


class _Node(Struct, eq=False):
    """A state of the lesson, reached by some picks."""

    position: Position
    events: tuple[Event, ...]
    picks: tuple[str, ...]
    solved: bool = False
    failed: bool = False
    before: list[_Node] = []
    solvable: tuple[str, ...] | None = None
    """Picks that solve the task from this state or from one equal to it."""


def refused_solutions(game: AnyGame, lesson: Lesson) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield picks that are judged a failure, each with a line through the same state that solves the task."""
    nodes = _nodes(game, lesson)
    waiting = [node for node in nodes if node.solved]
    for node in waiting:
        node.solvable = node.picks
    while waiting:
        node = waiting.pop()
        for earlier in node.before:
            if earlier.solvable is None:
                earlier.solvable = node.solvable
                waiting.append(earlier)
    for node in nodes:
        if node.failed and node.solvable is not None:
            yield node.picks, node.solvable


def _nodes(game: AnyGame, lesson: Lesson) -> list[_Node]:
    """All states that the picks of the lesson's seat lead to; equal states are continued only once."""
    goals = [lesson.goal, *(wrong.when for wrong in lesson.wrong)]
    wanted = [one for goal in goals for one in _wanted(goal)]
    codes = {code for goal in goals for code in _codes(goal)}
    start = begin(game, lesson)
    layer = [_Node(start.position, (), ())]
    found: dict[Any, _Node] = {}
    for _ in range(len(lesson.solution.split()) + LONGER_THAN_SOLUTION):
        following: list[_Node] = []
        for node in layer:
            ask = node.position.ask_of(lesson.seat)
            if node.solved or ask is None:
                continue
            for option in ask.options:
                if option.code in game.skipped:
                    continue
                there = _after(node, lesson, option.code)
                counts = tuple(_count(one, there) for one in wanted)
                key = (there.position.mark(), there.position.boundary, counts, frozenset(codes & {*there.picks}))
                if key in found:
                    found[key].before.append(node)
                else:
                    found[key] = there
                    following.append(there)
        layer = following
    return list(found.values())


def _after(node: _Node, lesson: Lesson, code: str) -> _Node:
    """The lesson's state after one more pick, judged as in `engine.learning.lessons` but continued after a failure."""
    position = node.position.fork()
    events = (*node.events, *position.pick(lesson.seat, code))
    picks = (*node.picks, code)
    solved = reached(lesson.goal, lesson.seat, position, events, picks)
    wrong = any(reached(one.when, lesson.seat, position, events, picks) for one in lesson.wrong)
    return _Node(position, events, picks, solved, not solved and (wrong or position.boundary), [node])


def _count(wanted: dict[str, Any], node: _Node) -> int:
    """Number of the state's events that match a goal."""
    return sum(reached(Goal(events=(wanted,)), 0, node.position, (event,), ()) for event in node.events)


def _wanted(goal: Goal) -> Iterator[dict[str, Any]]:
    yield from (*goal.events, *goal.never)
    for one in goal.either:
        yield from _wanted(one)


def _codes(goal: Goal) -> Iterator[str]:
    yield from goal.picked
    for one in goal.either:
        yield from _codes(one)
