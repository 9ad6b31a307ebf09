"""All possibilities of a seat's decision, up to the boundary."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from engine.core.ask import Ask, Option
from engine.core.position import Position

Lines = dict[tuple[str, ...], tuple[str, ...]]
"""Maps a sorted set of picked codes to one line that picks them."""


class TooMany(Exception):
    """More picks would be needed than allowed."""


class Interrupted(Exception):
    """In some line another seat is asked before the turn is over: the decision is not this seat's alone."""


class Reached(Struct, frozen=True):
    """The position that some lines of equal length lead to; read-only."""

    lines: Lines
    picks: int
    position: Position
    tried: int
    """Number of picks tried so far."""


def reached(
    position: Position,
    seat: int,
    most: int,
    hopeless: Callable[[Any, int], bool],
    matters: Callable[[Any, Ask], Sequence[Option]] | None = None,
) -> Iterator[Reached]:
    """Yield all positions the seat can reach in this decision, fewest picks first.

    Raises `TooMany` before the first depth that would exceed `most` tried picks.
    Of several equal positions (`Game.alike`) only the one with the fewest picks is continued. Hopeless positions are
    not continued: `hopeless` gets the state at a rest and the seat. Only the options that `matters` returns are tried,
    and none that only save clicks (`Game.skipped`).
    """
    number = position.state.number
    waiting: list[tuple[Lines, Position]] = [({(): ()}, position.fork())]
    seen: set[object] = set()
    tried = picks = 0
    while waiting:
        picks += 1
        offered = [_offered(here, seat, matters) for _, here in waiting]
        tried += sum(len(options) for _, options in offered)
        if tried > most:
            raise TooMany
        found: dict[object, tuple[Lines, Position]] = {}
        for (lines, here), (ask, options) in zip(waiting, offered, strict=True):
            for option in options:
                there = here if option is options[-1] else here.fork()
                there.answer(ask, option, hold=True, listed=False)
                if there.awaits >= 0 and there.state.number == number:
                    raise Interrupted
                longer = {tuple(sorted(line := (*one, option.code))): line for one in lines.values()}
                yield Reached(longer, picks, there, tried)
                if there.boundary or (key := _key(there)) in seen:
                    continue
                if there.between_actions and hopeless(there.state, seat):
                    continue
                if key in found:
                    found[key][0].update(longer)
                else:
                    found[key] = longer, there
        seen.update(found)
        waiting = list(found.values())


def _offered(
    position: Position, seat: int, matters: Callable[[Any, Ask], Sequence[Option]] | None
) -> tuple[Ask, list[Option]]:
    """The question to the seat, and the options of it to try."""
    ask, skipped = position.ask_of(seat), position.game.skipped
    assert ask is not None
    options = ask.options if matters is None else matters(position.state, ask)
    return ask, [option for option in options if option.code not in skipped]


def _key(position: Position) -> Any:
    """A key that is equal for positions with the same continuations."""
    mark = position.mark()
    alike = position.game.alike
    return mark if alike is None or mark[2] else alike(position.state)
