"""Going on vacation and coming back: the clocks of all the person's matches stand still, and the others are told."""

from __future__ import annotations

import json

from msgspec import Struct

from db.rows import Match, NewMessage, Vacation
from engine.core.text import text
from table.moves import Moves
from table.queues import Queues
from table.sorry import Sorry
from table.vacation import began, plan, present, year_of


class Leave(Struct, frozen=True):
    """A vacation that was entered."""

    starts: int
    ends: int
    now: int
    matches: tuple[Match, ...]
    """The running matches in which it is announced."""


class Vacations:
    """Stores vacations, one request of a person at a time."""

    def __init__(self, moves: Moves) -> None:
        self._moves, self._store = moves, moves.store
        self._queue = Queues().turn

    async def of(self, person: int) -> list[Vacation]:
        """The person's vacations that count, from this year on."""
        return await self._store.vacations(person, began(year_of(self._moves.now)))

    async def leave(self, person: int, days: int, starts_in: int, interaction: int) -> Leave:
        """Enter a vacation of so many days, if there is room for it."""
        async with self._queue(person):
            now = self._moves.now
            starts, ends = plan(await self.of(person), now, days, starts_in)
            payload = {"user": person, "starts": starts, "ends": ends, "planned": starts > now}
            news = NewMessage(kind="away", payload=json.dumps(payload))
            matches = await self._store.start_vacation(person, starts, ends, news, interaction=interaction)
        self._announce(matches)
        return Leave(starts, ends, now, tuple(matches))

    async def back(self, person: int, interaction: int) -> bool:
        """End the present vacation, or cancel planned ones; whether the person was away."""
        async with self._queue(person):
            away = present(await self.of(person), self._moves.now) is not None
            news = NewMessage(kind="back", payload=json.dumps({"user": person, "planned": not away}))
            matches = await self._store.end_vacation(person, news, interaction=interaction)
        if matches is None:
            raise Sorry(text("You are not on vacation, and none is planned."))
        self._announce(matches)
        return away

    def _announce(self, matches: list[Match]) -> None:
        self._moves.announce([match.channel for match in matches])
        self._moves.wake(self._moves.now)  # the due rows of these matches have been made due now
