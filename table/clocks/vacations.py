"""Starting and ending vacations: they stop the clocks of the person's matches and are announced there."""

from __future__ import annotations

import json

from msgspec import Struct

from db.rows import Match, NewMessage, Vacation
from engine.core.text import text
from table.clocks.vacation_allowance import current_vacation, plan_vacation, year_of, year_start
from table.matches.moves import Moves
from table.queues import Queues, retry_if_changed
from table.user_error import UserError


class Leave(Struct, frozen=True):
    """A stored vacation."""

    starts: int
    ends: int
    now: int
    matches: tuple[Match, ...]
    """The running matches in which it is announced."""


class Vacations:
    """Stores vacations; requests of the same person are queued."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store
        self._queue = Queues().turn

    async def of(self, person: int) -> list[Vacation]:
        """The person's vacations since the start of this year."""
        return await self._store.clock_stops.vacations(person, year_start(year_of(self._moves.now)))

    @retry_if_changed
    async def leave(self, person: int, days: int, starts_in: int, interaction: int) -> Leave:
        """Store a vacation if the allowance permits it, and announce it in the person's matches."""
        async with self._queue(person):
            now = self._moves.now
            known = await self.of(person)
            starts, ends = plan_vacation(known, now, days, starts_in)
            payload = {"user": person, "starts": starts, "ends": ends, "planned": starts > now}
            news = NewMessage(kind="away", payload=json.dumps(payload))
            besides = year_start(year_of(now)), known
            matches = await self._store.clock_stops.start_vacation(
                person, starts, ends, news, besides=besides, interaction=interaction
            )
        self._announce(matches)
        return Leave(starts, ends, now, tuple(matches))

    async def back(self, person: int, interaction: int) -> bool:
        """End the current vacation, or cancel planned ones. Returns whether the person was away."""
        async with self._queue(person):
            away = current_vacation(await self.of(person), self._moves.now) is not None
            news = NewMessage(kind="back", payload=json.dumps({"user": person, "planned": not away}))
            matches = await self._store.clock_stops.end_vacation(person, news, interaction=interaction)
        if matches is None:
            raise UserError(text("You are not on vacation, and none is planned."))
        self._announce(matches)
        return away

    def _announce(self, matches: list[Match]) -> None:
        self._moves.announce([match.channel for match in matches])
        self._moves.wake(self._moves.now)  # the due rows of these matches have been made due now
