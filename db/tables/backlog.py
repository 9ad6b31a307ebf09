"""Counts of pending work, for monitoring."""

from msgspec import Struct

from db.sql import Tx
from db.transactions import Transactions

_WAITING = "sent_at IS NULL AND failed IS NULL AND (attempts > 0 OR not_before <= :now)"
_WAITS_SINCE = "CASE WHEN attempts = 0 AND not_before > created_at THEN not_before ELSE created_at END"


class Backlog(Struct, frozen=True, kw_only=True):
    """Pending work at this moment."""

    messages: int
    """Unsent messages, including those waiting for a retry."""
    oldest_message: int
    """Seconds for which the oldest of them has been waiting."""
    due: int
    """Overdue due rows."""
    oldest_due: int
    """Seconds by which the oldest of them is late."""
    open: int
    """Matches waiting for players."""
    live: int
    """Matches being played."""


class Backlogs(Transactions):
    """Counts pending work."""

    async def count(self) -> Backlog:
        return await self._read(backlog)


def backlog(tx: Tx) -> Backlog:
    waiting = f"SELECT count(*), min({_WAITS_SINCE}) FROM outbox WHERE {_WAITING}"
    ((messages, since),) = tx.run(waiting, now=tx.now).fetchall()
    ((due, at),) = tx.run("SELECT count(*), min(at) FROM due WHERE at <= :now", now=tx.now).fetchall()
    matches = "SELECT count(*) FROM matches WHERE status = :status AND status IN ('open', 'live')"
    return Backlog(
        messages=messages,
        oldest_message=tx.now - since if messages else 0,
        due=due,
        oldest_due=tx.now - at if due else 0,
        open=tx.value(matches, status="open"),
        live=tx.value(matches, status="live"),
    )
