"""The options that computer players consider: few squares for a new piece, no detours."""

from __future__ import annotations

from collections.abc import Sequence

from engine.core.ask import Ask, Option
from engine.core.masks import spaces_of
from engine.tashkalar.board import CENTRE, FULL, NEXT, WITHIN
from engine.tashkalar.computer.readiness import completing
from engine.tashkalar.computer.task_prospects import prospect
from engine.tashkalar.data.content import RANK
from engine.tashkalar.options import DONE, PASS
from engine.tashkalar.pieces import occupied, of_rank, own
from engine.tashkalar.state import EMPTY, State, piece

SQUARES = frozenset({"tashkalar.place-on", "tashkalar.put", "tashkalar.leap-to"})
MOST = 14
"""Most empty squares to consider for a piece that may be placed anywhere."""
_READY, _NEARER, _NEXT, _MIDDLE, _TASK = 6, 1, 0.5, 0.25, 12.0


def considered(s: State, ask: Ask) -> Sequence[Option]:
    """The options worth considering: keep control, bury no cards, place pieces where patterns or tasks need them."""
    options = ask.options
    if ask.prompt == "tashkalar.bury":
        return (DONE,)
    if options[-1] is PASS:
        options = options[:-1]
    if ask.prompt in SQUARES and len(options) > MOST:
        return _promising(s, ask.seat, options)
    return options


def _promising(s: State, seat: int, options: Sequence[Option]) -> Sequence[Option]:
    taken = occupied(s)
    free = [option for option in options if option.value >= 0 and not taken >> option.value & 1]
    if len(free) <= MOST:
        return options
    merits = _merits(s, seat, taken)
    if s.form == "high":
        _add_tasks(s, seat, [option.value for option in free], merits)
    best = sorted(free, key=lambda option: (-merits.get(option.value, 0.0), option.value))[:MOST]
    kept = {option.value for option in best}
    return [option for option in options if option.value < 0 or taken >> option.value & 1 or option.value in kept]


def _merits(s: State, seat: int, taken: int) -> dict[int, float]:
    """By square: how much a common there would help to summon the cards in hand."""
    colour = s.colours[seat]
    common, heroic, legendary = own(s, colour), own(s, colour, 1), own(s, colour, 2)
    legendaries = of_rank(s, 2)
    rooms = (FULL & ~legendaries & ~of_rank(s, 1), FULL & ~legendaries, FULL)
    merits: dict[int, float] = {}
    around = 0
    for square in spaces_of(common):
        around |= NEXT[square]
    for squares, merit in ((around or WITHIN[CENTRE][2], _NEXT), (WITHIN[CENTRE][2], _MIDDLE)):
        for square in spaces_of(squares & FULL & ~taken):
            merits[square] = merits.get(square, 0.0) + merit
    for card in s.hands[seat] + s.legends[seat]:
        ready, nearer = completing(card, rooms[RANK[card]], FULL & ~taken, common, heroic, legendary)
        for masks, merit in ((ready, _READY), (nearer, _NEARER)):
            for found in masks:
                for square in spaces_of(found):
                    merits[square] = merits.get(square, 0.0) + merit
    return merits


def _add_tasks(s: State, seat: int, squares: list[int], merits: dict[int, float]) -> None:
    """Add the merit of squares where a common would advance current tasks."""
    colour = s.colours[seat]
    now, common = prospect(s, colour), piece(colour, 0)
    for square in squares:
        s.board[square] = common
        merits[square] = merits.get(square, 0.0) + _TASK * (prospect(s, colour) - now)
        s.board[square] = EMPTY
