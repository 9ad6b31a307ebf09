"""What a message is composed from: its row, and the stored rows of its match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from db.rows import Match, MatchRows, Message, Move, Person, Seat
from db.store import Store
from table.clocks.time_left import Times, times_of
from table.computers.computers import is_computer
from table.matches.live import Live
from table.matches.story import same_question
from table.outbox.outgoing import BoardView, Button, Line, Link, Outgoing

T = TypeVar("T")

Recipients = Callable[[Match, str, str], Awaitable[Mapping[int, int | None]]]
"""(match, kind of notice, kind of offer) → seat → person to whom the notice still applies."""
LiveOf = Callable[[Match, Sequence[Seat]], Live]
"""The match with its position, which is not read again when it is in memory."""
LogOf = Callable[[Match], Awaitable[Sequence[Move]]]
"""The match's log, which is not read again when it is in memory."""


class Context:
    """One row of the outbox and its match. The log and the clocks are looked up when they are asked for."""

    def __init__(
        self,
        message: Message,
        rows: MatchRows,
        store: Store,
        live_of: LiveOf,
        log_of: LogOf,
        recipients: Recipients,
        now: int,
        before: Outgoing | None = None,
    ):
        """`before` is what the message shows, when it is to be edited and that is known."""
        self.message, self.rows, self.store, self.recipients, self.now = message, rows, store, recipients, now
        self.before = before
        self.match, self.seats = rows.match, rows.seats
        self._live_of, self._log_of = live_of, log_of
        self._times: Times | None = None

    def payload(self, kind: type[T]) -> T:
        """The row's payload as this struct."""
        return msgspec.json.decode(self.message.payload, type=kind)

    @property
    def live(self) -> Live:
        """The match as it stands."""
        return self._live_of(self.match, self.seats)

    @property
    def sent(self) -> bool:
        """Whether the message was sent: now it is to be edited."""
        return self.message.message is not None

    async def moves(self) -> Sequence[Move]:
        """The match's log."""
        return await self._log_of(self.match)

    async def times(self) -> Times:
        """The match's clocks."""
        if self._times is None:
            self._times = await times_of(self.store, self.rows, self.now)
        return self._times

    async def still_asked(self, seat: int, version: int) -> bool:
        """Whether the seat has still to answer the question of that version."""
        if version == self.match.version:
            return True
        return same_question((await self.moves())[version:], seat)

    async def person(self, person: int) -> Person:
        """The person's settings."""
        return self.rows.people.get(person) or await self.store.people.get(person)

    def outgoing(
        self,
        lines: Sequence[Line],
        buttons: Sequence[Button | Link] = (),
        pings: Sequence[int | None] = (),
        *,
        version: int | None = None,
        language: str = "",
        board: BoardView | None = None,
        seat: int | None = None,
    ) -> Outgoing:
        """The message in the match's language, about its present version, if nothing else is said."""
        return Outgoing(
            self.match.id,
            self.match.version if version is None else version,
            language or self.match.language,
            tuple(lines),
            board,
            tuple(buttons),
            tuple(person for person in pings if person and not is_computer(person)),
            seat,
        )
