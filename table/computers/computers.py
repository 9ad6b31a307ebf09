"""Computer players: their ids at the seats, and their names.

A person's id is Discord's, which is positive. A computer's id is negative: its last digit is the level, the rest
numbers the match's computers. So two computers of one level are two players, and a computer keeps its id in a rematch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.rows import Seat
from engine.computers.think import NAMES, STRONGEST
from engine.core.text import Text, text

DEFAULT_LEVEL, SUBSTITUTE_LEVEL = 2, 3
"""The default levels of an opponent and of a substitute."""
_DIGIT = 10


def is_computer(person: int | None) -> bool:
    """Whether this is a computer's id."""
    return person is not None and person < 0


def level_of(computer: int) -> int:
    """The level of a computer."""
    return -computer % _DIGIT


def new_computers(count: int, level: int, taken: Iterable[int | None] = ()) -> list[int]:
    """Ids for `count` computers of this level that are not in `taken`."""
    if not 1 <= level <= STRONGEST:
        raise ValueError(f"there is no level {level}")
    used = {-one // _DIGIT for one in taken if one is not None and one < 0}
    free = [number for number in range(1, count + len(used) + 1) if number not in used]
    return [-(number * _DIGIT + level) for number in free[:count]]


def computer_name(computer: int) -> Text:
    """A computer's display name: its level, and its number from the second one of a match on."""
    number, level = -computer // _DIGIT, NAMES[level_of(computer) - 1]
    if number == 1:
        return text("Computer ({level})", level=level)
    return text("Computer {n} ({level})", n=number, level=level)


def computers_at(seats: Sequence[Seat]) -> frozenset[int]:
    """The seats of computers."""
    return frozenset(seat.seat for seat in seats if is_computer(seat.person))
