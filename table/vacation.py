"""Vacation: so much of it a year, counted to the second. Pure arithmetic; years are those of UTC."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from db.rows import Vacation
from engine.core.text import text
from table.clocks import DAY, span
from table.sorry import Sorry

DAYS = 30
"""Of every year."""
LONGEST = 2 * DAYS
"""In days: all of one year and all of the next, around New Year."""
AHEAD = 180
"""So many days ahead a vacation may be planned."""


def year_of(at: int) -> int:
    return datetime.fromtimestamp(at, UTC).year


def began(year: int) -> int:
    """The first second of a year."""
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp())


def within(starts: int, ends: int, year: int) -> int:
    """How many seconds of a stretch lie in the year."""
    return max(0, min(ends, began(year + 1)) - max(starts, began(year)))


def left(vacations: Iterable[Vacation], year: int) -> int:
    """What these vacations leave of the year's allowance."""
    return max(0, DAYS * DAY - sum(within(one.starts, one.ends, year) for one in vacations))


def years(starts: int, ends: int) -> range:
    """The years that a stretch touches."""
    return range(year_of(starts), year_of(ends - 1) + 1)


def present(vacations: Iterable[Vacation], now: int) -> Vacation | None:
    """The vacation that somebody is on."""
    return next((one for one in vacations if one.starts <= now < one.ends), None)


def plan(vacations: Iterable[Vacation], now: int, days: int, starts_in: int = 0) -> tuple[int, int]:
    """From when until when a vacation of so many days lasts, if there is room for it among these."""
    if days < 1:
        raise Sorry(text("A vacation lasts a day at least."))
    if not 0 <= starts_in <= AHEAD:
        raise Sorry(text("A vacation begins within the next {n} days.", n=AHEAD))
    known = list(vacations)
    starts = now + starts_in * DAY
    ends = starts + min(days, LONGEST + 1) * DAY
    for one in known:
        if one.starts < ends and starts < one.ends:
            raise Sorry(
                text(
                    "You already have a vacation from {starts} until {ends}. `/me back` ends or cancels it.",
                    starts=f"<t:{one.starts}:f>",
                    ends=f"<t:{one.ends}:f>",
                )
            )
    for year in years(starts, ends):
        if within(starts, ends, year) > left(known, year):
            raise Sorry(
                text(
                    "There are {n} days of vacation a year. Of those of {year} you have left: {left}.",
                    n=DAYS,
                    year=year,
                    left=span(left(known, year)),
                )
            )
    return starts, ends
