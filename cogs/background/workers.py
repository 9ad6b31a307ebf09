"""A few processes that draw pictures, so that drawing never keeps the event loop from a click."""

from __future__ import annotations

import asyncio
import logging
import os
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from cogs.background.background import JobFailed, Overtime, Process, ProcessLost, Worker
from cogs.background.drawing import warmed
from cogs.background.job import Done, Failure, Job, Progress, Refusal, Work
from cogs.observer import Observer
from engine.registry import GAMES

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


class _Slot:
    """A place for one process; its methods block."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.busy = False
        self.jobs = 0
        """How many this process has done."""
        self._worker: Worker | None = None

    def do(self, job: Job) -> Done | Refusal | Failure:
        """Let the process do the job, which is started first if there is none; raises ProcessLost or Overtime."""
        try:
            if self._worker is None:
                self._worker = Process(NICE)
            self._worker.give(job)
            while isinstance(told := self._worker.receive(), Progress):
                pass
        except OSError as error:  # no process can be started
            raise ProcessLost(str(error)) from error
        finally:
            self.jobs += 1
        return told

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        worker, self._worker, self.jobs = self._worker, None, 0
        if worker is not None:
            worker.end()


class Workers:
    """Gives every job to a process that is free; one that dies is replaced, and its job is done again."""

    def __init__(self, count: int, observer: Observer | None = None) -> None:
        self._observer = observer or Observer()
        self._slots = [_Slot(number) for number in range(count)]
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="workers")
        self._waiting: deque[asyncio.Future[_Slot]] = deque()
        """Who waits for a process, in order."""
        self._closed = False

    @property
    def count(self) -> int:
        """How many processes there may be."""
        return len(self._slots)

    @property
    def busy(self) -> int:
        """How many of them are at work."""
        return sum(slot.busy for slot in self._slots)

    @property
    def waiting(self) -> int:
        """How many jobs wait for a process."""
        return len(self._waiting)

    def warm(self) -> None:
        """Start all processes and let each draw a first picture of its games, in the background."""
        for slot in self._slots:
            slot.busy = True
            self._warm(slot)

    async def run(self, game: str, function: Callable[..., Work[T]], *arguments: Any) -> T:
        """The result of a job, done by the process that has the game's sprites, or by another if that one is busy.

        Raises ProcessLost or Overtime when it was tried several times in vain, JobFailed for an error in the job.
        """
        job = Job(function, arguments, SECONDS)
        for left in reversed(range(ATTEMPTS)):
            try:
                told = await self._do(await self._free(game), job)
                break
            except (ProcessLost, Overtime) as error:
                if self._closed or not left:
                    raise
                log.warning("a process that draws was lost (%r): the picture is drawn again", error)
        if isinstance(told, Refusal):
            raise told.sorry
        if isinstance(told, Failure):
            raise JobFailed(told.trace)
        result: T = told.result
        return result

    def close(self) -> None:
        """End all processes, whatever they are doing."""
        self._closed = True
        for slot in self._slots:
            slot.end()
        for ticket in self._waiting:
            ticket.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _games(self, slot: _Slot) -> list[str]:
        """The games whose pictures this process draws if it is free."""
        return [game for place, game in enumerate(GAMES) if place % self.count == slot.number]

    async def _free(self, game: str) -> _Slot:
        """A process that is free, now or when it is this one's turn."""
        if idle := [slot for slot in self._slots if not slot.busy]:
            slot = next((one for one in idle if game in self._games(one)), idle[0])
            slot.busy = True
            return slot
        ticket: asyncio.Future[_Slot] = asyncio.get_running_loop().create_future()
        self._waiting.append(ticket)
        try:
            return await ticket
        except asyncio.CancelledError:
            if ticket.done() and not ticket.cancelled():
                self._release(ticket.result())
            raise

    def _release(self, slot: _Slot) -> None:
        """Give the process to who has waited longest."""
        while self._waiting:
            ticket = self._waiting.popleft()
            if not ticket.done():
                ticket.set_result(slot)
                return
        slot.busy = False

    async def _do(self, slot: _Slot, job: Job) -> Done | Refusal | Failure:
        doing = self._begin(slot, job)
        finished, _ = await asyncio.wait({doing}, timeout=2 * SECONDS)
        if not finished:
            slot.end()  # it is stopped, or waits for something: now it is lost
        return await doing

    def _warm(self, slot: _Slot) -> None:
        self._begin(slot, Job(warmed, (self._games(slot),), SECONDS))

    def _begin(self, slot: _Slot, job: Job) -> asyncio.Future[Done | Refusal | Failure]:
        """Let the process do the job; it is free again when the job is done, also if nobody waits for that any more."""
        if self._closed:
            raise ProcessLost("the bot stops")
        doing = asyncio.get_running_loop().run_in_executor(self._threads, slot.do, job)
        doing.add_done_callback(partial(self._ended, slot))
        return doing

    def _ended(self, slot: _Slot, doing: asyncio.Future[Done | Refusal | Failure]) -> None:
        if self._closed or doing.cancelled():
            return
        if doing.exception() is not None:
            slot.end()
            self._observer.worker_lost()
        elif slot.jobs >= RECYCLE:
            slot.end()
            self._warm(slot)
            return
        self._release(slot)
