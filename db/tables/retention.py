"""What is kept for how long, and matches of servers that have removed the bot."""

from collections.abc import Collection

from db.rows import NewDue
from db.sql import Tx, in_list
from db.tables import daily_puzzles, deadlines
from db.transactions import Transactions

DAY = 86400
MESSAGES_DAYS = 30
"""Rows of messages are kept so long; those of boards and of what may still be edited until so long after the match's
end, the newest board's for good."""
IMPORTS_DAYS = 90
LEFT = "left"
"""The kind of the due row that closes a match whose server has removed the bot."""
_BATCH = 500
_SPENT = """sent_at IS NOT NULL OR failed IS NOT NULL"""
_FINAL = "o.shown IS NULL OR o.failed IS NOT NULL"
"""What is never edited again; an offer that is still to be answered is."""
_NEWEST_BOARD = "SELECT max(id) FROM outbox AS b WHERE b.match = o.match AND b.kind = 'turn' AND b.message IS NOT NULL"
IMPORTED = """status = 'over' AND created_at = ended_at AND NOT EXISTS (
    SELECT 1 FROM seats WHERE seats.match = matches.id AND joined_at IS NOT NULL
)"""
"""The condition of a match that was imported and not played."""
_OF_A_MATCH = (
    "moves",
    "seats",
    "sittings",
    "results",
    "outbox",
    "due",
    "drafts",
    "offers",
    "plans",
    "pauses",
    "reviews",
    "hints",
)


class Retention(Transactions):
    """Deletes what has been kept long enough, a batch at a time; closes what nobody can reach any more."""

    async def tidy(self) -> int:
        """Delete one batch of what has been kept long enough; how many rows and matches that were, 0 if all is tidy."""
        return await self._write(tidy)

    async def servers_with_matches(self) -> set[int]:
        """The servers of open and live matches, and those that have the daily puzzle posted."""
        return await self._read(_servers)

    async def server_left(self, guild: int, closing: int) -> bool:
        """The server has removed the bot: its matches are to be closed then; False if that was known.

        Its daily puzzle is posted no more.
        """
        return await self._write(lambda tx: server_left(tx, guild, closing))

    async def servers_back(self, guilds: Collection[int]) -> None:
        """These servers have the bot: their matches are not closed."""
        await self._write(lambda tx: servers_back(tx, guilds))


def tidy(tx: Tx) -> int:
    messages = tx.run(
        f"""DELETE FROM outbox WHERE id IN (
            SELECT o.id FROM outbox AS o JOIN matches ON matches.id = o.match
            WHERE ({_SPENT}) AND o.created_at < :old AND (
                (o.kind <> 'turn' AND ({_FINAL}))
                OR (matches.ended_at < :old AND o.id <> coalesce(({_NEWEST_BOARD}), 0))
            )
            LIMIT :limit
        )""",
        old=tx.now - MESSAGES_DAYS * DAY,
        limit=_BATCH,
    ).rowcount
    of_servers = "SELECT id FROM outbox WHERE guild IS NOT NULL AND created_at < :old"
    messages += tx.run(
        f"DELETE FROM outbox WHERE id IN ({of_servers} AND ({_SPENT}) LIMIT :limit)",
        old=tx.now - MESSAGES_DAYS * DAY,
        limit=_BATCH,
    ).rowcount
    old = tx.now - IMPORTS_DAYS * DAY
    query = f"SELECT id FROM matches WHERE {IMPORTED} AND created_at < :old LIMIT :limit"
    found = tx.run(query, old=old, limit=_BATCH)
    imports = [row[0] for row in found]
    for match in imports:
        for table in _OF_A_MATCH:
            tx.run(f"DELETE FROM {table} WHERE match = :match", match=match)
        tx.run("DELETE FROM matches WHERE id = :match", match=match)
    return messages + len(imports)


def _servers(tx: Tx) -> set[int]:
    found = tx.run(
        """SELECT guild FROM matches WHERE status IN ('open', 'live') AND guild IS NOT NULL
        UNION SELECT guild FROM daily_posts"""
    )
    return {row[0] for row in found}


def server_left(tx: Tx, guild: int, closing: int) -> bool:
    waiting = tx.run(
        """SELECT id FROM matches WHERE status IN ('open', 'live') AND guild = :guild
        AND NOT EXISTS (SELECT 1 FROM due WHERE due.match = matches.id AND due.kind = :left)""",
        guild=guild,
        left=LEFT,
    ).fetchall()
    tx.lock_matches(match for (match,) in waiting)
    for (match,) in waiting:
        deadlines.set_due(tx, match, [NewDue(at=closing, kind=LEFT, payload=str(closing))])
    daily_puzzles.remove(tx, guild)
    return bool(waiting)


def servers_back(tx: Tx, guilds: Collection[int]) -> None:
    marks, named = in_list("guild", sorted(guilds))
    tx.run(
        f"""DELETE FROM due WHERE kind = :left AND match IN (
            SELECT id FROM matches WHERE status IN ('open', 'live') AND guild IN ({marks})
        )""",
        left=LEFT,
        **named,
    )
