"""The yearly vacation allowance, counted to the second. Pure arithmetic; years are in UTC."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime

from db.rows import Vacation
from engine.core.text import text
from table.clocks.clocks import DAY, span
from table.user_error import UserError

DAYS_PER_YEAR = 30
MAX_VACATION_DAYS = 2 * DAYS_PER_YEAR
"""Days of the longest vacation: the allowances of two years, around New Year."""
MAX_DAYS_AHEAD = 180
"""Days ahead within which a vacation must begin."""


def year_of(at: int) -> int:
    """The year of a time."""
    return datetime.fromtimestamp(at, UTC).year


def year_start(year: int) -> int:
    """The first second of a year."""
    return int(datetime(year, 1, 1, tzinfo=UTC).timestamp())


def seconds_in_year(starts: int, ends: int, year: int) -> int:
    """The seconds from `starts` to `ends` that are in the year."""
    return max(0, min(ends, year_start(year + 1)) - max(starts, year_start(year)))


def allowance_left(vacations: Iterable[Vacation], year: int) -> int:
    """The seconds of the year's allowance that these vacations leave."""
    return max(0, DAYS_PER_YEAR * DAY - sum(seconds_in_year(one.starts, one.ends, year) for one in vacations))


def years_touched(starts: int, ends: int) -> range:
    """The years that a vacation from `starts` to `ends` touches."""
    return range(year_of(starts), year_of(ends - 1) + 1)


def current_vacation(vacations: Iterable[Vacation], now: int) -> Vacation | None:
    """The vacation that contains `now`; None if there is none."""
    return next((one for one in vacations if one.starts <= now < one.ends), None)


def plan_vacation(vacations: Iterable[Vacation], now: int, days: int, starts_in: int = 0) -> tuple[int, int]:
    """The start and end of a new vacation. Raises UserError if it overlaps one of these or exceeds the allowance."""
    if days < 1:
        raise UserError(text("A vacation lasts at least one day."))
    if not 0 <= starts_in <= MAX_DAYS_AHEAD:
        raise UserError(text("A vacation must begin within the next {n} days.", n=MAX_DAYS_AHEAD))
    known = list(vacations)
    starts = now + starts_in * DAY
    ends = starts + min(days, MAX_VACATION_DAYS + 1) * DAY
    for one in known:
        if one.starts < ends and starts < one.ends:
            raise UserError(
                text(
                    "You already have a vacation from {starts} until {ends}. `/me back` ends or cancels it.",
                    starts=f"<t:{one.starts}:f>",
                    ends=f"<t:{one.ends}:f>",
                )
            )
    for year in years_touched(starts, ends):
        if seconds_in_year(starts, ends, year) > allowance_left(known, year):
            raise UserError(
                text(
                    "You have {n} days of vacation a year. Left in {year}: {left}.",
                    n=DAYS_PER_YEAR,
                    year=year,
                    left=span(allowance_left(known, year)),
                )
            )
    return starts, ends
