"""Several processes on one database, from a confirm to its public message, beside that database's plain commits.

Real stores, tables and outboxes in separate processes; the platform takes every message at once, and no picture is
drawn. The database has 10,000 live matches. PostgreSQL is the tests' server, but it syncs to disk. The same path is
also measured without a database.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import quantiles

import msgspec
from msgspec.structs import fields

from bench.plain_commits import disk, plain_postgres, plain_sqlite, postgres
from bench.rows import Row
from bench.sample import GAME
from bench.scaling_worker import SHARDS, Found, Job, Place
from db.rows import Match, NewMatch
from db.store import Store
from engine.core.position import Position
from engine.core.record import written

MATCHES = 10_000
BUSY, PLAYERS = 40, 200
"""Number of players who play without a pause, and of players who pause."""
PROCESSES = (1, 2, 4)
FILE = "bench.sqlite3"
SECONDS = 3.0
PAUSE = 4.0
"""Seconds between two moves of a player who pauses, still far fewer than people take."""
BAR, LATENCY, GROWTH = 0.5, 1.0, 100.0
"""The bars: a share of the plain commits; seconds for 99 of 100 confirms of players who pause; MB."""


async def scaling() -> list[Row]:
    """Measure SQLite with one process, then PostgreSQL with one, two and four."""
    with tempfile.TemporaryDirectory(dir=disk()) as folder:
        os.chmod(folder, 0o755)  # noqa: PTH101 (for the server's user)
        rows = await _sqlite(Path(folder))
        with postgres(Path(folder, "pg")) as addresses:
            for _, address in addresses:
                rows += await _postgres(address, Path(folder, FILE))
            if not addresses:
                rows.append(Row("PostgreSQL: several processes", "not measured", "not installed", 0.0, "", True))
    return rows


async def _sqlite(folder: Path) -> list[Row]:
    file = folder / FILE
    await _first_match(str(file))
    with closing(sqlite3.connect(file)) as conn:
        _fill(conn.execute)
        conn.commit()
    plain = plain_sqlite(folder / "plain.sqlite3")
    name = "SQLite, 1 process"
    with _processes([Place(address=str(file))]) as run:
        found = run(_job(1, 2000))
        rows = [_rate(name, found, plain, 1, None), _busy(name, found)]
        rows.append(_unhurried(name, run(_job(2001, 4000, pause=PAUSE))))
        rows.append(_memory(name, run(_job(4001, MATCHES, roam=True))))
    return rows


async def _postgres(address: str, file: Path) -> list[Row]:
    import psycopg

    from db.postgres.backend import POOL_SIZE

    await _first_match(address)
    with psycopg.connect(address) as conn:
        _fill(lambda sql: conn.execute(sql.encode()))
    with psycopg.connect(address, autocommit=True) as conn:
        conn.execute("ANALYZE")  # as autovacuum does, which is off in the tests' server
    rows = []
    for number, processes in enumerate(PROCESSES):
        name = f"PostgreSQL, {processes} process{'es' if processes > 1 else ''}"
        places = [Place(address=address, shards=tuple(range(one, SHARDS, processes))) for one in range(processes)]
        bar = BAR if processes == PROCESSES[-1] else None
        alone = plain_postgres(address, 1)
        with _processes(places) as run:
            found = run(_job(number * 1000 + 1, number * 1000 + 1000, processes))
            rows.append(_rate(name, found, alone, 1, bar))
            if bar is not None:
                together = sum(one.rate for one in run(Job(plain=POOL_SIZE)))
                rows.append(_rate(name, found, together, processes * POOL_SIZE, bar))
                rows += _without_database(file, processes, alone)
            rows.append(_busy(name, found))
            if bar is not None:
                rows.append(_unhurried(name, run(_job(3001, 4000, processes, pause=PAUSE))))
                rows.append(_memory(name, run(_job(4001, MATCHES, processes, roam=True))))
    return rows


def _without_database(file: Path, processes: int, plain: float) -> list[Row]:
    """The same path when nothing is stored: an upper limit for any database."""
    name = f"no database, {processes} processes"
    places = [
        Place(address=str(file), shards=tuple(range(one, SHARDS, processes)), stores=False) for one in range(processes)
    ]
    with _processes(places) as run:
        found = run(_job(1, 2000, processes))
    return [_rate(name, found, plain, 1, None), _busy(name, found)]


def _job(first: int, last: int, processes: int = 1, *, pause: float = 0.0, roam: bool = False) -> Job:
    players = PLAYERS if pause else BUSY
    return Job(matches=(first, last), players=players // processes, seconds=SECONDS, pause=pause, roam=roam)


async def _first_match(address: str) -> None:
    async with await Store.open(address) as store:
        position = Position.new(GAME, {}, 2, "bench")
        new = NewMatch(
            guild=1, channel=1, game=GAME.key, seed="bench", seed_hash="", rules_version=GAME.rules_version,
            language="en", creator=1,
        )  # fmt: skip
        match = await store.matches.open(new, [1, 2])
        to_move = [ask.seat for ask in position.asks]
        await store.matches.start(match.id, position=written(position), to_move=to_move, players=[1, 2])


def _fill(run: Callable[[str], object]) -> None:
    """Fill the database with copies of the first match, with people, channels and servers of their own."""
    own = {"id": "n.i", "channel": "n.i", "guild": f"n.i % {SHARDS} << 22", "creator": "2 * n.i + 1"}
    columns = [field.name for field in fields(Match)]
    run(
        f"""WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {MATCHES})
        INSERT INTO matches ({", ".join(columns)})
        SELECT {", ".join(own.get(column, f"m.{column}") for column in columns)} FROM n, matches m WHERE m.id = 1"""
    )
    run(
        """INSERT INTO seats (match, seat, person, invited, joined_at)
        SELECT m.id, s.seat, 2 * m.id + s.seat, NULL, s.joined_at FROM matches m, seats s
        WHERE m.id > 1 AND s.match = 1"""
    )
    run(
        """INSERT INTO sittings (match, seat, since, person)
        SELECT s.match, s.seat, 0, s.person FROM seats s WHERE s.match > 1"""
    )


@contextmanager
def _processes(places: Sequence[Place]) -> Iterator[Callable[[Job], list[Found]]]:
    """Context manager: start processes; yields a function that lets all of them do a job at the same time."""
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "bench.scaling_worker", msgspec.json.encode(place)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for place in places
    ]

    def answers() -> list[str]:
        lines = [process.stdout.readline() for process in started if process.stdout]
        assert all(lines), "a process has ended"
        return lines

    def run(job: Job) -> list[Found]:
        for process in started:
            assert process.stdin is not None
            process.stdin.write(msgspec.json.encode(job).decode() + "\n")
            process.stdin.flush()
        return [msgspec.json.decode(line, type=Found) for line in answers()]

    try:
        answers()
        yield run
        for process in started:
            assert process.stdin is not None
            process.stdin.close()
        for process in started:
            assert process.wait() == 0, "a process has failed"
    finally:
        for process in started:
            process.kill()
            process.wait()


def _rate(name: str, found: Sequence[Found], plain: float, connections: int, bar: float | None) -> Row:
    ours = sum(one.rate for one in found)
    yard = f"{plain:.0f}/s (plain commits, {connections} connection{'s' if connections > 1 else ''})"
    met = bar is None or ours / plain >= bar
    return Row(f"{name}: moves", f"{ours:.0f}/s", yard, ours / plain, "" if bar is None else f">= {bar}", met)


def _percentiles(times: Sequence[float]) -> tuple[float, float]:
    """The median and the 99th percentile."""
    parts = quantiles(times, n=100)
    return parts[49], parts[98]


def _times(found: Sequence[Found]) -> tuple[str, float]:
    """The times of a confirm and of its message in words, and the confirm's 99th percentile."""
    stored = _percentiles([time for one in found for time in one.confirmed])
    public = _percentiles([time for one in found for time in one.public])
    words = "; ".join(f"{p50 * 1000:.0f} / {p99 * 1000:.0f} ms" for p50, p99 in (stored, public))
    return words, stored[1]


