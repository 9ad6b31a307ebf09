"""All that a seat can do in its decision, up to the boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from engine.core.position import Position

Lines = dict[tuple[str, ...], tuple[str, ...]]
"""By the codes that are picked, whatever their order: a line that picks them."""


class TooMany(Exception):
    """There is more to try than was allowed."""


class Reached(Struct, frozen=True):
    """Where some lines of equally many picks lead; the position is for looking at only."""

    lines: Lines
    picks: int
    position: Position
    tried: int
    """Picks tried so far."""


def reached(position: Position, seat: int, most: int, hopeless: Callable[[Any, int], bool]) -> Iterator[Reached]:
    """What every pick of the seat that is asked leads to, those after fewer picks first; `TooMany` after so many.

    Positions that come to the same (`Game.alike`) are gone on from once, with the fewest picks that lead there;
    those that are hopeless (a state at a rest, the seat) are not.
    """
    waiting: list[tuple[Lines, Position]] = [({(): ()}, position.fork())]
    seen: set[object] = set()
    tried = picks = 0
    while waiting:
        picks += 1
        found: dict[object, tuple[Lines, Position]] = {}
        for lines, here in waiting:
            ask = here.ask_of(seat)
            assert ask is not None
            options = list(ask.options)
            tried += len(options)
            if tried > most:
                raise TooMany
            for option in options:
                there = here if option is options[-1] else here.fork()
                there.answer(ask, option, hold=True, listed=False)
                longer = {tuple(sorted(line := (*one, option.code))): line for one in lines.values()}
                yield Reached(longer, picks, there, tried)
                if there.boundary or (key := _key(there)) in seen or (not there.picks and hopeless(there.state, seat)):
                    continue
                if key in found:
                    found[key][0].update(longer)
                else:
                    found[key] = longer, there
        seen.update(found)
        waiting = list(found.values())


def _key(position: Position) -> Any:
    """Equal for positions from which the same can be reached."""
    mark = position.mark()
    alike = position.game.alike
    return mark if alike is None or mark[2] else alike(position.state)
