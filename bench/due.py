"""Due rows: one pass of the alarm over 100,000 rows of which 100 are due, in a file on disk."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from unittest import mock

from bench.rows import Row
from bench.sample import GAME
from db.rows import Message, Person, Seat
from db.store import Store
from engine.core.position import Position
from engine.core.record import written
from table.clocks import clocks
from table.clocks.clocks import DAY, HOUR, Clock
from table.notices import notices
from table.outbox.outbox import Outbox
from table.outbox.outgoing import Outgoing
from table.table import Table

ROWS, RIPE = 100_000, 100
PASSES = 15
BAR = 50
NOW = 1_000_000_000
USER = 1_000_000
REMINDER = "remind:0"


async def due() -> list[Row]:
    """Measure finding the due rows; then the whole pass: finding them, checking each match, posting reminders,
    finishing."""
    found, done = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        # Sending is left out: the messages of one pass would slow down the next.
        with mock.patch.object(Outbox, "sweep", lambda _, **__: None):
            async with await Store.open(path, clock=lambda: NOW) as store:
                table = Table(store, lambda: NOW, Nowhere())
                await _fill(path, store)
                for number in range(PASSES):
                    _ripen(path, number)
                    begun = time.perf_counter()
                    ripe = await store.due.overdue()
                    found.append(time.perf_counter() - begun)
                    begun = time.perf_counter()
                    await table.run_due()
                    done.append(time.perf_counter() - begun)
                    posted = await store.outbox.pending(limit=ROWS)
                    assert (len(ripe), len(posted)) == (RIPE, RIPE * (number + 1)), "every reminder once"
                    assert not await store.due.overdue()
    return [_row("find", found), _row("find and do", done)]


def _row(what: str, times: list[float]) -> Row:
    took = median(times) * 1000
    return Row(f"{what} {RIPE} of {ROWS:,} due rows", f"{took:.1f} ms", f"{BAR} ms", took / BAR, "< 1", took < BAR)


class Nowhere:
    """A platform that never answers, because sending is Discord's time."""

    async def send(self, message: Message, outgoing: Outgoing) -> int:
        await asyncio.Event().wait()
        return 0

    async def find(self, message: Message) -> int | None:
        await asyncio.Event().wait()
        return None

    async def edit(self, message: Message, outgoing: Outgoing, *, same_board: bool) -> None:
        await asyncio.Event().wait()

    async def remove(self, message: Message) -> None:
        await asyncio.Event().wait()

    async def reachable(self, channel: int) -> bool:
        return False


async def _fill(path: Path, store: Store) -> None:
    """Store matches with a clock, with two rows each: a deadline and a reminder before it."""
    begun = NOW - 3 * DAY + HOUR
    clock = Clock(move=3 * DAY)
    timing = clocks.start(clock, 2, [0], begun)
    seats = [Seat(match=0, seat=seat, person=USER, invited=None, joined_at=None) for seat in (0, 1)]
    news = notices.notify_turn({USER: Person(person=USER)}, [0], seats, timing, [], begun)
    rows = [*notices.flag_due(timing, [], begun), *news.due]
    assert [row.kind for row in rows] == ["flag", REMINDER], "every match has two rows"
    position = written(Position.new(GAME, {}, 2, "bench"))
    matches = range(1, ROWS // len(rows) + 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("BEGIN")
        conn.executemany(
            """INSERT INTO matches (id, guild, channel, game, options, seats, seed, seed_hash, rules_version, status,
            version, position, to_move, language, palette, result, creator, created_at, updated_at, clock, timing)
            VALUES (?, 1, ?, ?, '{}', 2, '', '', 1, 'live', 0, ?, '[0]', 'en', '', '', 1, 0, 0, ?, ?)""",
            (
                (match, match, GAME.key, position, clocks.dump_clock(clock), clocks.dump_timing(timing))
                for match in matches
            ),
        )
        conn.executemany(
            "INSERT INTO seats (match, seat, person) VALUES (?, ?, ?)",
            ((match, seat, USER + 2 * match + seat) for match in matches for seat in (0, 1)),
        )
        conn.executemany(
            "INSERT INTO due (at, kind, match, payload) VALUES (?, ?, ?, ?)",
            ((_ahead(match), row.kind, match, row.payload) for match in matches for row in rows),
        )
        conn.execute("COMMIT")


def _ahead(match: int) -> int:
    """Some time in the next month, by match number."""
    return NOW + HOUR + match * 7919 % (30 * DAY)


def _ripen(path: Path, number: int) -> None:
    """Make other reminders due in every pass, spread over the whole table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute(
            "UPDATE due SET at = ? WHERE kind = ? AND match % ? = ?", (NOW - 1, REMINDER, ROWS // 2 // RIPE, number)
        )
