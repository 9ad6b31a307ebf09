"""The puzzle of each day, its solvers, and the servers that have it posted."""

from collections.abc import Sequence

from msgspec.structs import replace

from db.rows import DailyPost, DailyPuzzle, DailySolver, Due, NewDue, NewMessage
from db.sql import SqlTable, Tx
from db.tables import deadlines, messages
from db.transactions import Transactions

_PUZZLES = SqlTable("daily_puzzles", DailyPuzzle, key=("day",))
_SOLVERS = SqlTable("daily_solvers", DailySolver)
_POSTS = SqlTable("daily_posts", DailyPost, key=("guild",))
DAILY_KIND = "daily"
"""The kind of the due row and of the message of a server's daily puzzle."""
DAY = 86400


class DailyPuzzles(Transactions):
    """The daily puzzles."""

    async def all(self) -> list[DailyPuzzle]:
        """The puzzles of all days so far, the oldest first."""
        return await self._read(lambda tx: _PUZZLES.all(tx, "ORDER BY day"))

    async def of_day(self, day: int) -> DailyPuzzle | None:
        """The puzzle of a day; None if none was chosen."""
        return await self._read(lambda tx: _PUZZLES.one(tx, "WHERE day = :day", day=day))

    async def choose(self, chosen: DailyPuzzle, instead: DailyPuzzle | None = None) -> DailyPuzzle:
        """Store the puzzle of a day and return it; return the stored one if there is one already. `instead` is
        replaced.
        """

        def work(tx: Tx) -> DailyPuzzle:
            tx.lock("daily puzzles")
            before = _PUZZLES.one(tx, "WHERE day = :day", day=chosen.day)
            return _PUZZLES.put(tx, chosen) if before is None or before == instead else before

        return await self._write(work)

    async def solvers(self, day: int) -> int:
        """The number of people who have solved the puzzle of a day."""
        count = "SELECT count(*) FROM daily_solvers WHERE day = :day"
        return await self._read(lambda tx: int(tx.value(count, day=day)))

    async def days_solved(self, person: int) -> list[int]:
        """The days on which the person has solved that day's puzzle, the newest first."""
        found = await self._read(lambda tx: days_of(tx, person))
        return [one.day for one in reversed(found) if one.at < (one.day + 1) * DAY]

    async def post_of(self, guild: int) -> DailyPost | None:
        """The server's settings for posting the puzzle; None if it does not want it."""
        return await self._read(lambda tx: post_of(tx, guild))

    async def start_post(self, post: DailyPost, due: NewDue) -> None:
        """Post the daily puzzle from now on, replacing the server's earlier settings."""

        def work(tx: Tx) -> None:
            tx.lock(f"guild {post.guild}")
            before = post_of(tx, post.guild)
            _POSTS.put(tx, replace(post, posted=before.posted if before else None))
            deadlines.set_guild_due(tx, post.guild, due)

        await self._write(work)

    async def end_due(self, due: Due) -> None:
        """Delete a due row for posting the puzzle."""
        await self._write(lambda tx: deadlines.finish(tx, due.id))

    async def end_post(self, guild: int) -> bool:
        """Stop posting in this server. Returns False if nothing changes."""
        return await self._write(lambda tx: remove(tx, guild))

    async def post(self, due: Due, day: int, message: NewMessage, then: NewDue) -> bool:
        """Finish the due row and post the puzzle of a day. Returns False and stores nothing if the row is gone.

        If the day's puzzle was posted already, only the next due row is set.
        """

        def work(tx: Tx) -> bool:
            assert due.guild is not None
            tx.lock(f"guild {due.guild}")
            if not deadlines.finish(tx, due.id):
                return False
            post = post_of(tx, due.guild)
            if post is None or post.stopped:
                return False
            if post.posted is None or post.posted < day:
                messages.give_up_guild(tx, post.guild, "there is a newer one")
                messages.post_for_guild(tx, post.guild, post.channel, message)
                _POSTS.put(tx, replace(post, posted=day))
            deadlines.set_guild_due(tx, post.guild, then)
            return True

        return await self._write(work)


def post_of(tx: Tx, guild: int) -> DailyPost | None:
    return _POSTS.one(tx, "WHERE guild = :guild", guild=guild)


def posted_after(tx: Tx, day: int) -> list[DailyPost]:
    """The servers whose last post is dated after `day`."""
    return _POSTS.all(tx, "WHERE posted > :day ORDER BY guild", day=day)


def count_as_posted(tx: Tx, guild: int, day: int) -> None:
    """Set the server's last post to this day."""
    tx.run("UPDATE daily_posts SET posted = :day WHERE guild = :guild", day=day, guild=guild)


def days_of(tx: Tx, person: int) -> list[DailySolver]:
    """The days whose puzzles the person has solved, the oldest first."""
    return _SOLVERS.all(tx, "WHERE person = :person ORDER BY day", person=person)


def mark_solved(tx: Tx, person: int, days: Sequence[int]) -> None:
    """Store that the person has solved the puzzle of these days now, unless they had before."""
    for day in days:
        tx.run(
            "INSERT INTO daily_solvers (day, person, at) VALUES (:day, :person, :now) "
            "ON CONFLICT (day, person) DO NOTHING",
            day=day,
            person=person,
            now=tx.now,
        )


def stop(tx: Tx, guild: int, channel: int, reason: str) -> None:
    """Stop posting the puzzle, which cannot be posted in this channel, and store the reason."""
    tx.lock(f"guild {guild}")
    post = post_of(tx, guild)
    if post is not None and post.channel == channel:
        _POSTS.put(tx, replace(post, stopped=reason))
        deadlines.clear_guild_due(tx, guild, DAILY_KIND)


def remove(tx: Tx, guild: int) -> bool:
    """Delete the server's settings and its unsent puzzles."""
    tx.lock(f"guild {guild}")
    deadlines.clear_guild_due(tx, guild, DAILY_KIND)
    messages.give_up_guild(tx, guild, "the server no longer posts the daily puzzle")
    return tx.run("DELETE FROM daily_posts WHERE guild = :guild", guild=guild).rowcount == 1
