"""The state of a match of New Game: plain data."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.game import Outcome
from engine.newgame.data.content import CONTENT


class State(Struct):
    last_wins: bool
    """Whether taking the last stone wins; otherwise it loses."""
    turn: int = 0
    number: int = 0
    """The number of the turn; 0 before the set-up."""
    heaps: list[int] = field(default_factory=lambda: [heap.stones for heap in CONTENT.heap])
    taken: list[int] = field(default_factory=lambda: [0, 0])
    """Number of stones taken by each side."""
    outcome: Outcome | None = None
    rules: int = 1
    """The rules version that the match began with; a changed reading asks `if s.rules >= 2`."""
