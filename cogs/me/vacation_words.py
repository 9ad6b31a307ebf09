"""Texts for a person about their own vacations."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from db.rows import Match, Vacation
from engine.core.text import Text, text
from table.clocks.clocks import span
from table.clocks.vacation_allowance import allowance_left, current_vacation
from table.outbox.outgoing import moment


def vacation_text(starts: int, ends: int, now: int) -> Text:
    """The answer to a vacation that begins or is planned."""
    if starts > now:
        return text(
            "You will be on vacation from {starts} until {ends}: the clocks of your matches will "
            "stop, and you may still move. `/me back` cancels it.",
            starts=moment(starts, "full"),
            ends=moment(ends, "full"),
        )
    return text(
        "You are on vacation until {ends}: the clocks of your matches are stopped, and you may "
        "still move. `/me back` ends it.",
        ends=moment(ends, "full"),
    )


def announcement_text(matches: Sequence[Match]) -> Text:
    """The number of matches in which the vacation is announced."""
    if not matches:
        return text("You have no matches in progress.")
    return text("Announced in {n} match.", "Announced in {n} matches.", n=len(matches))


def allowance_lines(vacations: Sequence[Vacation], years: Iterable[int]) -> list[Text]:
    """A line for each year with the vacation left in it."""
    return [
        text("Vacation left in {year}: {left}.", year=year, left=span(allowance_left(vacations, year)))
        for year in years
    ]


def vacation_lines(vacations: Sequence[Vacation], now: int) -> list[Text]:
    """A line for the current vacation and for each planned one."""
    here = current_vacation(vacations, now)
    lines = [text("You are on vacation until {ends}.", ends=moment(here.ends, "full"))] if here else []
    for one in vacations:
        if one.starts > now:
            starts, ends = moment(one.starts, "full"), moment(one.ends, "full")
            lines.append(text("Vacation from {starts} until {ends}.", starts=starts, ends=ends))
    return lines
