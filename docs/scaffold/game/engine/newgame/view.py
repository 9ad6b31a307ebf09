"""The view of New Game for pictures and text; nothing is hidden."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from engine.core.ask import Ask
from engine.newgame.state import State


class NewGameView(Struct, frozen=True):
    """The public position. Heaps are in the order of their labels A, B, C …"""

    turn: int
    turn_number: int
    to_move: tuple[int, ...]
    heaps: tuple[int, ...]
    taken: tuple[int, ...]
    winners: tuple[int, ...]
    reason: str
    """Empty while the match runs."""
    seat: int | None = None
    """The seat that this view is for; None for the public view."""


def view(s: State, seat: int | None, asks: Sequence[Ask]) -> NewGameView:
    """The position as the seat may see it."""
    return NewGameView(
        turn=s.turn,
        turn_number=s.number,
        to_move=tuple(ask.seat for ask in asks),
        heaps=tuple(s.heaps),
        taken=tuple(s.taken),
        winners=s.outcome.winners if s.outcome else (),
        reason=s.outcome.reason if s.outcome else "",
        seat=seat,
    )
