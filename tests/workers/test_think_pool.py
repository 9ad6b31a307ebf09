"""Processes that think for computers: started when needed, replaced when they die, fair to every server."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import threading
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from cogs.client.telemetry import Telemetry
from engine.core.position import Position
from engine.core.record import written
from engine.registry import GAMES
from table.computers.think_task import ThinkTask, decision
from tests.support.cogs.inline_worker import InlineWorker
from workers import think_pool
from workers.job import Job, JobMessage
from workers.job_queue import JobFailed, Overtime, Process, ProcessLost
from workers.think_pool import ThinkPool, sensible_thinkers

START = Position.new(GAMES["leaders"], {}, 2, "thinkers")
TASK = ThinkTask(
    match=1,
    version=0,
    guild=1,
    game="leaders",
    rules_version=GAMES["leaders"].rules_version,
    options="{}",
    position=written(START),
    seat=START.asks[0].seat,
    level=1,
    seed="s",
)


FOREVER = 10**9


class Losses(Telemetry):
    lost = 0

    def thinker_lost(self) -> None:
        self.lost += 1


class FakeProcess(InlineWorker):
    """Does its jobs in a thread; dies `deaths` times; waits at `gate` before it answers."""

    deaths: list[Exception] = []  # noqa: RUF012 -- emptied by the fixture
    gate = threading.Event()
    made: list[FakeProcess] = []  # noqa: RUF012
    given: list[ThinkTask] = []  # noqa: RUF012

    def __init__(self, nice: int = 0, memory: int = 0) -> None:
        super().__init__(nice)
        self.nice, self.memory, self.ended = nice, memory, threading.Event()
        self.made.append(self)

    def give(self, job: Job) -> None:
        self.given.append(job.arguments[0])
        super().give(job)

    def receive(self) -> JobMessage:
        while not self.gate.wait(0.002):
            if self.ended.is_set():
                raise ProcessLost("it was ended")
        if self.deaths:
            raise self.deaths.pop()
        return super().receive()

    def end(self) -> None:
        self.ended.set()


@pytest.fixture
async def pool(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ThinkPool]:
    monkeypatch.setattr(think_pool, "Process", FakeProcess)
    FakeProcess.deaths.clear()
    FakeProcess.made.clear()
    FakeProcess.given.clear()
    FakeProcess.gate.set()
    pool = ThinkPool(1, Losses())
    yield pool
    FakeProcess.gate.set()
    pool.close()


async def test_no_process_starts_before_the_first_task(pool: ThinkPool) -> None:
    assert pool.running == 0 and not FakeProcess.made
    assert await pool.think(TASK) == decision(TASK)
    assert pool.running == 1
    (made,) = FakeProcess.made
    assert made.nice == 10 and made.memory == think_pool.MEMORY_MIB


async def test_a_dead_process_is_replaced_and_the_decision_is_the_same(pool: ThinkPool) -> None:
    FakeProcess.deaths += [ProcessLost("killed"), ProcessLost("killed")]
    assert await pool.think(TASK) == decision(TASK)
    assert len(FakeProcess.made) == 3 and FakeProcess.given == [TASK] * 3


async def test_a_position_that_kills_three_processes_is_dropped(pool: ThinkPool) -> None:
    FakeProcess.deaths += [ProcessLost("killed")] * 3
    with pytest.raises(ProcessLost):
        await pool.think(TASK)
    assert len(FakeProcess.made) == 3
    assert await pool.think(TASK) == decision(TASK), "other jobs continue"


async def test_a_decision_that_takes_too_long_is_not_tried_again(pool: ThinkPool) -> None:
    FakeProcess.deaths.append(Overtime())
    with pytest.raises(Overtime):
        await pool.think(TASK)
    assert len(FakeProcess.given) == 1


async def test_an_error_in_a_decision_does_not_end_the_process(pool: ThinkPool) -> None:
    with pytest.raises(JobFailed, match="position"):
        await pool.think(replace(TASK, position="no position"))
    assert await pool.think(TASK) == decision(TASK)
    assert len(FakeProcess.made) == 1


async def test_servers_are_served_in_turn(pool: ThinkPool) -> None:
    FakeProcess.gate.clear()
    requests = [(1, 1), (1, 2), (1, 3), (2, 4), (3, 5), (2, 6)]
    waiting = [asyncio.create_task(pool.think(replace(TASK, guild=guild, match=match))) for guild, match in requests]
    await asyncio.sleep(0)
    assert pool.busy == 1 and pool.waiting == 5
    FakeProcess.gate.set()
    await asyncio.gather(*waiting)
    assert [task.match for task in FakeProcess.given] == [1, 2, 4, 5, 3, 6]


async def test_decisions_nobody_waits_for_are_skipped(pool: ThinkPool) -> None:
    FakeProcess.gate.clear()
    first, second, third = (asyncio.create_task(pool.think(replace(TASK, match=number))) for number in (1, 2, 3))
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.sleep(0)
    FakeProcess.gate.set()
    await asyncio.gather(first, third)
    assert [task.match for task in FakeProcess.given] == [1, 3]


async def test_processes_are_renewed_regularly_and_end_when_idle(
    pool: ThinkPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(think_pool, "MAX_JOBS_PER_PROCESS", 2)
    monkeypatch.setattr(think_pool, "IDLE_SECONDS", 0.0)
    FakeProcess.gate.clear()
    waiting = [asyncio.create_task(pool.think(TASK)) for _ in range(3)]
    await asyncio.sleep(0)
    FakeProcess.gate.set()
    await asyncio.gather(*waiting)
    assert len(FakeProcess.made) == 2
    await asyncio.sleep(0.01)
    assert pool.running == 0
    assert all(one.ended.is_set() for one in FakeProcess.made)


async def test_a_closed_pool_starts_no_decisions(pool: ThinkPool) -> None:
    FakeProcess.gate.clear()
    under_way = asyncio.create_task(pool.think(TASK))
    await asyncio.sleep(0)
    pool.close()
    with pytest.raises(ProcessLost):
        await under_way
    with pytest.raises(ProcessLost):
        await pool.think(TASK)


def test_few_processes_are_used_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for cores, count in ((1, 1), (2, 1), (4, 2), (64, 2)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, cores=cores: range(cores), raising=False)
        assert sensible_thinkers() == count


async def test_a_killed_process_is_replaced_and_thinks_again() -> None:
    """The only test here with real processes, which have low priority and limited memory."""
    observer = Losses()
    pool = ThinkPool(1, observer)
    try:
        assert await pool.think(TASK) == decision(TASK)
        (slot,) = pool._slots
        process = slot._worker._process  # type: ignore[union-attr]
        assert os.getpriority(os.PRIO_PROCESS, process.pid) == min(19, os.getpriority(os.PRIO_PROCESS, 0) + 10)
        assert resource.prlimit(process.pid, resource.RLIMIT_AS)[0] == think_pool.MEMORY_MIB << 20
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert await pool.think(TASK) == decision(TASK)
        assert observer.lost == 1
    finally:
        pool.close()


async def test_a_stopped_process_is_replaced(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    """Time does not matter: a process that waits for a core may wait as long as it needs."""
    monkeypatch.setattr(think_pool, "STALL_CHECK_SECONDS", 0.05)
    monkeypatch.setattr(think_pool, "MAX_STALLED_CHECKS", FOREVER)
    losses = Losses()
    pool = ThinkPool(1, losses)
    thinking = asyncio.create_task(pool.think(TASK))
    stopped: int | None = None
    while stopped is None:
        await asyncio.sleep(0.005)
        worker = pool._slots[0]._worker
        stopped = worker._process.pid if isinstance(worker, Process) else None
    os.kill(stopped, signal.SIGSTOP)
    monkeypatch.setattr(think_pool, "MAX_STALLED_CHECKS", 5)
    while not losses.lost:  # noqa: ASYNC110 -- nothing tells of it
        await asyncio.sleep(0.005)
    monkeypatch.setattr(think_pool, "MAX_STALLED_CHECKS", FOREVER)  # the next one may start slowly
    assert await thinking == decision(TASK)
    assert losses.lost == 1 and "has stalled" in caplog.text
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)
    pool.close()


async def test_a_computing_process_is_not_ended(pool: ThinkPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(think_pool, "STALL_CHECK_SECONDS", 0.001)
    FakeProcess.gate.clear()
    thinking = asyncio.create_task(pool.think(TASK))
    await asyncio.sleep(0.1)
    FakeProcess.gate.set()
    assert await thinking == decision(TASK) and len(FakeProcess.made) == 1
