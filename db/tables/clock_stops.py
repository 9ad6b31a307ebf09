"""The times at which clocks stand still: outages of the bot, vacations of people, pauses of matches."""

from collections.abc import Sequence

from db.errors import Changed
from db.rows import ClockStop, Match, NewDue, NewMessage, Vacation
from db.sql import Cursor, SqlTable, Tx
from db.tables import deadlines, drafts, interactions, matches, outages
from db.tables.shards import ALL_SHARDS, Shards
from db.transactions import Transactions, enqueue

_VACATIONS = SqlTable("vacations", Vacation, numbered=True)


class ClockStops(Transactions):
    """Heartbeats, outages, vacations and pauses."""

    async def heartbeat(self, most: int | None = None, shards: Shards = ALL_SHARDS) -> None:
        """Store that these shards are running. A gap of more than `most` seconds since the last heartbeat is an outage.

        Also deletes old interactions, which Discord cannot repeat any longer.
        """

        def work(tx: Tx) -> None:
            outages.heartbeat(tx, shards, most)
            interactions.forget(tx)

        await self._write(work)

    async def record_downtime(self, shards: Shards = ALL_SHARDS) -> ClockStop | None:
        """Call first after a start: record the time since the last heartbeats as outages. Returns the longest of
        them.
        """
        return await self._write(lambda tx: outages.record_downtime(tx, shards))

    async def outage(self, starts: int, shards: Shards = ALL_SHARDS) -> None:
        """Record that these shards were running but disconnected from Discord from `starts` until now."""

        def work(tx: Tx) -> None:
            outages.outage(tx, starts, shards)
            outages.heartbeat(tx, shards)

        await self._write(work)

    async def of_match(self, match: int, since: int) -> list[ClockStop]:
        """All periods in which the match's clocks stand still and that end after `since`, including planned ones."""
        return await self._read(lambda tx: stops(tx, match, since))

    async def vacations(self, person: int, since: int) -> list[Vacation]:
        """The person's vacations that end after `since`."""
        return await self._read(lambda tx: vacations(tx, person, since))

    async def on_vacation(self, match: int) -> list[Vacation]:
        """The current vacations of the match's players, the longest first."""
        return await self._read(lambda tx: on_vacation(tx, match))

    async def start_vacation(
        self,
        person: int,
        starts: int,
        ends: int,
        news: NewMessage,
        *,
        besides: tuple[int, Sequence[Vacation]] | None = None,
        interaction: int | None = None,
    ) -> list[Match]:
        """Store a vacation and post the news in all running matches of the person, which are returned.

        `besides`: a time, and the vacations since then that the caller has read; raises Changed if they have changed.
        """

        def work(tx: Tx) -> list[Match]:
            running = _running(tx, person)
            if besides is not None and vacations(tx, person, besides[0]) != list(besides[1]):
                raise Changed(0, f"the vacations of user {person}")
            start_vacation(tx, person, starts, ends)
            return [_reschedule(tx, match, news) for match in running]

        return await self._write(work, interaction)

    async def end_vacation(
        self, person: int, news: NewMessage, *, interaction: int | None = None
    ) -> list[Match] | None:
        """End the person's vacation and delete planned ones. Returns their running matches, or None if there was no
        vacation.
        """

        def work(tx: Tx) -> list[Match] | None:
            running = _running(tx, person)
            if not end_vacation(tx, person):
                return None
            return [_reschedule(tx, match, news) for match in running]

        return await self._write(work, interaction)

    async def paused(self, match: int) -> int | None:
        """The time at which the match was paused; None if it is running."""
        return await self._read(lambda tx: paused(tx, match))

    async def pause(
        self,
        match: int,
        version: int,
        *,
        clear_offers: Sequence[str] = (),
        outbox: Sequence[NewMessage] = (),
        outdates: Sequence[str] = (),
        interaction: int | None = None,
    ) -> Match:
        """Stop the match's clocks until it is resumed. Raises StaleVersion.

        If it is paused already, nothing is posted.
        """

        def work(tx: Tx) -> Match:
            found = matches.match_at(tx, match, version)
            for kind in clear_offers:
                drafts.clear_offer(tx, match, kind)
            if not pause(tx, match):
                return found
            deadlines.make_due_now(tx, match)
            return enqueue(tx, found, outbox, outdates=outdates)

        return await self._write(work, interaction, match=match)

    async def resume(
        self,
        match: int,
        *,
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> bool:
        """Let the clocks run again. Returns False and stores nothing if the match is not paused."""

        def work(tx: Tx) -> bool:
            resumed = resume(tx, match)
            if resumed:
                deadlines.make_due_now(tx, match)
                enqueue(tx, matches.match(tx, match), outbox, due)
            return resumed

        return await self._write(work, interaction, match=match)


def _running(tx: Tx, person: int) -> list[Match]:
    """The person's running matches, locked until the end of the transaction."""
    tx.lock_matches(match.id for match in matches.matches_of(tx, person))
    return [match for match in matches.matches_of(tx, person) if match.status == "live"]


def _reschedule(tx: Tx, match: Match, news: NewMessage) -> Match:
    """Make the match's due rows due now, so that they get new times, and post the news."""
    deadlines.make_due_now(tx, match.id)
    return enqueue(tx, match, [news])


def stops(tx: Tx, match: int, since: int) -> list[ClockStop]:
    return [ClockStop(starts, ends) for starts, ends in find_stops(tx, match, since)]


def find_stops(tx: Tx, match: int, since: int, silent: int | None = None) -> Cursor:
    """The clock stops of a match. With `silent`, includes an outage in progress: no heartbeat of the match's shard for
    that many seconds.
    """
    now: dict[str, object] = {} if silent is None else {"now": tx.now, "silent": silent}
    return tx.run(
        f"""SELECT starts, ends FROM outages WHERE ends > :since AND {outages.SAME_SHARD}
        UNION ALL SELECT starts, ends FROM pauses WHERE match = :match AND (ends IS NULL OR ends > :since)
        UNION ALL SELECT starts, ends FROM vacations JOIN seats USING (person) WHERE match = :match AND ends > :since
        {f"UNION ALL {outages.CURRENT_OUTAGE}" if now else ""}
        ORDER BY starts""",
        match=match,
        since=since,
        **now,
    )


def vacations(tx: Tx, person: int, since: int) -> list[Vacation]:
    where = "WHERE person = :person AND ends > :since ORDER BY starts, id"
    return _VACATIONS.all(tx, where, person=person, since=since)


def on_vacation(tx: Tx, match: int) -> list[Vacation]:
    return _VACATIONS.all(
        tx,
        """WHERE person IN (SELECT person FROM seats WHERE match = :match) AND starts <= :now AND ends > :now
        ORDER BY ends DESC""",
        match=match,
        now=tx.now,
    )


def start_vacation(tx: Tx, person: int, starts: int, ends: int) -> Vacation:
    return _VACATIONS.add(tx, Vacation(id=0, person=person, starts=starts, ends=ends))


def end_vacation(tx: Tx, person: int) -> int:
    """End the person's vacation and delete planned ones. Returns the number of vacations changed."""
    ended = tx.run(
        "UPDATE vacations SET ends = :now WHERE person = :person AND starts < :now AND ends > :now",
        person=person,
        now=tx.now,
    )
    planned = tx.run("DELETE FROM vacations WHERE person = :person AND starts >= :now", person=person, now=tx.now)
    return ended.rowcount + planned.rowcount


def paused(tx: Tx, match: int) -> int | None:
    row = find_paused(tx, match).fetchone()
    return None if row is None else int(row[0])


def find_paused(tx: Tx, match: int) -> Cursor:
    return tx.run("SELECT starts FROM pauses WHERE match = :match AND ends IS NULL", match=match)


def pause(tx: Tx, match: int) -> bool:
    """Start a pause. Returns False if the match is paused already."""
    if paused(tx, match) is not None:
        return False
    # A pause that starts in the second of a resume continues the previous one.
    tx.run(
        """INSERT INTO pauses (match, starts) VALUES (:match, :now)
        ON CONFLICT (match, starts) DO UPDATE SET ends = NULL""",
        match=match,
        now=tx.now,
    )
    return True


def resume(tx: Tx, match: int) -> bool:
    # The clock may have been set back since the pause began.
    ended = tx.run(
        """UPDATE pauses SET ends = CASE WHEN starts > :now THEN starts ELSE :now END
        WHERE match = :match AND ends IS NULL""",
        now=tx.now,
        match=match,
    )
    return ended.rowcount == 1
