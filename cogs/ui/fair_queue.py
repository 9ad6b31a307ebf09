"""Rate limiting per person with token buckets: heavy users queue behind light ones.

Everybody has a bucket of tokens, and while there are some in it, what they ask for is begun at once. With an empty
bucket a request waits for people who have tokens; with more than `FEW` open requests it also waits for people without.
A person who is alone never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from enum import IntEnum

TOKENS, PER_SECOND = 20, 2.0
"""The size of a bucket, and how fast it is filled: a person who clicks through a long turn never empties it."""
FEW = 4
"""Number of open requests per person that still counts as light use."""
LONGEST_WAIT = 2.0
"""Seconds after which something is begun in any case."""
MOST = 150
"""What may be asked for by one person and not be answered yet."""
AT_ONCE = 16
"""Acknowledgements of one person that are sent at a time."""
MOST_SUGGESTIONS = 4
"""Suggestions that are looked for at a time for one person: what is typed faster is answered with what is known."""
REMEMBERED = 2048
"""People whose buckets are remembered."""


class Rank(IntEnum):
    """What goes first."""

    WITH_TOKEN = 0
    OF_FEW = 1
    OF_MANY = 2


class Account:
    """What one person has asked for."""

    def __init__(self, now: float) -> None:
        self._tokens, self._at = float(TOKENS), now
        self.open = 0
        """How much is not answered yet."""
        self.running = 0
        """How much of it has been begun."""
        self.refused = False
        """Whether the log was told that it is too much, since they last had nothing open."""
        self.suggestions = 0
        """How many suggestions they wait for while they type."""
        self.acknowledging = asyncio.Semaphore(AT_ONCE)

    def spend(self, now: float) -> bool:
        """Take a token; False if there is none."""
        self._tokens = min(TOKENS, self._tokens + (now - self._at) * PER_SECOND)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Ticket:
    """One thing that a person has asked for, from its acceptance to its end."""

    def __init__(self, pacing: FairQueue, account: Account, *, token: bool) -> None:
        self._pacing, self.account, self._token = pacing, account, token
        self.running: Rank | None = None
        """As what it has been begun, and takes time now."""
        self._closed = False

    @property
    def rank(self) -> Rank:
        """What has to wait for it, and for what it has to wait."""
        if self._token:
            return Rank.WITH_TOKEN
        return Rank.OF_FEW if self.account.open <= FEW else Rank.OF_MANY

    async def turn(self) -> None:
        """Wait until it may begin; from then on it counts as running, until it is released or closed."""
        await self._pacing.wait(self)
        _current.set(self)

    def release(self) -> None:
        """It goes on, but no longer takes anybody's time: nobody has to wait for it."""
        self._pacing.release(self)

    def close(self) -> None:
        """It is answered, or has failed."""
        if not self._closed:
            self._closed = True
            self.account.open -= 1
            self.release()


_current: ContextVar[Ticket | None] = ContextVar("ticket", default=None)


def close_with_task(ticket: Ticket) -> None:
    """Close the ticket when the task that is running now is done."""
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: ticket.close())


def step_aside() -> None:
    """What is being answered now only waits from here on, so that nobody has to wait for it."""
    if (ticket := _current.get()) is not None:
        ticket.release()


class FairQueue:
    """The buckets, and what waits for its turn."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._accounts: OrderedDict[int, Account] = OrderedDict()
        self._running = [0] * len(Rank)
        """How much is running, by rank."""
        self._waiting: dict[Ticket, asyncio.Future[None]] = {}

    def account(self, person: int) -> Account:
        """What the person has asked for."""
        if person not in self._accounts:
            self._accounts[person] = Account(self._clock())
        self._accounts.move_to_end(person)
        if len(self._accounts) > REMEMBERED:
            oldest, account = next(iter(self._accounts.items()))
            if not (account.open or account.suggestions):
                del self._accounts[oldest]
        return self._accounts[person]

    def admit(self, person: int) -> Ticket | None:
        """A ticket for one thing more; None if too much of this person is open. It has to be closed."""
        account = self.account(person)
        if account.open >= MOST:
            return None
        if not account.open:
            account.refused = False
        account.open += 1
        return Ticket(self, account, token=account.spend(self._clock()))

    def admit_suggestion(self, person: int, until: asyncio.Task[object] | None) -> bool:
        """Count a suggestion until that task is done; False if the person waits for too many."""
        account = self.account(person)
        if account.suggestions >= MOST or until is None:
            return False

        def done(_: object) -> None:
            account.suggestions -= 1

        account.suggestions += 1
        until.add_done_callback(done)
        return True

    async def wait(self, ticket: Ticket) -> None:
        """Return when the ticket may begin."""
        if self._may_begin(ticket):
            self._begin(ticket)
            return
        loop = asyncio.get_running_loop()
        begun = self._waiting[ticket] = loop.create_future()
        timer = loop.call_later(LONGEST_WAIT, self._begin, ticket)
        try:
            await begun
        finally:
            timer.cancel()
            self._waiting.pop(ticket, None)

    def _may_begin(self, ticket: Ticket) -> bool:
        rank = ticket.rank
        return not any(self._running[:rank]) and not (rank is Rank.OF_MANY and ticket.account.running)

    def _begin(self, ticket: Ticket) -> None:
        ticket.running = ticket.rank
        ticket.account.running += 1
        self._running[ticket.running] += 1
        if (waiting := self._waiting.pop(ticket, None)) is not None and not waiting.done():
            waiting.set_result(None)

    def release(self, ticket: Ticket) -> None:
        """The ticket no longer takes time; begin what has waited for that."""
        if ticket.running is None:
            return
        ticket.account.running -= 1
        self._running[ticket.running] -= 1
        ticket.running = None
        if not self._running[Rank.WITH_TOKEN]:
            for one in [*self._waiting]:
                if self._may_begin(one):
                    self._begin(one)
