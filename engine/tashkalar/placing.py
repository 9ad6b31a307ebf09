"""The place action."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Option, Script, later
from engine.tashkalar import options
from engine.tashkalar.data.content import COMMON
from engine.tashkalar.pieces import empty, piece_event, put
from engine.tashkalar.state import EMPTY, State, free_doubles
from engine.tashkalar.summoning import same_type


def place(s: State) -> Script[None]:
    """Place a common on an empty square; with an empty supply, an own common or heroic piece is picked up first."""
    colour = s.colours[s.turn]
    if not free_doubles(s, colour):
        taken: int = yield Ask(s.control, "tashkalar.pick-up", options.pieces(s, same_type(s, colour, COMMON)))
        yield pick_up(s, taken)
    at: int = yield Ask(s.control, "tashkalar.place-on", later(_squares, (s,)))
    s.actions -= 1
    yield put(s, colour, COMMON, at)


def _squares(s: State) -> list[Option]:
    return options.squares(empty(s))


def pick_up(s: State, square: int) -> Event:
    """Take a piece from the arena to place it again, which does not count as destroying it."""
    event = piece_event(s, "picked-up", square)
    s.board[square] = EMPTY
    return event
