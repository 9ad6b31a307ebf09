"""Pictures drawn by separate processes: the same pictures, even if a process dies."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

import render
from cogs.client.telemetry import Telemetry
from engine.core.position import Position
from engine.registry import GAMES
from render import Marks
from table.user_error import UserError
from tests.support.cogs import jobs
from tests.support.cogs.inline_worker import InlineWorker
from workers import render_pool
from workers.job import Job, JobMessage
from workers.job_queue import JobFailed, Process, ProcessLost
from workers.picture_cache import PictureCache
from workers.render_pool import RenderPool, sensible_workers


class Losses(Telemetry):
    """Counts lost processes."""

    lost = 0

    def worker_lost(self) -> None:
        self.lost += 1


class FragileWorker(InlineWorker):
    """Dies in the middle of its first `deaths` jobs; waits at `gate` before it answers."""

    deaths = 0
    gate = threading.Event()
    made: list[FragileWorker] = []  # noqa: RUF012 -- emptied by the fixture

    def __init__(self, nice: int = 0) -> None:
        super().__init__(nice)
        self.given: list[str] = []
        self._ended = threading.Event()
        self.made.append(self)

    def give(self, job: Job) -> None:
        self.given.append(job.function.__name__)
        super().give(job)

    def receive(self) -> JobMessage:
        while not self.gate.wait(0.005):
            if self._ended.is_set():
                raise ProcessLost("it was ended")
        if type(self).deaths:
            type(self).deaths -= 1
            raise ProcessLost("it died")
        return super().receive()

    def end(self) -> None:
        self._ended.set()


@pytest.fixture
def fragile(monkeypatch: pytest.MonkeyPatch) -> Iterator[type[FragileWorker]]:
    """Use workers that are threads and can die."""
    monkeypatch.setattr(render_pool, "Process", FragileWorker)
    FragileWorker.deaths = 0
    FragileWorker.made.clear()
    FragileWorker.gate.set()
    yield FragileWorker
    FragileWorker.gate.set()


@pytest.fixture
async def one(fragile: type[FragileWorker]) -> AsyncIterator[RenderPool]:
    made = RenderPool(1, Losses())
    yield made
    made.close()


def lost(made: RenderPool) -> int:
    assert isinstance(made._observer, Losses)
    return made._observer.lost


async def count_to(made: RenderPool, most: int) -> int:
    return await made.run("leaders", jobs.counted, most)


async def settled(made: RenderPool) -> None:
    while made.busy:  # noqa: ASYNC110 -- nothing tells of it
        await asyncio.sleep(0.001)


# Processes


async def test_a_process_draws_the_same_picture_after_a_kill() -> None:
    game = GAMES["leaders"]
    start = Position.new(game, {}, 2, "seed")
    view = game.view(start.state, 0, start.asks)
    made = RenderPool(1, Losses())
    pictures = PictureCache(workers=made)
    try:
        niceness, environment = await made.run("leaders", jobs.surroundings)
        assert niceness >= render_pool.NICE and "DISCORD_TOKEN" not in environment
        process = made._slots[0]._worker
        assert isinstance(process, Process)
        os.kill(process._process.pid, signal.SIGKILL)
        found = await pictures.board(game, view, language="pl", palette="classic", marks=Marks(targets=("A1",)))
        assert lost(made) == 1 and made._slots[0]._worker is not process
    finally:
        pictures.close()
    here = await PictureCache().board(game, view, language="pl", palette="classic", marks=Marks(targets=("A1",)))
    assert found == here


# The queue


async def test_a_job_is_repeated_if_its_process_dies(one: RenderPool, fragile: type[FragileWorker]) -> None:
    fragile.deaths = 2
    assert await count_to(one, 3) == 3
    assert lost(one) == 2 and len(fragile.made) == 3


async def test_a_job_that_kills_every_process_is_dropped_and_the_next_runs(
    one: RenderPool, fragile: type[FragileWorker]
) -> None:
    fragile.deaths = render_pool.MAX_ATTEMPTS
    with pytest.raises(ProcessLost):
        await count_to(one, 3)
    assert await count_to(one, 2) == 2
    assert one.busy == 0


async def test_a_process_that_cannot_start_is_reported_as_lost(
    one: RenderPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_: int) -> Any:
        raise BlockingIOError("no more processes")

    monkeypatch.setattr(render_pool, "Process", none)
    with pytest.raises(ProcessLost, match="no more processes"):
        await count_to(one, 1)
    assert one.busy == 0


async def test_a_process_that_does_not_answer_is_ended(
    one: RenderPool, fragile: type[FragileWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_pool, "PICTURE_SECONDS", 0.01)
    fragile.gate.clear()
    waiting = asyncio.create_task(count_to(one, 2))
    while len(fragile.made) < 2:  # noqa: ASYNC110 -- nothing tells of it
        await asyncio.sleep(0.001)
    fragile.gate.set()
    assert await waiting == 2
    assert lost(one) >= 1


async def test_failures_and_refusals_are_reported_and_the_process_continues(
    one: RenderPool, fragile: type[FragileWorker]
) -> None:
    with pytest.raises(JobFailed, match="a fault of ours"):
        await one.run("leaders", jobs.broken)
    with pytest.raises(UserError, match="not this one"):
        await one.run("leaders", jobs.refused)
    assert await count_to(one, 1) == 1
    assert len(fragile.made) == 1 and lost(one) == 0


async def test_waiting_jobs_run_in_order_and_canceled_ones_are_skipped(
    one: RenderPool, fragile: type[FragileWorker]
) -> None:
    fragile.gate.clear()
    order: list[int] = []

    async def ask(number: int) -> None:
        order.append(await count_to(one, number))

    tasks = [asyncio.create_task(ask(number)) for number in range(1, 6)]
    await asyncio.sleep(0)
    assert one.busy == 1 and one.waiting == 4
    tasks[0].cancel()  # its job is running
    tasks[2].cancel()  # its job is waiting
    await asyncio.sleep(0)
    fragile.gate.set()
    await asyncio.gather(*tasks, return_exceptions=True)
    await settled(one)
    assert order == [2, 4, 5]
    assert one.waiting == 0 and len(fragile.made) == 1


async def test_every_game_prefers_its_own_process(fragile: type[FragileWorker]) -> None:
    made = RenderPool(2, Losses())
    first, second = made._slots
    leaders, monolith = [*GAMES][:2]
    assert made._take(monolith) is second
    assert made._take(monolith) is first
    made._give_back(second)
    made._give_back(first)
    assert made._take(leaders) is first
    made.close()


async def test_each_process_warms_up_with_its_games(
    fragile: type[FragileWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: set[str] = set()
    monkeypatch.setattr(render, "draw", lambda game, view: drawn.add(game))
    made = RenderPool(2, Losses())
    fragile.gate.clear()
    PictureCache(workers=made).warm()
    assert made.busy == 2
    fragile.gate.set()
    await settled(made)
    assert drawn == {*GAMES} and [worker.given for worker in fragile.made] == [["warm_job"]] * 2
    made.close()


async def test_after_many_pictures_a_process_is_replaced_by_a_warm_one(
    one: RenderPool, fragile: type[FragileWorker], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render_pool, "MAX_JOBS_PER_PROCESS", 2)
    monkeypatch.setattr(render, "draw", lambda *_, **__: None)
    for _ in range(2):
        await count_to(one, 1)
    await settled(one)
    assert await count_to(one, 1) == 1
    assert [worker.given for worker in fragile.made] == [["counted", "counted"], ["warm_job", "counted"]]
    assert lost(one) == 0


async def test_waiting_jobs_are_released_when_the_bot_stops(one: RenderPool, fragile: type[FragileWorker]) -> None:
    fragile.gate.clear()
    tasks = [asyncio.create_task(count_to(one, 1)) for _ in range(2)]
    await asyncio.sleep(0.01)
    one.close()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert isinstance(results[0], ProcessLost) and isinstance(results[1], asyncio.CancelledError)


@pytest.mark.parametrize(("cores", "expected"), [(1, 0), (2, 1), (3, 1), (4, 2), (64, 2)])
def test_the_number_of_processes_depends_on_the_cores(
    cores: int, expected: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {*range(cores)}, raising=False)
    assert sensible_workers() == expected
