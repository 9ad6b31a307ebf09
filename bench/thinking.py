"""Moves of people while a hundred matches wait for computers, which one process handles."""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from itertools import count, islice
from pathlib import Path
from statistics import median, quantiles

from bench.rows import Row
from db.store import Store
from table.computers.think_task import task_for
from table.matches.match_terms import Terms
from table.matches.seating import Place
from table.table import Table
from tests.support.table.platform import ListPlatform
from tests.support.table.thinkers import at_random
from tests.workers.test_think_pool import TASK
from workers.job_queue import Process
from workers.think_pool import ThinkPool

MATCHES, LEVEL = 100, 4
SECONDS = 8.0
"""Seconds for which people move without computers, and then beside them."""
PAUSE = 0.02
BAR, BAR_P99, BAR_MEMORY = 1.5, 2.0, 150
ADA, BARTEK, OTHERS = 1, 2, 1000
_interactions = count(1)


async def thinking() -> list[Row]:
    """Measure moves and the event loop's latency beside a hundred matches against computers and without; and the
    process."""
    thinkers = ThinkPool(1)
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(Path(folder) / "bench.sqlite3") as store:
            table = Table(store, time.time, ListPlatform(), think=thinkers.think)
            await table.start()
            beside, alone = await _measure(table, thinkers)
            rows = [
                _row(f"a move beside {MATCHES} matches against computers, median", beside[0], alone[0], median, BAR),
                _row("the same, 99th percentile", beside[0], alone[0], _p99, BAR_P99),
                _row("latency of the event loop beside them, median", beside[1], alone[1], median, BAR),
                _row("the same, 99th percentile", beside[1], alone[1], _p99, BAR_P99),
                *await _of_the_process(table, thinkers),
            ]
            await table.stop()
    thinkers.close()
    return rows


Times = tuple[list[float], list[float]]


async def _measure(table: Table, thinkers: ThinkPool) -> tuple[Times, Times]:
    """Times of moves and latencies, with and without computers."""
    ours = await _open(table, ADA, Terms())
    await table.seating.join(ours, BARTEK, next(_interactions))
    beside: Times = ([], [])
    alone: Times = ([], [])
    ours = await _phase(table, ours, alone, SECONDS, lambda: True)
    others = count(OTHERS)
    ends = time.perf_counter() + SECONDS
    while (
        left := ends - time.perf_counter()
    ) > 0:  # a fast machine answers a hundred matches in less time: then a hundred more follow
        for person in islice(others, MATCHES):
            await _move(table, await _open(table, person, Terms(computers=1, level=LEVEL)), person)
        ours = await _phase(table, ours, beside, left, lambda: thinkers.busy > 0 and thinkers.waiting > 0)
    return beside, alone


async def _open(table: Table, person: int, terms: Terms) -> int:
    place = Place(1, 10_000 + person, None)
    opening = await table.seating.prepare("leaders", person, [], terms, place, can_thread=False)
    return (await table.seating.open(opening, place, "en", next(_interactions))).id


async def _move(table: Table, match: int, person: int) -> None:
    """Make a whole random decision for the person, if they are asked."""
    live = await table.moves.live(match)
    seat = live.seat_of(person)
    if seat is None or live.position.ask_of(seat) is None:
        return
    codes = await at_random(task_for(live.match, seat, 1))
    await table.moves.type(match, person, codes, next(_interactions), confirm=True)


async def _phase(table: Table, match: int, times: Times, seconds: float, lasts: Callable[[], bool]) -> int:
    """Run moves of two people and note the event loop's latency for `seconds`, while `lasts`; return their current
    match."""
    ends = time.perf_counter() + seconds
    watching = asyncio.create_task(_latency(times[1], ends))
    while time.perf_counter() < ends and lasts():
        live = await table.moves.live(match)
        if live.position.outcome is not None:
            match = await _again(table, match)
            continue
        person = live.person_at(live.match.to_move[0])
        assert person is not None
        begun = time.perf_counter()
        await _move(table, match, person)
        times[0].append(time.perf_counter() - begun)
        await asyncio.sleep(PAUSE)
    watching.cancel()
    return match


async def _again(table: Table, match: int) -> int:
    again, _ = await table.seating.rematch(match, ADA, next(_interactions), allowed=lambda _: None)
    await table.seating.join(again.id, BARTEK, next(_interactions))
    return again.id


async def _latency(times: list[float], ends: float) -> None:
    while (begun := time.perf_counter()) < ends:
        await asyncio.sleep(0.005)
        times.append(time.perf_counter() - begun - 0.005)


def _p99(times: list[float]) -> float:
    return quantiles(times, n=100)[-1]


def _row(what: str, beside: list[float], alone: list[float], figure: object, bar: float) -> Row:
    assert callable(figure)
    ours, yardstick = figure(beside), figure(alone)
    ratio = ours / yardstick
    return Row(what, f"{ours * 1000:.2f} ms", f"{yardstick * 1000:.2f} ms (without)", ratio, f"≤ {bar:g}", ratio <= bar)


async def _of_the_process(table: Table, thinkers: ThinkPool) -> list[Row]:
    """Measure the memory of a used worker process, and its CPU share while idle."""
    (process,) = (slot._worker for slot in thinkers._slots)
    assert isinstance(process, Process)
    pid = process._process.pid
    memory = _resident(pid)
    table.thinking.stop()  # waiting tasks are no longer needed; the running one ends
    await thinkers.think(TASK)
    before = _cpu(pid)
    await asyncio.sleep(1.0)
    idle = _cpu(pid) - before
    return [
        Row(
            "memory of the process that thinks",
            f"{memory:.0f} MB",
            f"{BAR_MEMORY} MB",
            memory / BAR_MEMORY,
            "≤ 1",
            memory <= BAR_MEMORY,
        ),
        Row("CPU of the process while it is idle, of a core", f"{idle:.2f}", "0.01", idle / 0.01, "≤ 1", idle <= 0.01),
    ]


def _resident(pid: int) -> float:
    """Memory of a process in megabytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _cpu(pid: int) -> float:
    """CPU seconds of a process so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
