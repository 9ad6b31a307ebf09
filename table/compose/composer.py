"""Maps each kind of message to the function that composes it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import msgspec

from db.rows import Match, MatchRows, Message, Outdated
from db.store import Store
from db.tables.daily_puzzles import DAILY_KIND
from engine.core.text import text
from table.clocks.time_left import stops_since
from table.compose import clock, daily, invitation, notices, offers, payloads, rated, turn
from table.compose.context import Context, LiveOf, LogOf, Recipients, ServerContext
from table.compose.words import names
from table.exercises.puzzles import Puzzles
from table.outbox.outgoing import Line, Outgoing

COMPOSERS: Mapping[str, Callable[[Context], Awaitable[Outgoing | None]]] = {
    "turn": turn.turn,
    "invitation": invitation.invitation,
    "cancelled": invitation.cancelled,
    "offer": offers.offer,
    "declined": offers.declined,
    "substitute": offers.substitute,
    "substituted": offers.substituted,
    "flag": clock.flag,
    "paused": clock.paused,
    "resumed": clock.resumed,
    "away": clock.away,
    "back": clock.back,
    "rated": rated.rated,
    "call": notices.notice,
    "remind": notices.notice,
    "ended": notices.notice,
    "claim": notices.notice,
    "answer": notices.notice,
    "invited": notices.notice,
    "prompt": turn.prompt,
}
FINAL_COMPOSERS: Mapping[str, Callable[[Context], Awaitable[Outgoing]]] = {
    "invitation": invitation.full,
    "offer": offers.answered,
    "substitute": offers.substitute_answered,
    "flag": clock.flag_settled,
}
"""Functions for the final state of messages that no longer apply; other kinds are deleted."""
SERVER_COMPOSERS: Mapping[str, Callable[[ServerContext], Awaitable[Outgoing | None]]] = {DAILY_KIND: daily.daily}
"""The composers of messages that belong to a server and to no match."""


class Composer:
    """Composes outbox rows from the state that is stored when they are sent."""

    def __init__(
        self,
        store: Store,
        live_of: LiveOf,
        log_of: LogOf,
        recipients: Recipients,
        clock: Callable[[], float],
        puzzles: Puzzles,
    ) -> None:
        self._store, self._live_of, self._log_of, self._puzzles = store, live_of, log_of, puzzles
        self._recipients, self._clock = recipients, clock

    async def __call__(self, message: Message, rows: MatchRows | None = None) -> Outgoing | None:
        """The composed message, None if it no longer applies. `rows` are those of its match; they are read if not
        given.
        """
        return await self._compose(message, rows=rows)

    async def plainly(self, message: Message) -> Outgoing:
        """The replacement for a message that cannot be composed: it says that there is something new."""
        if message.guild is not None:
            return await daily.plainly(ServerContext(message, self._store, self._puzzles))
        match = await self._store.matches.get(message.of_match)
        pinged = await self._called(message, match)
        lines = [Line(text("There is something new in match {n}.", n=match.id))]
        if pinged:
            lines.append(Line(text("{names}, it is your move.", names=names(pinged))))
        language = (await self._store.people.get(message.person)).language if message.person else ""
        return Outgoing(match.id, match.version, language or match.language, tuple(lines), pings=tuple(pinged))

    async def _called(self, message: Message, match: Match) -> list[int]:
        """The people to move whom the board was to ping."""
        if message.kind != "turn" or match.status != "live":
            return []
        call = msgspec.json.decode(message.payload, type=payloads.Turn).call
        seats = await self._store.matches.seats(match.id)
        wanted = [seat for seat in match.to_move if call is None or seat in call]
        return [person for seat in wanted if (person := seats[seat].person) is not None]

    async def again(self, outdated: Outdated, before: Outgoing | None) -> Outgoing | None:
        """The message's current content, None to delete it. `before` is the shown content, if it is known."""
        message, spent = outdated.message, outdated.superseded and outdated.message.kind == "turn"
        if spent and before is not None:
            return before.spent()
        outgoing = await self._compose(message, before)
        return outgoing.spent() if spent and outgoing is not None else outgoing

    async def _compose(
        self, message: Message, before: Outgoing | None = None, rows: MatchRows | None = None
    ) -> Outgoing | None:
        if message.kind in SERVER_COMPOSERS:
            return await SERVER_COMPOSERS[message.kind](ServerContext(message, self._store, self._puzzles))
        if message.kind not in COMPOSERS:
            raise ValueError(f"match {message.match}: unknown message kind {message.kind}")
        now = int(self._clock())
        rows = rows or await self._store.matches.rows(message.of_match, stops_since(now))
        context = Context(message, rows, self._store, self._live_of, self._log_of, self._recipients, now, before)
        outgoing = await COMPOSERS[message.kind](context)
        if outgoing is None and context.sent and message.kind in FINAL_COMPOSERS:
            return await FINAL_COMPOSERS[message.kind](context)
        return outgoing
