"""The table: all services of the application on one store, one clock and one platform."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from db.store import Store
from db.tables.daily_puzzles import DAILY_KIND
from db.tables.retention import SERVER_LEFT
from db.tables.shards import ALL_SHARDS, Shards
from engine.core.text import Text
from table.clocks.alarm import HEARTBEAT_SECONDS, Alarm, Handler
from table.clocks.clock_jumps import ClockJumps
from table.clocks.vacations import Vacations
from table.compose.composer import Composer
from table.computers.hints import Hints
from table.computers.think_task import THINK_KIND, Think, think_here
from table.computers.thinking import Thinking
from table.exercises.daily_puzzle import DailyPosts
from table.exercises.lessons import Lessons
from table.exercises.puzzles import Puzzles
from table.matches.moves import Moves
from table.matches.offers import Offers
from table.matches.repair import Repairs
from table.matches.seating import Seating
from table.matches.substitutes import Substitutes
from table.notices.due_handlers import DueNotices
from table.notices.recipients import Recipients
from table.outbox.commits import Commits
from table.outbox.leases import Leases
from table.outbox.outbox import Outbox
from table.outbox.platform import Platform
from table.plans.stored_plans import StoredPlans
from table.quotas import Quotas
from table.ratings.results import Results
from table.retention import Tidying

log = logging.getLogger("arena")

NOTICE_KINDS = ("call", "remind", "ended", "claim", "answer", "invited")
"""The kinds of due rows that notify one player."""
POLL_SECONDS = 2
"""Seconds between checks for work that other processes have left."""
EDIT_ROUNDS = 30
"""Rounds between checks for edits that other processes have left."""


class Table:
    """The services that a user interface, or a program, needs for playing matches."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        platform: Platform,
        *,
        reachable: Callable[[], Shards] | None = None,
        monotonic: Callable[[], float] | None = None,
        heartbeat: int = HEARTBEAT_SECONDS,
        shards: Shards = ALL_SHARDS,
        leases: Leases | None = None,
        think: Think = think_here,
    ) -> None:
        """`shards` are those of this process; due rows run only for `reachable` shards, which are connected to people.

        `leases` have an owner if other processes use the same database. `think` decides for computers. With a
        `monotonic` clock, nobody loses time to jumps of the wall clock; a simulated clock needs none. A heartbeat is
        stored every `heartbeat` seconds.
        """
        self.store, self.clock, self.shards = store, clock, shards
        self.leases = leases or Leases(store)
        self._shared, self._rounds = self.leases.owner is not None, 0
        self._jumps = ClockJumps(store, clock, monotonic or clock, shards)
        record_jumps = self._jumps.record_jumps
        commits = Commits(store, clock, self.leases)
        self.moves = Moves(store, clock, record_jumps, commits, silent=2 * heartbeat if self._shared else None)
        self.offers = Offers(self.moves)
        self.quotas = Quotas(store, clock)
        self.substitutes = Substitutes(self.moves, self.quotas)
        self.seating = Seating(self.moves, platform, self.quotas)
        self.planning = StoredPlans(self.moves)
        self.lessons = Lessons(store)
        self.puzzles = Puzzles(store, clock)
        self.daily_posts = DailyPosts(store, clock, self.puzzles, self.moves.wake)
        self.thinking = Thinking(self.moves, think)
        self.hints = Hints(self.moves, think)
        self.vacations = Vacations(self.moves)
        self.repairs = Repairs(self.moves)
        self.tidying = Tidying(self.moves, self.leases.owner)
        recipients = Recipients(store, self.offers, self.substitutes)
        compose = Composer(store, self.moves.live_of, self.moves.log_of, recipients.of, clock, self.puzzles)
        self.outbox = Outbox(store, clock, compose, platform, self.leases, commits, wake=self.moves.wake)
        due_notices, results = DueNotices(self.moves, self.offers, recipients), Results(self.moves)
        handlers: Mapping[str, Handler] = {
            **dict.fromkeys(NOTICE_KINDS, due_notices.notify),
            "flag": due_notices.time_over,
            "invitation": self.seating.expire,
            "result": results.store,
            THINK_KIND: self.thinking.due,
            SERVER_LEFT: self.tidying.close,
            DAILY_KIND: self.daily_posts.due,
        }
        self.alarm = Alarm(
            store,
            clock,
            handlers,
            after=self._after_round,
            reachable=reachable or (lambda: shards),
            record_jumps=record_jumps,
            heartbeat=heartbeat,
            poll=POLL_SECONDS if self._shared else None,
        )
        self.moves.on_posted.append(self.outbox.on_posted)
        self.moves.on_due.append(self.alarm.at)

    def _after_round(self) -> None:
        self.outbox.sweep(edits=not self._shared or self._rounds % EDIT_ROUNDS == 0)
        self._rounds += 1
        self.tidying.daily()

    async def start(self) -> None:
        """Record the time since the last heartbeat as an outage, during which no clock ran.

        First of all, rows that a fast clock has dated in the future are cut back.
        """
        await self._jumps.cut_future()
        await self.outbox.start()
        self.leases.start()
        await self.thinking.start(self.shards)
        if outage := await self.store.clock_stops.record_downtime(self.shards):
            log.info("back after an outage of %s s", (outage.ends or 0) - outage.starts)

    async def run_due(self) -> None:
        """Run the due rows and send the messages that an earlier run left unsent."""
        await self.alarm.run_due()

    async def deliver(self, match: int, channel: int | None = None) -> Text | None:
        """Send the match's unsent messages. Returns the reason in words if one cannot be sent now.

        The channel is looked up unless it is given.
        """
        return await self.outbox.deliver(match, channel or (await self.store.matches.get(match)).channel)

    async def flush(self, seconds: float) -> None:
        """Send unsent messages for at most `seconds`; the rest is sent after the next start."""
        await self.outbox.flush(seconds)

    async def stop(self, *, heartbeat: bool = True) -> None:
        """Stop everything and store the last heartbeat, unless that was done; remaining work is done after the next
        start.
        """
        self.alarm.stop()
        self.thinking.stop()
        self.tidying.stop()
        await self.outbox.stop()
        await self.outbox.edits.save()
        if heartbeat:
            await self.store.clock_stops.heartbeat(shards=self.shards)
        await self.leases.stop()
