"""How much time is left, as people see it: Discord's own timestamps, which everybody reads in their own zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cogs.voice import Voice
from db.rows import Match, Vacation
from engine.core.text import joined, text
from table import clocks
from table.live import Live

if TYPE_CHECKING:
    from cogs.arena import Arena


class Times(Struct, frozen=True):
    """A match's clocks at a glance."""

    ends: dict[int, int | None]
    """When the time of those who are to decide is over; None: not as things stand."""
    paused: bool
    away: tuple[Vacation, ...]
    now: int
    banks: tuple[int, ...] = ()
    """What every seat has left of its bank, where the match is played by one."""

    def left(self, seat: int, speak: Voice) -> str:
        """How much time the seat has; empty without a clock."""
        if self.paused:
            return speak(text("paused"))
        end = self.ends.get(seat)
        if end is None:
            return ""
        return stamp(end, "R") if end > self.now else speak(text("time is over"))

    def kept(self, live: Live, speak: Voice) -> list[str]:
        """What those who are not to decide have in their banks: their clocks stand, and no timestamp tells it."""
        told = [
            text("{side} {time}", side=live.name_of(seat), time=clocks.span(left))
            for seat, left in enumerate(self.banks)
            if seat not in self.ends
        ]
        return [speak(text("In the bank: {clocks}", clocks=joined(told, " · ")))] if told else []

    def absent(self, speak: Voice) -> list[str]:
        """Who is away, and until when."""
        return [
            speak(
                text("{who} is away until {when}; the clocks stand still.", who=f"<@{one.user}>", when=stamp(one.ends))
            )
            for one in self.away
        ]


def stamp(at: int, style: str = "D") -> str:
    """A time as Discord shows it: `D` a date, `R` from now, `f` date and time."""
    return f"<t:{at}:{style}>"


async def times(bot: Arena, match: Match) -> Times:
    """The match's clocks as they stand."""
    timing, stops, now = await bot.path.clocks(match)
    ends = {seat: clocks.deadline(timing, stops, seat) for seat in timing.running} if timing else {}
    if match.status != "live":
        return Times({}, paused=False, away=(), now=now)
    return Times(
        ends,
        await bot.store.paused(match.id) is not None,
        tuple(await bot.store.away(match.id)),
        now,
        timing.left if timing and clocks.load_clock(match.clock).bank else (),
    )