def _busy(name: str, found: Sequence[Found]) -> Row:
    """The row of players who do not pause: they wait for each other; the ratio is the share of all cores in use."""
    cores, work = os.cpu_count() or 1, sum(one.cpu * one.rate for one in found)
    cpu = work / sum(one.rate for one in found)
    what = f"{name}: {BUSY} players without a pause: confirm; message (p50 / p99)"
    return Row(what, _times(found)[0], f"{cores} cores ({cpu * 1000:.1f} ms of CPU a move)", work / cores, "", True)


def _unhurried(name: str, found: Sequence[Found]) -> Row:
    rate = sum(one.rate for one in found)
    words, p99 = _times(found)
    what = f"{name}: {PLAYERS} players, {rate:.0f} confirms/s: confirm; message (p50 / p99)"
    return Row(what, words, f"{LATENCY * 1000:.0f} ms (p99 of a confirm)", p99 / LATENCY, "< 1", p99 < LATENCY)


def _memory(name: str, found: Sequence[Found]) -> Row:
    """The row of the largest process, in which every move is made in another match."""
    moves = max(one.moves for one in found)
    begin, end = max((one.memory for one in found), key=lambda memory: memory[-1])
    words = f"{begin:.0f} MB, {end:.0f} MB after play, the last {moves} moves in as many matches"
    what = f"{name}: memory of a process, {MATCHES:,} live matches"
    return Row(what, words, f"{GROWTH:.0f} MB of growth", (end - begin) / GROWTH, "< 1", end - begin < GROWTH)


if __name__ == "__main__":
    from bench.rows import table

    print(table(asyncio.run(scaling())))
