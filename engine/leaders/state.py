"""The state of a match of Leaders: plain data. Figures and spaces are numbers (see `content` and `board`)."""

from __future__ import annotations

from msgspec import Struct, field

from engine.core.game import Outcome
from engine.leaders.board import CROWN
from engine.leaders.data.content import CARD_OF, FIGURES

NOWHERE = -1


class State(Struct):
    mode: str
    crown: bool
    """Whether the crown space counts as a recruitment space."""
    phase: str = "setup"
    """`setup`, `banish`, `action` or `recruit`."""
    first: int = 0
    turn: int = 0
    number: int = 0
    """The turn number, counted across both sides: the first player has the odd ones."""
    at: list[int] = field(default_factory=lambda: [*CROWN, *[NOWHERE] * (len(FIGURES) - 2)])
    squads: list[list[int]] = field(default_factory=lambda: [[0], [1]])
    """Each side's figures in the order they came, the Leader first."""
    acted: int = 0
    """The figures that have acted in this turn, as a mask."""
    recruits: int = 0
    """Recruitments still to be made in this turn."""
    market: list[str] = []
    deck: list[str] = []
    banished: list[str] = []
    banishing: list[int] = []
    """Sides that still have to banish a character in the current banishment."""
    second_banishment: bool = False
    """Whether the second banishment is still to come."""
    seen: dict[str, int] = {}
    """How often each arrangement has stood at the start of a turn, since the last recruitment."""
    outcome: Outcome | None = None
    rules: int = 1
    """The rules version that the match began with; a changed reading asks `if s.rules >= 2`."""


def cards(s: State, side: int) -> list[str]:
    """The side's cards without the Leader; Hermit and Cub are one card."""
    return list(dict.fromkeys(CARD_OF[figure] for figure in s.squads[side][1:]))


def occupied(s: State) -> int:
    """All spaces with a figure on them."""
    found = 0
    at = s.at
    for squad in s.squads:
        for figure in squad:
            found |= 1 << at[figure]
    return found


def figure_on(s: State, space: int) -> int:
    """The figure on that space, or −1."""
    for squad in s.squads:
        for figure in squad:
            if s.at[figure] == space:
                return figure
    return NOWHERE


def side_of(figure: int) -> int:
    """The side a figure belongs to."""
    return figure & 1
