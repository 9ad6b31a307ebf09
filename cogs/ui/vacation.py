"""Vacation in words: for the other players, and for the person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogs.ui.panel import mention
from cogs.ui.times import stamp
from db.rows import Match, Seat, Vacation
from engine.core.text import Text, text
from table.clocks import span
from table.vacation import left, present


def away(_: Sequence[Seat], payload: Mapping[str, Any]) -> Text:
    """News for a match: one of its players goes, or will go, on vacation."""
    who, ends = mention(payload["user"]), stamp(int(payload["ends"]))
    if payload.get("planned"):
        return text(
            "{who} will be on vacation from {starts} until {ends}; the clocks will stand still.",
            who=who,
            starts=stamp(int(payload["starts"])),
            ends=ends,
        )
    return text("{who} is on vacation until {ends}; the clocks stand still.", who=who, ends=ends)


def back(_: Sequence[Seat], payload: Mapping[str, Any]) -> Text:
    """News for a match: one of its players has come back, or will not go."""
    who = mention(payload["user"])
    if payload.get("planned"):
        return text("{who} is not going on vacation after all.", who=who)
    return text("{who} is back from vacation.", who=who)


def farewell(starts: int, ends: int, now: int) -> Text:
    """To who goes on vacation."""
    if starts > now:
        return text(
            "You will be on vacation from {starts} until {ends}: no clock of your matches will run, and you may still "
            "move. `/me back` cancels it.",
            starts=stamp(starts, "f"),
            ends=stamp(ends, "f"),
        )
    return text(
        "You are on vacation until {ends}: no clock of your matches runs, and you may still move. `/me back` ends it.",
        ends=stamp(ends, "f"),
    )


def told(matches: Sequence[Match]) -> Text:
    """Where the others read of it."""
    if not matches:
        return text("You have no running match.")
    return text("It is told in {n} match.", "It is told in {n} matches.", n=len(matches))


def remaining(vacations: Sequence[Vacation], years: Iterable[int]) -> list[Text]:
    """What is left of these years' allowance."""
    return [text("Vacation left in {year}: {left}.", year=year, left=span(left(vacations, year))) for year in years]


def ahead(vacations: Sequence[Vacation], now: int) -> list[Text]:
    """The person's vacations from now on."""
    here = present(vacations, now)
    lines = [text("You are on vacation until {ends}.", ends=stamp(here.ends, "f"))] if here else []
    for one in vacations:
        if one.starts > now:
            starts, ends = stamp(one.starts, "f"), stamp(one.ends, "f")
            lines.append(text("Vacation from {starts} until {ends}.", starts=starts, ends=ends))
    return lines
