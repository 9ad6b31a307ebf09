"""A match opened at a table without Discord, and a clock that stands still until it is moved."""

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
    """A new interaction number."""
    return next(_numbers)


async def begin(table: Table, game: str = "leaders", terms: Terms | None = None) -> Match:
    """Let Ada invite Bartek, who joins."""
    opening = await table.seating.prepare(game, ADA, [BARTEK], terms or Terms(), HERE, can_thread=False)
    match = await table.seating.open(opening, HERE, "en", interaction())
    await table.seating.join(match.id, BARTEK, interaction())
    await table.deliver(match.id)
    return match
