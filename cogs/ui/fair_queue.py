"""Rate limiting per person with token buckets: heavy users queue behind light ones.

Everybody has a bucket of tokens. While it contains some, a request begins at once. With an empty bucket a request waits
for people who have tokens; with more than `LIGHT_USE_REQUESTS` open requests it also waits for people without. A person
who is alone never waits.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from enum import IntEnum

BUCKET_TOKENS, TOKENS_PER_SECOND = 20, 2.0
"""The size of a bucket, and the tokens added per second. A person who clicks through a long turn never empties it."""
LIGHT_USE_REQUESTS = 4
"""Number of open requests per person that still counts as light use."""
MAX_WAIT_SECONDS = 2.0
"""Seconds after which a request begins in any case."""
MAX_OPEN_REQUESTS = 150
"""The maximum number of unanswered requests per person."""
MAX_CONCURRENT_ACKNOWLEDGMENTS = 16
"""Concurrent acknowledgments per person."""
MAX_CONCURRENT_SUGGESTIONS = 4
"""Concurrent suggestion requests per person; faster typing gets cached suggestions."""
MAX_ACCOUNTS = 2048
"""The number of people whose buckets are kept in memory."""


class Rank(IntEnum):
    """The priority of a request; lower values go first."""

    WITH_TOKEN = 0
    OF_FEW = 1
    OF_MANY = 2


class Account:
    """The requests of one person."""

    def __init__(self, now: float) -> None:
        self._tokens, self._at = float(BUCKET_TOKENS), now
        self.open = 0
        """The number of unanswered requests."""
        self.running = 0
        """The number of running requests among them."""
        self.refused = False
        """Whether a refusal was logged since the person last had no open requests."""
        self.suggestions = 0
        """The number of suggestions that they are waiting for."""
        self.acknowledging = asyncio.Semaphore(MAX_CONCURRENT_ACKNOWLEDGMENTS)

    def spend(self, now: float) -> bool:
        """Take a token. Returns False if there is none."""
        self._tokens = min(BUCKET_TOKENS, self._tokens + (now - self._at) * TOKENS_PER_SECOND)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Ticket:
    """One request of a person, from its admission to its end."""

    def __init__(self, pacing: FairQueue, account: Account, *, token: bool) -> None:
        self._pacing, self.account, self._token = pacing, account, token
        self.running: Rank | None = None
        """The rank with which it runs; None if it is not running."""
        self._closed = False

    @property
    def rank(self) -> Rank:
        """The request's current priority."""
        if self._token:
            return Rank.WITH_TOKEN
        return Rank.OF_FEW if self.account.open <= LIGHT_USE_REQUESTS else Rank.OF_MANY

    async def turn(self) -> None:
        """Wait for the start; from then on the request counts as running until it is released or closed."""
        await self._pacing.wait(self)
        _current.set(self)

    def release(self) -> None:
        """Stop counting as running, although the work continues: nobody waits for this request any longer."""
        self._pacing.release(self)

    def close(self) -> None:
        """The request is answered or has failed."""
        if not self._closed:
            self._closed = True
            self.account.open -= 1
            self.release()


_current: ContextVar[Ticket | None] = ContextVar("ticket", default=None)


def close_with_task(ticket: Ticket) -> None:
    """Close the ticket when the current task is done."""
    task = asyncio.current_task()
    assert task is not None
    task.add_done_callback(lambda _: ticket.close())


def release_current() -> None:
    """Release the current request, which only waits from here on."""
    if (ticket := _current.get()) is not None:
        ticket.release()


class FairQueue:
    """The buckets and the queue."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._accounts: OrderedDict[int, Account] = OrderedDict()
        self._running = [0] * len(Rank)
        """The number of running requests, by rank."""
        self._waiting: dict[Ticket, asyncio.Future[None]] = {}

    def account(self, person: int) -> Account:
        """The person's account, created on demand."""
        if person not in self._accounts:
            self._accounts[person] = Account(self._clock())
        self._accounts.move_to_end(person)
        if len(self._accounts) > MAX_ACCOUNTS:
            oldest, account = next(iter(self._accounts.items()))
            if not (account.open or account.suggestions):
                del self._accounts[oldest]
        return self._accounts[person]

    def admit(self, person: int) -> Ticket | None:
        """A ticket for another request; None if the person has too many open ones. The ticket must be closed."""
        account = self.account(person)
        if account.open >= MAX_OPEN_REQUESTS:
            return None
        if not account.open:
            account.refused = False
        account.open += 1
        return Ticket(self, account, token=account.spend(self._clock()))

    def admit_suggestion(self, person: int, until: asyncio.Task[object] | None) -> bool:
        """Count a suggestion until the task is done. Returns False if the person waits for too many."""
        account = self.account(person)
        if account.suggestions >= MAX_OPEN_REQUESTS or until is None:
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
        timer = loop.call_later(MAX_WAIT_SECONDS, self._begin, ticket)
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
        """Mark the ticket as no longer running, and begin tickets that waited for it."""
        if ticket.running is None:
            return
        ticket.account.running -= 1
        self._running[ticket.running] -= 1
        ticket.running = None
        if not self._running[Rank.WITH_TOKEN]:
            for one in [*self._waiting]:
                if self._may_begin(one):
                    self._begin(one)
