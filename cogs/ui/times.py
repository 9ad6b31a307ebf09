"""How much time is left, as people see it: Discord's own timestamps, which everybody reads in their own zone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from cogs.table import clocks
from cogs.voice import Voice
from db.rows import Match, Vacation
from engine.core.text import text

if TYPE_CHECKING:
    from cogs.arena import Arena


class Times(Struct, frozen=True):
    """A match's clocks at a glance."""

    ends: dict[int, int | None]
    """When the time of those who are to decide is over; None: not as things stand."""
    paused: bool
    away: tuple[Vacation, ...]
    now: int

    def left(self, seat: int, speak: Voice) -> str:
        """How much time the seat has; empty without a clock."""
        if self.paused:
            return speak(text("paused"))
        end = self.ends.get(seat)
        if end is None:
            return ""
        return stamp(end, "R") if end > self.now else speak(text("time is over"))

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
    live = match.status == "live"
    return Times(
        ends if live else {},
        live and await bot.store.paused(match.id) is not None,
        tuple(await bot.store.away(match.id)) if live else (),
        now,
    )
