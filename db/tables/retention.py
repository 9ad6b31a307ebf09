"""Retention: deletes old rows and closes matches of servers that have removed the bot."""

from collections.abc import Collection

from db.rows import NewDue
from db.sql import Tx, in_list
from db.tables import daily_puzzles, deadlines
from db.transactions import Transactions

DAY = 86400
MESSAGE_RETENTION_DAYS = 30
"""Retention of messages. Boards, and messages that may still be edited, are kept until this long after the match's end;
the newest board is kept permanently.
"""
IMPORT_RETENTION_DAYS = 90
SERVER_LEFT = "left"
"""The kind of the due row that closes a match whose server has removed the bot."""
_BATCH_SIZE = 500
_FINISHED = """sent_at IS NOT NULL OR failed IS NOT NULL"""
_NEVER_EDITED = "o.shown IS NULL OR o.failed IS NOT NULL"
"""Messages that are never edited again. An offer that is still open may be edited."""
_NEWEST_BOARD = "SELECT max(id) FROM outbox AS b WHERE b.match = o.match AND b.kind = 'turn' AND b.message IS NOT NULL"
IMPORTED = """status = 'over' AND created_at = ended_at AND NOT EXISTS (
    SELECT 1 FROM seats WHERE seats.match = matches.id AND joined_at IS NOT NULL
)"""
"""SQL condition for a match that was imported, not played."""
_MATCH_TABLES = (
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
    """Deletes expired rows in batches, and closes matches that nobody can reach any longer."""

    async def tidy(self) -> int:
        """Delete one batch of expired rows. Returns the number of deleted messages and matches, 0 if nothing is
        left.
        """
        return await self._write(tidy)

    async def servers_with_matches(self) -> set[int]:
        """The servers with open or live matches or a daily puzzle."""
        return await self._read(_servers)

    async def server_left(self, guild: int, closing: int) -> bool:
        """Schedule the closing of all matches of a server that has removed the bot, and stop its daily puzzle.

        Returns False if this was done before.
        """
        return await self._write(lambda tx: server_left(tx, guild, closing))

    async def servers_back(self, guilds: Collection[int]) -> None:
        """Cancel the closing for servers that have the bot again."""
        await self._write(lambda tx: servers_back(tx, guilds))


def tidy(tx: Tx) -> int:
    messages = tx.run(
        f"""DELETE FROM outbox WHERE id IN (
            SELECT o.id FROM outbox AS o JOIN matches ON matches.id = o.match
            WHERE ({_FINISHED}) AND o.created_at < :old AND (
                (o.kind <> 'turn' AND ({_NEVER_EDITED}))
                OR (matches.ended_at < :old AND o.id <> coalesce(({_NEWEST_BOARD}), 0))
            )
            LIMIT :limit
        )""",
        old=tx.now - MESSAGE_RETENTION_DAYS * DAY,
        limit=_BATCH_SIZE,
    ).rowcount
    of_servers = "SELECT id FROM outbox WHERE guild IS NOT NULL AND created_at < :old"
    messages += tx.run(
        f"DELETE FROM outbox WHERE id IN ({of_servers} AND ({_FINISHED}) LIMIT :limit)",
        old=tx.now - MESSAGE_RETENTION_DAYS * DAY,
        limit=_BATCH_SIZE,
    ).rowcount
    old = tx.now - IMPORT_RETENTION_DAYS * DAY
    query = f"SELECT id FROM matches WHERE {IMPORTED} AND created_at < :old LIMIT :limit"
    found = tx.run(query, old=old, limit=_BATCH_SIZE)
    imports = [row[0] for row in found]
    for match in imports:
        for table in _MATCH_TABLES:
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
        left=SERVER_LEFT,
    ).fetchall()
    tx.lock_matches(match for (match,) in waiting)
    for (match,) in waiting:
        deadlines.set_due(tx, match, [NewDue(at=closing, kind=SERVER_LEFT, payload=str(closing))])
    daily_puzzles.remove(tx, guild)
    return bool(waiting)


def servers_back(tx: Tx, guilds: Collection[int]) -> None:
    marks, named = in_list("guild", sorted(guilds))
    tx.run(
        f"""DELETE FROM due WHERE kind = :left AND match IN (
            SELECT id FROM matches WHERE status IN ('open', 'live') AND guild IN ({marks})
        )""",
        left=SERVER_LEFT,
        **named,
    )
