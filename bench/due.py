"""What is due: one look of the alarm at 100,000 rows of which 100 are ripe, in a file on the disk."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from statistics import median

from bench.rows import Row
from cogs.arena import Arena
from cogs.table import clocks
from cogs.table.clocks import DAY, HOUR, Clock, Timing
from db import opening
from db.store import Store
from engine.core.position import Position
from engine.core.record import written
from engine.registry import GAMES

ROWS, RIPE = 100_000, 100
PASSES = 7
BAR = 50
NOW = 1_000_000_000


async def due() -> list[Row]:
    """Finding the ripe rows; then all of it: finding them, looking at each match, posting its reminder, finishing."""
    found, done = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.sqlite3"
        with closing(opening.open_database(path)) as conn:
            _fill(conn)
        async with _bot(path) as bot:
            for number in range(PASSES):
                _ripen(path, number)
                begun = time.perf_counter()
                ripe = await bot.store.due()
                found.append(time.perf_counter() - begun)
                begun = time.perf_counter()
                await bot.ring()
                done.append(time.perf_counter() - begun)
                posted = await bot.store.pending_outbox(limit=ROWS)
                assert (len(ripe), len(posted)) == (RIPE, RIPE * (number + 1)), "every reminder once"
                assert not await bot.store.due()
    return [_row("find", found), _row("find and do", done)]


def _row(what: str, times: list[float]) -> Row:
    took = median(times) * 1000
    return Row(f"{what} {RIPE} of {ROWS:,} due rows", f"{took:.1f} ms", f"{BAR} ms", took / BAR, "< 1", took < BAR)


class _NoPost:
    """Sending is Discord's time, not ours."""

    async def drain(self) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def _bot(path: Path) -> AsyncIterator[Arena]:
    """The bot as far as the alarm needs it: its store and what it does when something is due."""
    bot = Arena(path, clock=lambda: NOW)
    bot.post = _NoPost()  # type: ignore[assignment]
    async with await Store.open(path, clock=lambda: NOW) as store:
        bot.store = store
        yield bot
    bot.pictures.close()


def _fill(conn: sqlite3.Connection) -> None:
    """Matches with a clock; of each two rows: when the time is over, and a reminder before that."""
    position = written(Position.new(GAMES["leaders"], {}, 2, "bench"))
    timing = clocks.kept(Timing((3 * DAY, 3 * DAY), (0,), NOW - 3 * DAY + HOUR))
    clock = clocks.stored(Clock(move=3 * DAY))
    matches = range(1, ROWS // 2 + 1)
    conn.execute("BEGIN")
    conn.executemany(
        """INSERT INTO matches (id, guild, channel, game, options, seats, seed, seed_hash, rules_version, status,
        version, position, to_move, language, palette, result, creator, created_at, updated_at, clock, timing)
        VALUES (?, 1, ?, 'leaders', '{}', 2, '', '', 1, 'live', 0, ?, '[0]', 'en', '', '', 1, 0, 0, ?, ?)""",
        ((match, match, position, clock, timing) for match in matches),
    )
    conn.executemany(
        "INSERT INTO seats (match, seat, user) VALUES (?, ?, ?)",
        ((match, seat, 2 * match + seat) for match in matches for seat in (0, 1)),
    )
    conn.executemany("INSERT INTO due (at, kind, match, payload) VALUES (?, ?, ?, ?)", _rows(matches))
    conn.execute("COMMIT")


def _rows(matches: range) -> Iterator[tuple[int, str, int, str]]:
    for match in matches:
        ahead = NOW + HOUR + match * 7919 % (30 * DAY)
        yield ahead, "flag", match, "{}"
        yield ahead, "remind:0", match, f'{{"channel":true,"left":{2 * HOUR}}}'


def _ripen(path: Path, number: int) -> None:
    """Other reminders in every pass, spread over the whole table."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute(
            "UPDATE due SET at = ? WHERE kind = 'remind:0' AND match % ? = ?", (NOW - 1, ROWS // 2 // RIPE, number)
        )
