"""Posts the daily puzzle in servers' channels, once a day at the hour that they chose."""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import msgspec

from db.rows import DailyPost, Due, NewDue, NewMessage
from db.store import Store
from db.tables.daily_puzzles import DAILY_KIND
from table.compose.payloads import Daily
from table.exercises.puzzles import DAY, Puzzles, day_of
from table.user_error import UserError

log = logging.getLogger("arena")

HOUR = 3600


def post_time(day: int, hour: int, zone: str) -> int:
    """The time at which a day's puzzle is posted: at this hour in this zone, within the UTC day even if clocks
    change.
    """
    noon = datetime.fromtimestamp(day * DAY + DAY // 2, UTC)
    offset = noon.astimezone(ZoneInfo(zone)).utcoffset()
    assert offset is not None
    return day * DAY + (hour * HOUR - int(offset.total_seconds())) % DAY


def next_time(now: float, hour: int, zone: str) -> int:
    """The next time after `now` at which a puzzle is posted."""
    today = day_of(now)
    return next(at for day in (today, today + 1) if (at := post_time(day, hour, zone)) > now)


def newest_day(now: float, hour: int, zone: str) -> int:
    """The last day whose puzzle should have been posted by now."""
    today = day_of(now)
    return today if post_time(today, hour, zone) <= now else today - 1


def newest_day_of(post: DailyPost, now: int) -> int:
    """The last day whose puzzle should have been posted in this server by now."""
    return newest_day(now, post.hour, post.zone)


class DailyPosts:
    """Posts the daily puzzle in servers that want it."""

    def __init__(
        self, store: Store, clock: Callable[[], float], puzzles: Puzzles, wake: Callable[[float], object]
    ) -> None:
        """`wake` is called with the time of the next due row."""
        self._store, self._clock, self._puzzles, self._wake = store, clock, puzzles, wake

    async def start(self, post: DailyPost) -> int:
        """Post the puzzle from now on, replacing the server's earlier settings. Returns the time of the first post."""
        at = next_time(self._clock(), post.hour, post.zone)
        await self._store.daily.start_post(post, NewDue(at=at, kind=DAILY_KIND))
        self._wake(at)
        return at

    async def due(self, due: Due) -> None:
        """Handle the due row: post the newest puzzle that is due; older ones missed in an outage are skipped."""
        assert due.guild is not None
        now, post = self._clock(), await self._store.daily.post_of(due.guild)
        if post is None or post.stopped:
            await self._store.daily.end_due(due)
            return
        day, at = newest_day(now, post.hour, post.zone), next_time(now, post.hour, post.zone)
        try:
            await self._puzzles.of_day(day)
        except UserError:
            log.warning("server %s: there is no puzzle to post", due.guild)
            await self._store.due.put_off(due, at)
            return
        payload = msgspec.json.encode(Daily(day, post.posted)).decode()
        message = NewMessage(kind=DAILY_KIND, payload=payload)
        if await self._store.daily.post(due, day, message, NewDue(at=at, kind=DAILY_KIND)):
            self._wake(at)
