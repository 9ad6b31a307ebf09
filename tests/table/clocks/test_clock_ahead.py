"""A clock that was ahead and was corrected: times left in the future are cut back, so nobody waits for years."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import pytest

from db import Store
from db.address import PostgresAddress, parse
from db.rows import DailyPost, Match
from db.tables.future_rows import SKEW_SECONDS
from table.clocks.clock_jumps import CUT_AGAIN_SECONDS
from table.clocks.clocks import DAY, HOUR, deadline, load_timing
from table.exercises.puzzles import day_of
from table.matches.match_terms import Terms
from table.matches.seating import Place
from table.table import Table
from tests.support.db.look import look
from tests.support.db.new import new_database
from tests.support.postgres.database import new_postgres, server_or_skip
from tests.support.table.opened import ADA, BARTEK, HERE, Clock, begin, interaction
from tests.support.table.platform import ListPlatform

YEARS = 400 * DAY
TERMS = Terms(clock="12h", ends=True)
Open = Callable[[], AbstractAsyncContextManager[Table]]


class Time:
    """A wall clock that can be wrong, and the true elapsed time."""

    def __init__(self) -> None:
        self.wall, self.monotonic = Clock(), Clock()

    def passes(self, seconds: float) -> None:
        self.wall.now += seconds
        self.monotonic.now += seconds

    def jumps(self, seconds: float) -> None:
        self.wall.now += seconds


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture(params=["sqlite", "postgres"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Path | PostgresAddress:
    if request.param == "postgres":
        return parse(new_postgres(server_or_skip()))
    return new_database(tmp_path / "arena.sqlite3")


@pytest.fixture
def start(address: Path | PostgresAddress, time: Time) -> Open:
    """Start the bot; it stops at the end of the context."""

    @asynccontextmanager
    async def started() -> AsyncIterator[Table]:
        async with await Store.open(address, clock=time.wall) as store:
            table = Table(store, time.wall, ListPlatform(), monotonic=time.monotonic)
            await table.start()
            yield table
            await table.stop()

    return started


async def left(table: Table, match: Match) -> float:
    """Seconds until the player to move runs out of time."""
    live = await table.moves.live(match.id)
    timing = load_timing(live.match.timing)
    assert timing is not None
    ends = deadline(timing, live.rows.stops, timing.running[0])
    assert ends is not None
    return ends - table.clock()


async def begin_in(table: Table, channel: int) -> Match:
    """Begin a match in its own channel."""
    place = Place(1, channel, None)
    opening = await table.seating.prepare("leaders", ADA, [BARTEK], TERMS, place, can_thread=False)
    match = await table.seating.open(opening, place, "en", interaction())
    await table.seating.join(match.id, BARTEK, interaction())
    return match


async def ends_in_time(table: Table, time: Time, match: Match) -> None:
    """Check that the twelve hours run out after twelve hours, and that the match then ends."""
    assert 11 * HOUR <= await left(table, match) <= 12 * HOUR
    for _ in range(11):
        time.passes(HOUR)
        await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "live"
    time.passes(2 * HOUR)
    await table.run_due()
    assert (await table.store.matches.get(match.id)).status == "over"


@pytest.mark.parametrize("far", [40 * DAY, YEARS])
async def test_a_corrected_jump_of_the_system_clock_stops_no_match_clock(
    start: Open, time: Time, far: int, caplog: pytest.LogCaptureFixture
) -> None:
    async with start() as table:
        match = await begin(table, terms=TERMS)
        time.jumps(far)
        await table.run_due()
        time.passes(600)
        await table.run_due()
        time.jumps(-far)
        await table.run_due()
        assert "cut back to the present: outages that end in the future" in caplog.text
        await ends_in_time(table, time, match)


@pytest.mark.parametrize("far", [40 * DAY, YEARS])
async def test_moves_made_while_the_clock_was_ahead_stay_valid(start: Open, time: Time, far: int) -> None:
    async with start() as table:
        time.jumps(far)
        await table.run_due()
        match = await begin(table, terms=TERMS)
        time.jumps(-far)
        await table.run_due()
        await ends_in_time(table, time, match)


@pytest.mark.parametrize("far", [40 * DAY, YEARS])
async def test_a_start_with_a_wrong_clock_is_recognized_at_the_next_start(start: Open, time: Time, far: int) -> None:
    async with start() as table:
        match = await begin(table, terms=TERMS)
    time.jumps(far)
    async with start() as table:
        later = await begin_in(table, 11)
        await table.moves.type(later.id, ADA, ["leader", "d2", "end"], interaction(), confirm=False)
        pause = await table.store.clock_stops.pause(later.id, (await table.store.matches.get(later.id)).version)
        assert pause.id == later.id
    time.jumps(-far)
    async with start() as table:
        await table.run_due()
        await table.store.clock_stops.resume(later.id)
        await ends_in_time(table, time, match)
        assert (await table.store.matches.get(later.id)).status == "over"
        new = await begin_in(table, 12)
        await ends_in_time(table, time, new)


async def test_an_invitation_with_a_wrong_time_lasts_another_week(start: Open, time: Time) -> None:
    async with start() as table:
        time.jumps(40 * DAY)
        opening = await table.seating.prepare("leaders", ADA, [], Terms(), HERE, can_thread=False)
        match = await table.seating.open(opening, HERE, "en", interaction())
        await table.run_due()
        time.jumps(-40 * DAY)
        await table.run_due()
        assert (await table.store.matches.get(match.id)).status == "open"
        time.passes(6 * DAY)
        await table.run_due()
        assert (await table.store.matches.get(match.id)).status == "open"
        time.passes(DAY + HOUR)
        await table.run_due()
        assert (await table.store.matches.get(match.id)).status == "cancelled"


async def test_the_daily_puzzle_returns_the_same_day(start: Open, time: Time, address: Path | PostgresAddress) -> None:
    time.wall.now = 20_000 * DAY + 6 * HOUR
    async with start() as table:
        await table.daily_posts.start(DailyPost(guild=7, channel=70, hour=8, zone="UTC", language="en"))
    time.jumps(40 * DAY + 3 * HOUR)
    async with start() as table:
        await table.run_due()
        assert look(address, "SELECT posted FROM daily_posts") == [(20_040,)]
    time.jumps(-40 * DAY - 3 * HOUR)
    async with start() as table:
        await table.run_due()
        assert look(address, "SELECT posted FROM daily_posts") == [(19_999,)]
        time.passes(2 * HOUR)
        await table.run_due()
        assert look(address, "SELECT posted FROM daily_posts") == [(day_of(time.wall.now),)] == [(20_000,)]


async def test_a_running_commit_is_corrected_a_minute_later(start: Open, time: Time) -> None:
    async with start() as table:
        match = await begin(table, terms=TERMS)
        time.jumps(40 * DAY)
        await table.run_due()
        time.jumps(-40 * DAY)
        await table.run_due()
        stored = await table.store.matches.get(match.id)
        ahead = json.dumps({**json.loads(stored.timing), "since": int(time.wall.now) + 40 * DAY})
        await table.store._write(
            lambda tx: tx.run("UPDATE matches SET timing = :timing WHERE id = :id", timing=ahead, id=match.id)
        )
        time.passes(CUT_AGAIN_SECONDS + 1)
        await table.run_due()
        await ends_in_time(table, time, match)


async def test_heartbeats_are_stored_again_after_the_clock_is_set_back(
    start: Open, time: Time, address: Path | PostgresAddress
) -> None:
    async with start() as table:
        time.jumps(40 * DAY)
        await table.run_due()
        time.jumps(-40 * DAY)
        await table.run_due()
        time.passes(HOUR)
        await table.run_due()
        assert look(address, "SELECT max(at) FROM alive") == [(int(time.wall.now),)]


async def test_clock_differences_of_minutes_between_processes_are_harmless(
    start: Open, time: Time, caplog: pytest.LogCaptureFixture
) -> None:
    """Another process is ten minutes ahead: nothing is cut back, and nobody loses or gains much time."""
    caplog.set_level(logging.WARNING, "arena")
    async with start() as table:
        match = await begin(table, terms=TERMS)
        shift = SKEW_SECONDS - 300
        await table.store._write(lambda tx: tx.run("UPDATE alive SET at = at + :shift", shift=shift))
        before = await left(table, match)
    async with start() as table:
        await table.run_due()
        assert abs(await left(table, match) - before) <= shift
        assert "cut back" not in caplog.text


async def test_correct_clocks_are_not_changed(
    start: Open, time: Time, address: Path | PostgresAddress, caplog: pytest.LogCaptureFixture
) -> None:
    async with start() as table:
        match = await begin(table, terms=Terms(clock="30d"))
        await table.daily_posts.start(DailyPost(guild=7, channel=70, hour=8, zone="UTC", language="en"))
        await table.vacations.leave(ADA, 3, 5, interaction())
        due = look(address, "SELECT kind, at FROM due ORDER BY id")
    async with start() as table:
        assert "cut back" not in caplog.text
        assert look(address, "SELECT kind, at FROM due ORDER BY id") == due
        assert match.id
