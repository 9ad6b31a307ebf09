"""What can be asked for in a puzzle of a game: a measure of what a turn has brought, and its words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from engine.core.ask import Ask, Option
from engine.core.text import Text


class Aim(Struct, frozen=True):
    """A kind of puzzle: the turn that brings the most of something."""

    measure: Callable[[Any, Any, int], int | None]
    """The state at the start, the state now, a seat → how much it has brought; None while there is nothing to measure.

    Chance and what is hidden have no part in it: what a puzzle asks for is certain."""
    task: Callable[[int], Text]
    """What is asked for, given the most that can be reached."""
    short: Callable[[int], Text]
    """What is said to a turn that has brought less: so much."""
    suits: Callable[[Any, int], Mapping[str, Any] | None]
    """A state at a rest, a seat → the position to be asked about, as it is written, or None if it is of no interest."""
    least: int = 1
    """What is worth asking for."""
    ceiling: int | None = None
    """What no turn can exceed, where that is known: whoever has reached it need not look for more."""
    hopeless: Callable[[Any, int], bool] = lambda _state, _seat: False
    """Whether nothing that is worth asking for can come of a state at a rest any more, whatever the seat does."""
    foreseen: bool = False
    """Whether what the game's judge thinks of a position foresees the very thing that is asked for: then somebody who
    goes by it is not greedy, but looks ahead."""
    matters: Callable[[Any, Ask], Sequence[Option]] | None = None
    """Of what a question offers, what a proof must try: the rest is surely no part of a shortest way to the best."""
    most_tried: int = 150_000
    """Picks that a proof may take; a position with more decisions is left alone."""
    options: Mapping[str, str | int | bool] = {}
    """The options of the matches that positions are looked for in, where they are not the usual ones."""
