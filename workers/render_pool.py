"""A few processes that draw pictures, so that drawing never keeps the event loop from a click."""

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
from workers.draw_jobs import warmed
from workers.job import Done, Failure, Job, Refusal, Work
from workers.job_queue import Overtime, Process, ProcessLost, result_of
from workers.slot import Slot
from workers.telemetry import WorkTelemetry

T = TypeVar("T")
log = logging.getLogger("arena")

NICE = 2
"""Pictures come after clicks and before films."""
SECONDS = 20.0
"""CPU time that a picture may take, and then again as long by the clock; those of the largest boards take 0.1."""
ATTEMPTS = 3
MOST_WORKERS = 16
RECYCLE = 5000
"""After so many pictures a process is replaced, whatever it has gathered in its memory."""


def sensible_workers() -> int:
    """How many processes draw unless something else is asked for: none where they would take the only core."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return 0 if cores < 2 else 1 if cores < 4 else 2


class _Slot(Slot):
    """A place for a process that has the sprites of these games from its start on."""

    def __init__(self, games: Collection[str]) -> None:
        super().__init__(lambda: Process(NICE))
        self.games = games


class RenderPool:
    """Gives every job to a process that is free; one that dies is replaced, and its job is done again.

    A thread for each process waits for it, so that the next job need not wait for the event loop.
    """

    def __init__(self, count: int, observer: WorkTelemetry | None = None) -> None:
        self._observer = observer or WorkTelemetry()
        self._slots = [_Slot([*GAMES][number::count]) for number in range(count)]
        self._idle = [*self._slots]
        self._freed = Condition()
        """Of the idle slots: the threads take them and give them back."""
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="workers")
        self._open = 0
        """How many jobs are not done yet."""
        self._watching: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def count(self) -> int:
        """How many processes there may be."""
        return len(self._slots)

    @property
    def busy(self) -> int:
        """How many of them are at work."""
        return self.count - len(self._idle)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return max(0, self._open - self.busy)

    def warm(self) -> None:
        """Start all processes and let each draw a first picture of its games, in the background."""
        self._idle.clear()
        for slot in self._slots:
            self._start_warming(slot)

    async def run(self, game: str, function: Callable[..., Work[T]], *arguments: Any) -> T:
        """The result of a job, done by the process that has the game's sprites, or by another if that one is busy.

        Raises ProcessLost or Overtime when it was tried several times in vain, JobFailed for an error in the job.
        """
        if self._closed:
            raise ProcessLost("the bot stops")
        job = Job(function, arguments, SECONDS)
        self._open += 1
        self._watch()
        try:
            told = await asyncio.get_running_loop().run_in_executor(self._threads, self._do, game, job)
        finally:
            self._open -= 1
        result: T = result_of(told)
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
        """As long as there are jobs, look now and then for a process that does not answer, and end it."""
        if self._watching is None:
            self._watching = asyncio.get_running_loop().call_later(SECONDS / 4, self._look)

    def _look(self) -> None:
        self._watching = None
        with self._freed:
            stuck = [slot for slot in self._slots if slot not in self._idle]
        for slot in stuck:
            if slot.since and time.monotonic() - slot.since > 2 * SECONDS:
                slot.end()  # it is stopped, or waits for something; its thread sees that it is lost
        if self._open:
            self._watch()

    # On the threads

    def _do(self, game: str, job: Job) -> Done | Refusal | Failure:
        for left in reversed(range(ATTEMPTS)):
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
                log.warning("a process that draws was lost (%r): the picture is drawn again", error)
            except BaseException:
                slot.end()  # nobody knows what it was told
                raise
            finally:
                self._give_back(slot)
        raise AssertionError("there is a last attempt")

    def _take(self, game: str) -> _Slot:
        """A process that is free: the game's own if it is. They all are, except while they are being warmed."""
        with self._freed:
            while not self._idle:
                if self._closed:
                    raise ProcessLost("the bot stops")
                self._freed.wait()
            slot = next((one for one in self._idle if game in one.games), self._idle[0])
            self._idle.remove(slot)
        return slot

    def _give_back(self, slot: _Slot) -> None:
        """The process may be taken again; after many jobs another one is started in its place first."""
        if slot.jobs >= RECYCLE and not self._closed:
            slot.end()
            self._start_warming(slot)
            return
        with self._freed:
            self._idle.append(slot)
            self._freed.notify()

    def _start_warming(self, slot: _Slot) -> None:
        """On a thread of its own: those of the pool may all be waiting for this."""
        Thread(target=self._warm, args=(slot,), name="warming", daemon=True).start()

    def _warm(self, slot: _Slot) -> None:
        try:
            slot.do(Job(warmed, (slot.games,), SECONDS))
            slot.jobs = 0
        except (ProcessLost, Overtime) as error:
            slot.end()
            if not self._closed:
                self._observer.worker_lost()
                log.warning("a process that draws was lost (%r)", error)
        finally:
            self._give_back(slot)
