"""A match that is opened at a table without Discord, and a clock that stands until it is moved."""

from __future__ import annotations

from itertools import count

from db.rows import Match
from table.matches.match_terms import Terms
from table.matches.seating import Place
from table.table import Table

ADA, BARTEK = 101, 102
HERE = Place(1, 10, None)


class Clock:
    now = 1_800_000_000.0

    def __call__(self) -> float:
        return self.now


_numbers = count(1)


def interaction() -> int:
    """A number of its own for everything that somebody does."""
    return next(_numbers)


async def begin(table: Table, game: str = "leaders", terms: Terms | None = None) -> Match:
    """Ada has invited Bartek, and he has come."""
    opening = await table.seating.prepare(game, ADA, [BARTEK], terms or Terms(), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await table.seating.join(match.id, BARTEK, interaction())
    await table.deliver(match.id)
    return match
