"""Low-priority processes that make computers' decisions, so that no click or picture waits for them.

They are started on demand and ended after an idle time. Servers take turns, independently of their number of matches.
"""

from __future__ import annotations

import asyncio
import logging
import os
from collections import OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context

from table.computers.think_task import ThinkTask
from workers.job import Done, Failure, Job, Refusal
from workers.job_queue import IDLE_SECONDS, NICE, Overtime, Process, ProcessLost, result_of
from workers.slot import Slot
from workers.telemetry import WorkTelemetry
from workers.think_jobs import decision_job

log = logging.getLogger("arena")

DECISION_SECONDS = 60.0
"""CPU seconds that a decision may take; the strongest level needs about ten. There is no limit by the clock, because
the machine may be busy.
"""
STALL_CHECK_SECONDS = 2.0
"""Seconds between checks whether a process computes."""
MAX_STALLED_CHECKS = 5
"""Consecutive checks without computation after which a process counts as stopped or blocked, and is replaced."""
MAX_ATTEMPTS = 3
"""Attempts for a decision whose process dies."""
MAX_JOBS_PER_PROCESS = 500
"""Decisions after which a process is replaced, to free the memory that it has accumulated."""
MEMORY_MIB = 1024
MAX_THINKERS = 16


def sensible_thinkers() -> int:
    """The default number of processes."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 1 if cores < 4 else 2


Waiting = tuple[ThinkTask, asyncio.Future[tuple[str, ...]]]


class ThinkPool:
    """The queue of decisions, and the processes that compute them."""

    def __init__(self, count: int = 1, observer: WorkTelemetry | None = None) -> None:
        self._observer = observer or WorkTelemetry()
        self._slots = [Slot(lambda: Process(NICE, MEMORY_MIB)) for _ in range(count)]
        self._free = [*self._slots]
        self._queues: OrderedDict[int, deque[Waiting]] = OrderedDict()
        """Queued decisions by server; the first server is next."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="thinkers")
        self._tasks: set[asyncio.Task[None]] = set()
        self._idle: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def running(self) -> int:
        """The number of processes."""
        return sum(slot.running for slot in self._slots)

    @property
    def busy(self) -> int:
        """The number of busy processes."""
        return len(self._slots) - len(self._free)

    @property
    def waiting(self) -> int:
        """The number of decisions that wait for a process."""
        return sum(not future.done() for queue in self._queues.values() for _, future in queue)

    async def think(self, task: ThinkTask) -> tuple[str, ...]:
        """The codes of a computer's decision.

        Raises ProcessLost if the processes died, Overtime if it took too long, JobFailed for an error in the job.
        """
        if self._closed:
            raise ProcessLost("the bot stops")
        future: asyncio.Future[tuple[str, ...]] = asyncio.get_running_loop().create_future()
        self._queues.setdefault(task.guild, deque()).append((task, future))
        self._assign()
        return await future

    def _assign(self) -> None:
        """Give queued decisions to idle processes, one of each server in turn."""
        while self._free and self._queues and not self._closed:
            guild, queue = self._queues.popitem(last=False)
            task, future = queue.popleft()
            if queue:
                self._queues[guild] = queue
            if future.done():  # the caller was canceled
                continue
            if self._idle is not None:
                self._idle.cancel()
            slot = next((one for one in self._free if one.running), self._free[0])
            self._free.remove(slot)
            # In its own context: it belongs to no interaction, and the local table does not wait for it.
            doing = asyncio.get_running_loop().create_task(self._do(slot, task, future), context=Context())
            self._tasks.add(doing)
            doing.add_done_callback(self._tasks.discard)

    async def _do(self, slot: Slot, task: ThinkTask, future: asyncio.Future[tuple[str, ...]]) -> None:
        try:
            codes = result_of(await self._run(slot, task))
        except Exception as error:
            if not future.done():
                future.set_exception(error)
        else:
            if not future.done():
                future.set_result(codes)
        finally:
            self._give_back(slot)

    async def _run(self, slot: Slot, task: ThinkTask) -> Done | Refusal | Failure:
        """Run the task in the slot's process; retry in a new process if it dies."""
        loop, job = asyncio.get_running_loop(), Job(decision_job, (task,), DECISION_SECONDS)
        for left in reversed(range(MAX_ATTEMPTS)):
            if self._closed:
                raise ProcessLost("the bot stops")
            watching = loop.create_task(_end_if_stalled(slot))
            try:
                return await loop.run_in_executor(self._threads, slot.do, job)
            except (ProcessLost, Overtime) as error:
                slot.end()
                if self._closed or isinstance(error, Overtime):
                    raise
                self._observer.thinker_lost()
                log.warning(
                    "match %s, version %s: a process that thinks was lost (%r)", task.match, task.version, error
                )
                if not left:
                    raise
            finally:
                watching.cancel()
        raise AssertionError("the last attempt returns or raises")

    def _give_back(self, slot: Slot) -> None:
        if slot.jobs >= MAX_JOBS_PER_PROCESS:
            slot.end()
        self._free.append(slot)
        self._assign()
        if len(self._free) == len(self._slots) and not self._closed:
            if self._idle is not None:
                self._idle.cancel()
            self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)

    def _end(self) -> None:
        for slot in self._slots:
            slot.end()

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._closed = True
        if self._idle is not None:
            self._idle.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._end()
        for queue in self._queues.values():
            for _, future in queue:
                future.cancel()


async def _end_if_stalled(slot: Slot) -> None:
    """End the slot's process if it does not compute for a while; waiting for a busy core counts as computing."""
    stalled = 0
    while stalled < MAX_STALLED_CHECKS:
        await asyncio.sleep(STALL_CHECK_SECONDS)
        stalled = 0 if slot.computing else stalled + 1
    log.warning("a process that decides for computers has stalled: it is replaced")
    slot.end()
