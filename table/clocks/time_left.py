"""The time that the players of a match have left, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from db.rows import Match, MatchRows, Vacation
from db.store import Store
from engine.core.text import Text, joined, text
from table.clocks import clocks
from table.matches.live import Live
from table.outbox.outgoing import mention, moment


class Times(Struct, frozen=True):
    """The clock times of a match at one moment."""

    ends: Mapping[int, int | None]
    """The deadlines of the seats to move; None while the clock stands still without a known end."""
    paused: bool
    away: tuple[Vacation, ...]
    now: int
    banks: tuple[int, ...] = ()
    """The seconds left in each seat's bank; empty without a bank."""

    @property
    def over(self) -> list[int]:
        """The seats to move whose time has run out."""
        return [seat for seat, end in self.ends.items() if end is not None and end <= self.now]

    def left(self, seat: int) -> Text | None:
        """The seat's time left; None without a clock."""
        if self.paused:
            return text("paused")
        end = self.ends.get(seat)
        if end is None:
            return None
        return moment(end, "relative") if end > self.now else text("out of time")

    def in_banks(self, live: Live) -> list[Text]:
        """A line with the banks of the seats that are not to move, which have no deadline to show."""
        banks = [
            text("{side} {time}", side=live.name_of(seat), time=clocks.span(left))
            for seat, left in enumerate(self.banks)
            if seat not in self.ends
        ]
        return [text("Time left: {clocks}", clocks=joined(banks, " · "))] if banks else []

    def absences(self) -> list[Text]:
        """A line for each player on vacation."""
        return [
            text("{who} is away until {when}; the clocks are stopped.", who=mention(one.person), when=moment(one.ends))
            for one in self.away
        ]


def stops_since(now: int) -> Callable[[Match], int]:
    """For `Matches.rows`: the time from which clock stops are needed, that of the stored clock times; `now` without a
    clock.
    """

    def since(match: Match) -> int:
        timing = clocks.load_timing(match.timing)
        return min(timing.since, now) if timing else now

    return since


async def load_times(store: Store, match: int, now: int) -> Times:
    """Read the clock times of a match."""
    return await times_of(store, await store.matches.rows(match, stops_since(now)), now)


async def times_of(store: Store, rows: MatchRows, now: int) -> Times:
    """The clock times of a match from rows that were read with `stops_since`."""
    match = rows.match
    if match.status != "live":
        return Times({}, paused=False, away=(), now=now)
    timing = clocks.load_timing(match.timing)
    stopped = any(stop.starts <= now and (stop.ends is None or stop.ends > now) for stop in rows.stops)
    return Times(
        {seat: clocks.deadline(timing, rows.stops, seat) for seat in timing.running} if timing else {},
        paused=rows.paused is not None,
        away=tuple(await store.clock_stops.on_vacation(match.id)) if stopped else (),
        now=now,
        banks=timing.left if timing and clocks.load_clock(match.clock).bank else (),
    )
