"""The input for composing a message: its row, and the stored rows of its match."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeVar

import msgspec

from db.rows import Match, MatchRows, Message, Move, Person, Seat
from db.store import Store
from table.clocks.time_left import Times, times_of
from table.computers.computers import is_computer
from table.exercises.puzzles import Puzzles
from table.matches.live import Live
from table.matches.story import same_question
from table.outbox.outgoing import BoardView, Button, Line, Link, Outgoing

T = TypeVar("T")

Recipients = Callable[[Match, str, str], Awaitable[Mapping[int, int | None]]]
"""(match, kind of notice, kind of offer) → seat → person to whom the notice still applies."""
LiveOf = Callable[[Match, Sequence[Seat]], Live]
"""Returns the match with its position, cached if possible."""
LogOf = Callable[[Match], Awaitable[Sequence[Move]]]
"""Returns the match's log, cached if possible."""


class ServerContext:
    """A row of the outbox that belongs to a server and to no match."""

    def __init__(self, message: Message, store: Store, puzzles: Puzzles) -> None:
        assert message.guild is not None
        self.message, self.store, self.puzzles, self.guild = message, store, puzzles, message.guild

    def payload(self, kind: type[T]) -> T:
        """Decode the row's payload as this struct."""
        return msgspec.json.decode(self.message.payload, type=kind)


class Context:
    """One row of the outbox and its match. The log and the clock times are read on demand."""

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
        """`before` is the message's shown content, for an edit and if it is known."""
        self.message, self.rows, self.store, self.recipients, self.now = message, rows, store, recipients, now
        self.before = before
        self.match, self.seats = rows.match, rows.seats
        self._live_of, self._log_of = live_of, log_of
        self._times: Times | None = None

    def payload(self, kind: type[T]) -> T:
        """Decode the row's payload as this struct."""
        return msgspec.json.decode(self.message.payload, type=kind)

    @property
    def live(self) -> Live:
        """The current match."""
        return self._live_of(self.match, self.seats)

    @property
    def sent(self) -> bool:
        """Whether the message was sent before, so that this is an edit."""
        return self.message.message is not None

    async def moves(self) -> Sequence[Move]:
        """The match's log."""
        return await self._log_of(self.match)

    async def times(self) -> Times:
        """The match's clock times."""
        if self._times is None:
            self._times = await times_of(self.store, self.rows, self.now)
        return self._times

    async def still_asked(self, seat: int, version: int) -> bool:
        """Whether the seat has not yet answered the question of that version."""
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
        """The message; by default in the match's language and about its current version."""
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
