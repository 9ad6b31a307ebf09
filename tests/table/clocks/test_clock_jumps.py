"""A jump of the wall clock charges nobody, whether the clock was set or the machine was asleep."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db import Store
from table.clocks.clock_jumps import TOLERANCE_SECONDS
from table.clocks.clocks import DAY, HOUR, deadline, load_timing
from table.matches.match_terms import Terms
from table.table import Table
from tests.support.table.opened import Clock, begin
from tests.support.table.platform import ListPlatform


class Both:
    """The wall clock and the monotonic clock: elapsed time moves both, a jump moves only the wall clock."""

    def __init__(self) -> None:
        self.wall, self.monotonic = Clock(), Clock()

    def passes(self, seconds: float) -> None:
        self.wall.now += seconds
        self.monotonic.now += seconds

    def jumps(self, seconds: float) -> None:
        self.wall.now += seconds


@pytest.fixture
def time() -> Both:
    return Both()


@pytest.fixture
async def table(database: Path, time: Both) -> AsyncIterator[Table]:
    async with await Store.open(database, clock=time.wall) as store:
        table = Table(store, time.wall, ListPlatform(), monotonic=time.monotonic)
        await table.start()
        yield table
        await table.stop()


async def left(table: Table, match: int) -> float:
    """Seconds until Ada runs out of time."""
    live = await table.moves.live(match)
    timing = load_timing(live.match.timing)
    assert timing is not None
    ends = deadline(timing, live.rows.stops, timing.running[0])
    assert ends is not None
    return ends - table.clock()


async def test_elapsed_time_is_charged_and_clock_jumps_are_not(table: Table, time: Both) -> None:
    match = await begin(table, terms=Terms(clock="1d"))
    time.passes(HOUR)
    assert await left(table, match.id) == DAY - HOUR
    time.jumps(5 * HOUR)
    assert await left(table, match.id) == DAY - HOUR
    time.passes(HOUR)
    assert await left(table, match.id) == DAY - 2 * HOUR


async def test_a_clock_jump_beyond_a_deadline_lets_nobody_claim_a_win(table: Table, time: Both) -> None:
    match = await begin(table, terms=Terms(clock="1d", ends=True))
    time.jumps(3 * DAY)
    await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "live"
    for _ in range(23):
        time.passes(HOUR)
        await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "live"
    time.passes(HOUR + 1)
    await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "over"


async def test_a_clock_set_back_charges_nobody(table: Table, time: Both) -> None:
    match = await begin(table, terms=Terms(clock="1d"))
    time.passes(HOUR)
    before = await left(table, match.id)
    time.jumps(-2 * HOUR)
    assert await left(table, match.id) >= before
    time.jumps(2 * HOUR)
    assert await left(table, match.id) >= before


async def test_small_clock_drift_is_tolerated(table: Table, time: Both) -> None:
    match = await begin(table, terms=Terms(clock="1d"))
    for _ in range(10):
        time.passes(HOUR)
        time.jumps(TOLERANCE_SECONDS - 1)
        await table.run_due()
    assert await left(table, match.id) == DAY - 10 * HOUR - 10 * (TOLERANCE_SECONDS - 1)
