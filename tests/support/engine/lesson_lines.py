"""Every line of picks in a lesson: which tries are called wrong although the task can still be solved."""

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
"""Lines are tried up to so many picks more than the listed solution has."""


class _Node(Struct, eq=False):
    """One way things can stand in the lesson."""

    position: Position
    events: tuple[Event, ...]
    picks: tuple[str, ...]
    solved: bool = False
    failed: bool = False
    before: list[_Node] = []
    solvable: tuple[str, ...] | None = None
    """Picks that solve the task and begin as this node's do, or as those of a node that is equal to it."""


def refused_solutions(game: AnyGame, lesson: Lesson) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Picks that end the try as a failure, each with a line through the same place that solves the task."""
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
    """Everything that the picks of the lesson's seat lead to; equal nodes are gone on from once."""
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
                told = tuple(_count(one, there) for one in wanted)
                key = (there.position.mark(), there.position.boundary, told, frozenset(codes & {*there.picks}))
                if key in found:
                    found[key].before.append(node)
                else:
                    found[key] = there
                    following.append(there)
        layer = following
    return list(found.values())


def _after(node: _Node, lesson: Lesson, code: str) -> _Node:
    """The lesson after one pick more, judged as `engine.learning.lessons` does, but gone on with although it failed."""
    position = node.position.fork()
    events = (*node.events, *position.pick(lesson.seat, code))
    picks = (*node.picks, code)
    solved = reached(lesson.goal, lesson.seat, position, events, picks)
    wrong = any(reached(one.when, lesson.seat, position, events, picks) for one in lesson.wrong)
    return _Node(position, events, picks, solved, not solved and (wrong or position.boundary), [node])


def _count(wanted: dict[str, Any], node: _Node) -> int:
    """How many of the node's events are such as a goal names."""
    return sum(reached(Goal(events=(wanted,)), 0, node.position, (event,), ()) for event in node.events)


def _wanted(goal: Goal) -> Iterator[dict[str, Any]]:
    yield from (*goal.events, *goal.never)
    for one in goal.either:
        yield from _wanted(one)


def _codes(goal: Goal) -> Iterator[str]:
    yield from goal.picked
    for one in goal.either:
        yield from _codes(one)
