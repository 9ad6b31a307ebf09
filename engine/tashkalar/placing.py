"""The place action."""

from __future__ import annotations

from engine.core.ask import Ask, Event, Option, Script, later
from engine.tashkalar import options
from engine.tashkalar.data.content import COMMON
from engine.tashkalar.pieces import empty, put, told
from engine.tashkalar.state import EMPTY, State, free_doubles
from engine.tashkalar.summoning import same_type


def place(s: State) -> Script[None]:
    """A common on an empty square; without one in the supply, an own common or heroic piece is picked up first."""
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
    """A piece is taken from the arena to be used again; that is no destruction."""
    event = told(s, "picked-up", square)
    s.board[square] = EMPTY
    return event
