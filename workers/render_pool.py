"""Processes that draw pictures, so that drawing never blocks the event loop."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from threading import Condition, Thread
from typing import Any, TypeVar

from engine.registry import GAMES
from workers.draw_jobs import warm_job
from workers.job import Done, Failure, Job, Refusal, Work
from workers.job_queue import Overtime, Process, ProcessLost, result_of
from workers.slot import Slot
from workers.telemetry import WorkTelemetry

T = TypeVar("T")
log = logging.getLogger("arena")

NICE = 2
"""Pictures have a lower priority than clicks and a higher one than films."""
PICTURE_SECONDS = 20.0
"""CPU seconds that a picture may take; by the clock, twice as many. Pictures of the largest boards take 0.1."""
MAX_ATTEMPTS = 3
MAX_WORKERS = 16
MAX_JOBS_PER_PROCESS = 5000
"""Pictures after which a process is replaced, to free the memory that it has accumulated."""


def sensible_workers() -> int:
    """The default number of processes that draw: none if they would take the only core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 0 if cores < 2 else 1 if cores < 4 else 2


class _Slot(Slot):
    """A slot whose process loads the sprites of these games at its start."""

    def __init__(self, games: Collection[str]) -> None:
        super().__init__(lambda: Process(NICE))
        self.games = games


class RenderPool:
    """Gives each job to an idle process. A process that dies is replaced, and its job is retried.

    A thread per process waits for it, so that the next job does not wait for the event loop.
    """

    def __init__(self, count: int, observer: WorkTelemetry | None = None) -> None:
        self._observer = observer or WorkTelemetry()
        self._slots = [_Slot([*GAMES][number::count]) for number in range(count)]
        self._idle = [*self._slots]
        self._freed = Condition()
        """Guards the idle slots, which threads take and give back."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="workers")
        self._open = 0
        """The number of unfinished jobs."""
        self._watching: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def count(self) -> int:
        """The maximum number of processes."""
        return len(self._slots)

    @property
    def busy(self) -> int:
        """The number of busy processes."""
        return self.count - len(self._idle)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a process."""
        return max(0, self._open - self.busy)

    def warm(self) -> None:
        """Start all processes in the background and let each draw a first picture of its games."""
        self._idle.clear()
        for slot in self._slots:
            self._start_warming(slot)

    async def run(self, game: str, function: Callable[..., Work[T]], *arguments: Any) -> T:
        """The result of a job, run by the process with the game's sprites, or by another one if that is busy.

        Raises ProcessLost or Overtime if all attempts failed, JobFailed for an error in the job.
        """
        if self._closed:
            raise ProcessLost("the bot stops")
        job = Job(function, arguments, PICTURE_SECONDS)
        self._open += 1
        self._watch()
        try:
            message = await asyncio.get_running_loop().run_in_executor(self._threads, self._do, game, job)
        finally:
            self._open -= 1
        result: T = result_of(message)
        return result

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._closed = True
        if self._watching is not None:
            self._watching.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for slot in self._slots:
            slot.end()
        with self._freed:
            self._freed.notify_all()

    def _watch(self) -> None:
        """While there are jobs, check periodically for a process that does not answer, and end it."""
        if self._watching is None:
            self._watching = asyncio.get_running_loop().call_later(PICTURE_SECONDS / 4, self._look)

    def _look(self) -> None:
        self._watching = None
        with self._freed:
            stuck = [slot for slot in self._slots if slot not in self._idle]
        for slot in stuck:
            if slot.since and time.monotonic() - slot.since > 2 * PICTURE_SECONDS:
                slot.end()  # it is stopped or blocked; its thread notices that it is lost
        if self._open:
            self._watch()

    # On the threads

    def _do(self, game: str, job: Job) -> Done | Refusal | Failure:
        for left in reversed(range(MAX_ATTEMPTS)):
            slot = self._take(game)
            try:
                return slot.do(job)
            except (ProcessLost, Overtime) as error:
                slot.end()
                if self._closed:
                    raise
                self._observer.worker_lost()
                if not left:
                    raise
                log.warning("a process that draws was lost (%r): retrying the picture", error)
            except BaseException:
                slot.end()  # its state is unknown
                raise
            finally:
                self._give_back(slot)
        raise AssertionError("the last attempt returns or raises")

    def _take(self, game: str) -> _Slot:
        """An idle process: the game's own if it is idle. All are idle except when they are busy or being warmed."""
        with self._freed:
            while not self._idle:
                if self._closed:
                    raise ProcessLost("the bot stops")
                self._freed.wait()
            slot = next((one for one in self._idle if game in one.games), self._idle[0])
            self._idle.remove(slot)
        return slot

    def _give_back(self, slot: _Slot) -> None:
        """Make the process available again; after many jobs it is replaced first."""
        if slot.jobs >= MAX_JOBS_PER_PROCESS and not self._closed:
            slot.end()
            self._start_warming(slot)
            return
        with self._freed:
            self._idle.append(slot)
            self._freed.notify()

    def _start_warming(self, slot: _Slot) -> None:
        """Warm the slot on a separate thread, because the pool's threads may all be waiting for it."""
        Thread(target=self._warm, args=(slot,), name="warming", daemon=True).start()

    def _warm(self, slot: _Slot) -> None:
        try:
            slot.do(Job(warm_job, (slot.games,), PICTURE_SECONDS))
            slot.jobs = 0
        except (ProcessLost, Overtime) as error:
            slot.end()
            if not self._closed:
                self._observer.worker_lost()
                log.warning("a process that draws was lost (%r)", error)
        finally:
            self._give_back(slot)
