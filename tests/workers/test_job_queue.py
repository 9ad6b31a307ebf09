"""Jobs in a low-priority process: one per person, in order, and a failing job does not affect the next.

The process is real; it restarts only after a job has ended it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest
import pytest_asyncio

from engine.core.text import Text
from table.user_error import UserError
from tests.support.cogs import jobs
from tests.support.cogs.inline_worker import InlineWorker
from workers import job_queue
from workers.job import Job, Progress, Work
from workers.job_queue import JobFailed, JobQueue, Process, ProcessLost

OVERTIME = Text("that takes too long")
ADA, BARTEK, CELINA = 1, 2, 3

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared() -> AsyncIterator[JobQueue]:
    made = JobQueue()
    yield made
    made.close()


@pytest.fixture
def inline(monkeypatch: pytest.MonkeyPatch) -> JobQueue:
    """Test the queue alone; jobs run in a thread."""
    monkeypatch.setattr(job_queue, "Process", InlineWorker)
    return JobQueue()


async def run(
    queue: JobQueue,
    function: Callable[..., Work[Any]],
    *arguments: Any,
    person: int = ADA,
    seconds: float = 20,
    reports: list[Progress] | None = None,
) -> Any:
    async def report(progress: Progress) -> None:
        if reports is not None:
            reports.append(progress)

    return await queue.run(person, function, *arguments, seconds=seconds, overtime=OVERTIME, report=report)


async def test_a_job_reports_its_progress_and_returns_its_result(shared: JobQueue) -> None:
    received: list[Progress] = []
    assert await run(shared, jobs.counted, 3, reports=received) == 3
    assert received == [Progress(0, 3), Progress(1, 3), Progress(2, 3)]


async def test_the_process_has_low_priority_and_not_the_token(
    shared: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "a secret")
    shared._end()
    niceness, environment = await run(shared, jobs.surroundings)
    assert niceness >= 10
    assert "PATH" in environment and "DISCORD_TOKEN" not in environment


async def test_refusals_and_errors_of_a_job_are_reported_and_the_process_continues(shared: JobQueue) -> None:
    await run(shared, jobs.counted, 1)
    process = shared._worker
    with pytest.raises(UserError, match="not this one") as refusal:
        await run(shared, jobs.refused)
    assert refusal.value.text == Text("not this one") and refusal.value.rule == "a.rule"
    with pytest.raises(JobFailed, match="LookupError: a fault of ours"):
        await run(shared, jobs.broken)
    assert await run(shared, jobs.signalled) == "still there"
    assert shared._worker is process is not None


async def test_a_job_that_is_too_slow_or_killed_is_dropped_and_the_next_runs(shared: JobQueue) -> None:
    with pytest.raises(UserError, match="that takes too long"):
        await run(shared, jobs.endless, seconds=0.05)
    with pytest.raises(ProcessLost):
        await run(shared, jobs.killed)
    assert await run(shared, jobs.counted, 1) == 1


async def test_a_process_without_its_bot_ends_quietly() -> None:
    left = Process()
    answers = left._process.stdout
    assert answers is not None
    answers.close()
    left.give(Job(jobs.counted, (1,), 20))
    assert await asyncio.to_thread(left._process.wait, 30) == 0


async def test_a_canceled_request_frees_the_process(inline: JobQueue) -> None:
    at_work = asyncio.Event()

    async def report(_: Progress) -> None:
        at_work.set()
        await asyncio.Event().wait()

    waiting = asyncio.create_task(inline.run(ADA, jobs.counted, 3, seconds=20, overtime=OVERTIME, report=report))
    await at_work.wait()
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    assert inline._worker is None
    assert await run(inline, jobs.counted, 2) == 2, "the same person may make a new request and gets its result"


async def test_jobs_run_one_at_a_time_in_order(inline: JobQueue) -> None:
    """A person with many requests runs one at a time, so nobody else waits for more than one of them."""
    order: list[str] = []

    async def ask(person: int, name: str) -> None:
        try:
            await run(inline, jobs.counted, 2, person=person)
            order.append(name)
        except UserError as refusal:
            assert "still busy" in str(refusal)
            order.append(f"not {name}")

    await asyncio.gather(
        ask(ADA, "first"), ask(ADA, "second"), ask(BARTEK, "third"), ask(ADA, "fourth"), ask(CELINA, "fifth")
    )
    assert order == ["not second", "not fourth", "first", "third", "fifth"]
    await ask(ADA, "sixth")
    assert order[-1] == "sixth"


async def test_a_waiting_person_is_told_their_position(inline: JobQueue) -> None:
    first: list[Progress] = []
    second: list[Progress] = []
    await asyncio.gather(
        run(inline, jobs.counted, 1, person=ADA, reports=first),
        run(inline, jobs.counted, 1, person=BARTEK, reports=second),
    )
    assert first == [Progress(0, 1)]
    assert second == [Progress(0, 0), Progress(0, 1)]


async def test_the_number_of_waiting_people_is_limited(inline: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "MAX_WAITING_PEOPLE", 2)
    tasks = [asyncio.create_task(run(inline, jobs.counted, 1, person=person)) for person in (ADA, BARTEK)]
    await asyncio.sleep(0)
    with pytest.raises(UserError, match="ask again in a few minutes"):
        await run(inline, jobs.counted, 1, person=CELINA)
    assert await asyncio.gather(*tasks) == [1, 1]


async def test_an_idle_process_is_ended_after_a_while(inline: JobQueue, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(job_queue, "IDLE_SECONDS", 0)
    ended = asyncio.Event()
    monkeypatch.setattr(InlineWorker, "end", lambda _: ended.set())
    await run(inline, jobs.counted, 1)
    await asyncio.wait_for(ended.wait(), 5)
    assert inline._worker is None


async def test_a_job_that_comes_in_time_reuses_the_process(inline: JobQueue) -> None:
    await run(inline, jobs.counted, 1)
    idle, worker = inline._idle, inline._worker
    await run(inline, jobs.counted, 1)
    assert idle is not None and idle.cancelled() and inline._worker is worker
