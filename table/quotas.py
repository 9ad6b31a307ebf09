"""Limits per person and server against abuse; normal use never reaches them.

Stored actions are counted in the database; the others (`Rate`) are counted in memory and reset at a restart.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from functools import partial

from msgspec import Struct

from db.store import Store
from db.tables.quotas import Limit, OpenMatches
from engine.core.text import Text, text
from table.matches.substitute_request import SUBSTITUTE
from table.outbox.outgoing import mention, moment
from table.queues import Queues
from table.user_error import UserError

HOUR, DAY = 3600, 86400

MAX_OPEN_MATCHES_PER_PERSON = 10
"""A person's matches that wait for players."""
MAX_OPEN_MATCHES_PER_SERVER = 100
MAX_OPEN_INVITATIONS = 20
"""A person's unanswered invitations."""
MAX_OPEN_INVITATIONS_FROM_ONE = 5
MAX_INVITATIONS_FROM_ONE_PER_DAY = 10
"""A person's invitations by one sender within a day that were not accepted."""
MAX_THREADS_PER_DAY = 20
MAX_SUBSTITUTE_REQUESTS_PER_DAY = 6
MAX_IMPORTS_PER_PERSON_PER_DAY, MAX_IMPORTS_PER_SERVER_PER_DAY = 10, 50
_MAX_COUNTERS = 1000
"""Number of counters in memory at which expired ones are removed."""


Refusal = Callable[[int, Text], Text]
"""Formats a refusal from the limit and the time at which the action is possible again."""


class Rate(Struct, frozen=True):
    """A limit of `most` actions per person within `seconds`."""

    name: str
    most: int
    seconds: int
    refusal: Refusal


EXPORT_RATE = Rate(
    "export",
    30,
    HOUR,
    lambda n, when: text("That's {n} files within an hour. You can have the next one {when}.", n=n, when=when),
)
IMPORT_RATE = Rate(
    "import",
    60,
    HOUR,
    lambda n, when: text("That's {n} attempts to import a file within an hour. Try again {when}.", n=n, when=when),
)


class Quotas:
    """Refuses actions that exceed a limit, and says when they are possible again or what to do instead."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store, self._clock = store, clock
        self._queues = Queues()
        self._spent: dict[tuple[str, int], deque[float]] = {}
        """The times at which counted actions expire, by rate and person."""

    def turn(self, person: int) -> AbstractAsyncContextManager[None]:
        """Hold this while checking a limit and then acting, so that one person's simultaneous requests run in order."""
        return self._queues.turn(person)

    # Counted in memory

    def spend(self, person: int, rate: Rate) -> None:
        """Count an action of the person. Raises UserError if there have been too many."""
        now = self._clock()
        if len(self._spent) >= _MAX_COUNTERS:
            self._spent = {key: ends for key, ends in self._spent.items() if ends[-1] > now}
        ends = self._spent.setdefault((rate.name, person), deque())
        while ends and not now < ends[0] <= now + rate.seconds:  # ignore times written by a fast clock
            ends.popleft()
        if len(ends) >= rate.most:
            raise UserError(rate.refusal(rate.most, moment(int(ends[0]), "relative")))
        ends.append(now + rate.seconds)

    # Counted in the database

    async def need_opening(self, person: int, guild: int | None, seats: Sequence[int | None]) -> None:
        """Raise UserError for a new match if too many are waiting for players, or if an invited person has too many."""
        limit = self.opening
        limit.check_counts(await self._store.quotas.open_counts(person, guild, seats, limit.since))

    @property
    def opening(self) -> Limit:
        """The same check for the transaction that opens the match, so that concurrent openings count, too."""
        return Limit(self._day_ago, _need_few_open)

    async def need_thread(self, person: int) -> None:
        """Raise UserError if the person has opened too many threads."""
        _need_few(
            await self._store.quotas.threads_opened(person, self._day_ago), MAX_THREADS_PER_DAY, _too_many_threads
        )

    async def need_import(self, person: int, guild: int) -> None:
        """Raise UserError if there were too many imports by the person or on the server."""
        _need_few(
            await self._store.quotas.imports_by(person, self._day_ago),
            MAX_IMPORTS_PER_PERSON_PER_DAY,
            _too_many_imports,
        )
        _need_few(
            await self._store.quotas.imports_on(guild, self._day_ago),
            MAX_IMPORTS_PER_SERVER_PER_DAY,
            _too_many_imports_here,
        )

    async def need_substitute(self, match: int) -> None:
        """Raise UserError if there were too many requests for a substitute in the match."""
        _need_few(
            await self._store.quotas.post_times(match, SUBSTITUTE, self._day_ago),
            MAX_SUBSTITUTE_REQUESTS_PER_DAY,
            _too_many_substitutes,
        )

    @property
    def _day_ago(self) -> int:
        return int(self._clock()) - DAY + 1


def _need_few_open(counts: OpenMatches) -> None:
    if counts.of_person >= MAX_OPEN_MATCHES_PER_PERSON:
        raise UserError(
            text(
                "You already have {n} matches waiting for players, which is the limit. You can open another one when "
                "one of them begins or is canceled; /match list shows them.",
                n=MAX_OPEN_MATCHES_PER_PERSON,
            )
        )
    if counts.on_server >= MAX_OPEN_MATCHES_PER_SERVER:
        raise UserError(
            text(
                "This server already has {n} matches waiting for players, which is the limit. Join one of them: /match "
                "list shows them.",
                n=MAX_OPEN_MATCHES_PER_SERVER,
            )
        )
    for one, invitations in counts.invitations.items():
        who = mention(one)
        if invitations.open_from >= MAX_OPEN_INVITATIONS_FROM_ONE:
            raise UserError(
                text(
                    "{who} hasn't answered {n} of your invitations. Wait for an answer or cancel one.",
                    who=who,
                    n=MAX_OPEN_INVITATIONS_FROM_ONE,
                )
            )
        if invitations.open >= MAX_OPEN_INVITATIONS:
            raise UserError(
                text("{who} has too many unanswered invitations. Open a match that anyone may join.", who=who)
            )
        _need_few(invitations.times_from, MAX_INVITATIONS_FROM_ONE_PER_DAY, partial(_too_many_invitations, who))


def _need_few(times: Sequence[int], most: int, refusal: Refusal) -> None:
    """Raise UserError if `times`, all within the last day, reach the limit `most`."""
    if len(times) >= most:
        raise UserError(refusal(most, moment(times[-most] + DAY, "relative")))


def _too_many_invitations(who: Text, n: int, when: Text) -> Text:
    return text(
        "You've invited {who} {n} times in 24 hours. You can send the next one {when}.", who=who, n=n, when=when
    )


def _too_many_threads(n: int, when: Text) -> Text:
    return text(
        "You have opened {n} threads within a day. You can open the next one {when}; with `thread:False` a match is "
        "played in the channel itself.",
        n=n,
        when=when,
    )


def _too_many_imports(n: int, when: Text) -> Text:
    return text("You have imported {n} matches within a day. You can import the next one {when}.", n=n, when=when)


def _too_many_imports_here(n: int, when: Text) -> Text:
    return text(
        "On this server {n} matches were imported within a day. The next import is possible {when}.", n=n, when=when
    )


def _too_many_substitutes(n: int, when: Text) -> Text:
    return text("This match has had {n} substitute requests in 24 hours. The next is possible {when}.", n=n, when=when)
