"""Puzzle aims: how a turn is measured, and the texts of the task."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.core.ask import Ask, Option
from engine.core.text import Text


class Aim(Struct, frozen=True):
    """A kind of puzzle: find the turn with the highest measure."""

    measure: Callable[[Any, Any, int], int | None]
    """Measure the seat's gain from the start state to the state now; None while there is nothing to measure.

    The result never depends on chance or on hidden things."""
    task: Callable[[int], Text]
    """The task, given the highest measure that can be reached."""
    short: Callable[[int], Text]
    """The answer to a turn that reached less, given what it reached."""
    suits: Callable[[Any, int], Mapping[str, Any] | None]
    """The written position for a puzzle from a state at a rest and a seat; None if it makes no puzzle."""
    least: int = 1
    """The lowest measure that makes a puzzle."""
    ceiling: int | None = None
    """The highest measure that any turn can reach, if known; a search that reaches it stops."""
    hopeless: Callable[[Any, int], bool] = lambda _state, _seat: False
    """Whether no continuation from a state at a rest can reach `least`."""
    foreseen: bool = False
    """Whether the game's evaluation already foresees this aim; a player who follows it is then not a greedy one."""
    matters: Callable[[Any, Ask], Sequence[Option]] | None = None
    """The options that a proof must try; the others are never part of a shortest best turn."""
    most_tried: int = 150_000
    """The most picks that a proof may try; positions that need more are skipped."""
    options: Mapping[str, str | int | bool] = {}
    """Match options for generating positions, where they differ from the defaults."""
