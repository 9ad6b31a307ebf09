"""Finds rows that a fast clock has dated in the future, and cuts them back to the present.

Only rows that would stop clocks or block work are cut back. The log and other records of the past stay as they are: if
this machine's clock is slow, they are right.
"""

import json
from collections.abc import Callable, Iterator

from msgspec import Struct

from db.rows import DailyPost
from db.sql import Tx
from db.tables import daily_puzzles, deadlines
from db.transactions import Transactions

DAY = 86400
SKEW_SECONDS = 15 * 60
"""Allowed difference between the clocks of several processes; later rows were written by a fast clock."""
LEASE_GRACE_SECONDS = 60
"""A lease that is cut back expires after this time, unless its owner is alive and renews it."""

NewestDay = Callable[[DailyPost, int], int]
"""Returns the last day whose puzzle should have been posted by a time."""


class _Kind(Struct, frozen=True):
    """Rows of a table that are never in the future while all clocks are right."""

    what: str
    table: str
    condition: str
    """SQL condition for a row in the future; `:limit` is the latest time that another correct clock could show."""
    cuts: tuple[str, ...]
    """The statements that cut the rows back."""


_KINDS = (
    _Kind(
        "outages that end in the future",
        "outages",
        "ends > :limit",
        (
            "DELETE FROM outages WHERE ends > :limit AND starts >= :now",
            "UPDATE outages SET ends = :now WHERE ends > :limit",
        ),
    ),
    _Kind(
        "heartbeats in the future",
        "alive",
        "at > :limit",
        ("UPDATE alive SET at = :now WHERE at > :limit",),
    ),
    _Kind(
        "leases that last for too long",
        "leases",
        "until > :limit + :day",
        ("UPDATE leases SET until = :now + :grace WHERE until > :limit + :day",),
    ),
    _Kind(
        "pauses in the future",
        "pauses",
        "starts > :limit OR ends > :limit",
        (
            "DELETE FROM pauses WHERE starts > :limit AND ends IS NOT NULL",
            """DELETE FROM pauses WHERE starts > :limit AND EXISTS (
                SELECT 1 FROM pauses AS other WHERE other.match = pauses.match AND other.starts = :now
            )""",
            "UPDATE pauses SET starts = :now WHERE starts > :limit",
            "UPDATE pauses SET ends = :now WHERE ends > :limit",
        ),
    ),
    _Kind(
        "open and live matches that were changed in the future",
        "matches",
        "status IN ('open', 'live') AND (created_at > :limit OR updated_at > :limit)",
        (
            "UPDATE matches SET created_at = :now WHERE status IN ('open', 'live') AND created_at > :limit",
            "UPDATE matches SET updated_at = :now WHERE status IN ('open', 'live') AND updated_at > :limit",
        ),
    ),
    _Kind(
        "messages that wait for too long",
        "outbox",
        "sent_at IS NULL AND failed IS NULL AND not_before > :limit + :day",
        (
            """UPDATE outbox SET not_before = :now
            WHERE sent_at IS NULL AND failed IS NULL AND not_before > :limit + :day""",
        ),
    ),
)


class FutureRows(Transactions):
    """Cuts back rows that are dated in the future by mistake."""

    async def cut(self, newest_day: NewestDay, *, set_back: bool = False) -> list[str]:
        """Cut back every row that a fast clock has dated in the future. Returns a line about each kind found.

        `set_back` means that the clock is known to have been fast: every due row is handled again, even if nothing is
        found.
        """
        return await self._write(lambda tx: cut_future(tx, newest_day, set_back=set_back))


def find_future(tx: Tx, now: int) -> Iterator[str]:
    """Yield a line about each kind of rows that are dated in the future."""
    values = _values(now)
    for kind in _KINDS:
        if count := _count(tx, kind.table, kind.condition, values):
            yield f"{kind.what}: {count}"
    if ahead := [match for match, _ in _timings_ahead(tx, now)]:
        yield f"matches whose clocks start in the future: {_listed(ahead)}"
    if posts := _posts_ahead(tx, now):
        yield f"daily puzzles that count as posted on a day to come: {len(posts)}"
    if count := _count(tx, "due", _DAILY_TOO_LATE, values):
        yield f"daily puzzles that are due later than tomorrow: {count}"


def cut_future(tx: Tx, newest_day: NewestDay, *, set_back: bool = False) -> list[str]:
    """Cut all of them back to the present. Returns the lines that `find_future` had about them."""
    now, found = tx.now, list(find_future(tx, tx.now))
    if not found and not set_back:
        return []
    for kind in _KINDS:
        for statement in kind.cuts:
            tx.run(statement, **_values(now))
    tx.lock_matches(match for match, _ in _timings_ahead(tx, now))
    for match, timing in _timings_ahead(tx, now):  # read again, now that the matches are locked
        tx.run("UPDATE matches SET timing = :timing WHERE id = :match", timing=timing, match=match)
    for post in _posts_ahead(tx, now):
        daily_puzzles.count_as_posted(tx, post.guild, newest_day(post, now))
    deadlines.make_all_due_now(tx)
    return found


_DAILY_TOO_LATE = f"kind = '{daily_puzzles.DAILY_KIND}' AND at > :limit + :day"


def _values(now: int) -> dict[str, int]:
    return {"now": now, "limit": now + SKEW_SECONDS, "day": DAY, "grace": LEASE_GRACE_SECONDS}


def _count(tx: Tx, table: str, condition: str, values: dict[str, int]) -> int:
    return int(tx.value(f"SELECT count(*) FROM {table} WHERE {condition}", **values))


def _timings_ahead(tx: Tx, now: int) -> list[tuple[int, str]]:
    """The matches whose clocks start in the future, each with its clocks changed to start now."""
    found = []
    for match, stored in tx.run("SELECT id, timing FROM matches WHERE status = 'live' AND timing <> ''").fetchall():
        timing = json.loads(stored)
        if timing["since"] > now + SKEW_SECONDS:
            found.append((match, json.dumps({**timing, "since": now}, separators=(",", ":"))))
    return found


def _posts_ahead(tx: Tx, now: int) -> list[DailyPost]:
    return daily_puzzles.posted_after(tx, (now + SKEW_SECONDS) // DAY)


def _listed(matches: list[int], most: int = 10) -> str:
    more = f" and {len(matches) - most} more" if len(matches) > most else ""
    return ", ".join(map(str, matches[:most])) + more
