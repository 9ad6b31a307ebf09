"""When clocks stand still: the bot was down, somebody is away, a match is paused."""

from collections.abc import Sequence

from . import deadlines, drafts, matches
from .door import Door, promise
from .rows import Match, NewDue, NewMessage, Stop, Vacation
from .table import Table, Tx

_VACATIONS = Table("vacations", Vacation, numbered=True)


class Times(Door):
    """What concerns clocks that stand still."""

    async def beat(self, most: int | None = None) -> None:
        """Note that the bot is running now. Was it longer ago than `most` that it was, it stood still meanwhile."""
        await self._write(lambda tx: beat(tx, most))

    async def wake(self) -> Stop | None:
        """The first thing after a start: for how long the bot was down. That time costs nobody anything."""
        return await self._write(wake)

    async def outage(self, starts: int) -> None:
        """The bot was running, but cut off from everybody, from then until now."""

        def work(tx: Tx) -> None:
            outage(tx, starts)
            beat(tx)

        await self._write(work)

    async def stops(self, match: int, since: int) -> list[Stop]:
        """All stretches in which the match's clocks stand still and that reach beyond `since`, planned ones too."""
        return await self._read(lambda tx: stops(tx, match, since))

    async def vacations(self, user: int, since: int) -> list[Vacation]:
        """The person's vacations that end after `since`."""
        return await self._read(lambda tx: vacations(tx, user, since))

    async def away(self, match: int) -> list[Vacation]:
        """The present vacations of the match's players, the longest first."""
        return await self._read(lambda tx: away(tx, match))

    async def leave(
        self, user: int, starts: int, ends: int, news: NewMessage, *, interaction: int | None = None
    ) -> list[Match]:
        """Somebody goes on vacation; the news is posted in all their running matches, which are returned."""

        def work(tx: Tx) -> list[Match]:
            leave(tx, user, starts, ends)
            return [promise(tx, match, [news]) for match in _look_again(tx, user)]

        return await self._write(work, interaction)

    async def return_now(self, user: int, news: NewMessage, *, interaction: int | None = None) -> list[Match] | None:
        """The person's vacation ends and planned ones are forgotten. None when there was none."""

        def work(tx: Tx) -> list[Match] | None:
            if not return_now(tx, user):
                return None
            return [promise(tx, match, [news]) for match in _look_again(tx, user)]

        return await self._write(work, interaction)

    async def paused(self, match: int) -> int | None:
        """Since when the match is paused, if it is."""
        return await self._read(lambda tx: paused(tx, match))

    async def pause(
        self,
        match: int,
        version: int,
        *,
        clear_offers: Sequence[str] = (),
        outbox: Sequence[NewMessage] = (),
        interaction: int | None = None,
    ) -> Match:
        """The match's clocks stand still until somebody resumes. Raises StaleVersion.

        When they stand still already, the messages are not posted.
        """

        def work(tx: Tx) -> Match:
            found = matches.match_at(tx, match, version)
            for kind in clear_offers:
                drafts.clear_offer(tx, match, kind)
            if not pause(tx, match):
                return found
            deadlines.hasten(tx, match)
            return promise(tx, found, outbox)

        return await self._write(work, interaction)

    async def resume(
        self,
        match: int,
        *,
        outbox: Sequence[NewMessage] = (),
        due: Sequence[NewDue] = (),
        interaction: int | None = None,
    ) -> bool:
        """False when the match is not paused; the rest is then not done either."""

        def work(tx: Tx) -> bool:
            resumed = resume(tx, match)
            if resumed:
                deadlines.hasten(tx, match)
                promise(tx, matches.match(tx, match), outbox, due)
            return resumed

        return await self._write(work, interaction)


def _look_again(tx: Tx, user: int) -> list[Match]:
    """The person's running matches, whose deadlines are looked at anew."""
    running = [match for match in matches.matches_of(tx, user) if match.status == "live"]
    for match in running:
        deadlines.hasten(tx, match.id)
    return running


def beat(tx: Tx, most: int | None = None) -> None:
    """The bot is running; a machine that was asleep is noticed by its long silence."""
    seen: int | None = tx.value("SELECT at FROM alive")
    if most is not None and seen is not None and tx.now - seen > most:
        outage(tx, seen)
    tx.run("INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?)", tx.now)


def wake(tx: Tx) -> Stop | None:
    """The bot runs again: the time since it was last known to is an outage, if there was any."""
    seen: int | None = tx.value("SELECT at FROM alive")
    beat(tx)
    if seen is None or seen >= tx.now:
        return None
    outage(tx, seen)
    return Stop(seen, tx.now)


def outage(tx: Tx, starts: int) -> None:
    tx.run("INSERT INTO outages (starts, ends) VALUES (?, ?)", starts, max(starts, tx.now))


def stops(tx: Tx, match: int, since: int) -> list[Stop]:
    """All stretches in which the match's clocks stand still and that reach beyond `since`, planned ones too."""
    found = tx.run(
        """SELECT starts, ends FROM outages WHERE ends > ?2
        UNION ALL SELECT starts, ends FROM pauses WHERE match = ?1 AND (ends IS NULL OR ends > ?2)
        UNION ALL SELECT starts, ends FROM vacations JOIN seats USING (user) WHERE match = ?1 AND ends > ?2
        ORDER BY starts""",
        match,
        since,
    )
    return [Stop(starts, ends) for starts, ends in found]


def vacations(tx: Tx, user: int, since: int) -> list[Vacation]:
    return _VACATIONS.all(tx, "WHERE user = ? AND ends > ? ORDER BY starts, id", user, since)


def away(tx: Tx, match: int) -> list[Vacation]:
    """Those of the match's players who are away now."""
    return _VACATIONS.all(
        tx,
        "WHERE user IN (SELECT user FROM seats WHERE match = ?1) AND starts <= ?2 AND ends > ?2 ORDER BY ends DESC",
        match,
        tx.now,
    )


def leave(tx: Tx, user: int, starts: int, ends: int) -> Vacation:
    return _VACATIONS.add(tx, Vacation(id=0, user=user, starts=starts, ends=ends))


def return_now(tx: Tx, user: int) -> int:
    """End the person's vacation and forget those that were planned; how many there were."""
    ended = tx.run("UPDATE vacations SET ends = ?2 WHERE user = ?1 AND starts < ?2 AND ends > ?2", user, tx.now)
    planned = tx.run("DELETE FROM vacations WHERE user = ? AND starts >= ?", user, tx.now)
    return ended.rowcount + planned.rowcount


def paused(tx: Tx, match: int) -> int | None:
    """Since when the match is paused, if it is."""
    found: int | None = tx.value("SELECT starts FROM pauses WHERE match = ? AND ends IS NULL", match)
    return found


def pause(tx: Tx, match: int) -> bool:
    """False when the match is paused already."""
    if paused(tx, match) is not None:
        return False
    tx.run("INSERT INTO pauses (match, starts) VALUES (?, ?) ON CONFLICT DO UPDATE SET ends = NULL", match, tx.now)
    return True


def resume(tx: Tx, match: int) -> bool:
    # The clock on the wall may have gone back since.
    ended = tx.run("UPDATE pauses SET ends = max(starts, ?) WHERE match = ? AND ends IS NULL", tx.now, match)
    return ended.rowcount == 1
