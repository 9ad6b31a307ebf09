"""Runs jobs one at a time in a low-priority process, in the order of requests; one job per person."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from engine.core.text import Text, text
from table.user_error import UserError
from workers.job import Done, Failure, Job, JobMessage, Progress, Refusal, Work

T = TypeVar("T")
Report = Callable[[Progress], Awaitable[None]]

HOME = Path(__file__).resolve().parents[1]
MAX_WAITING_PEOPLE = 20
IDLE_SECONDS = 300
"""Seconds without a job after which the process is ended to free its memory."""
NICE = 10
"""Niceness added to the bot's for long jobs."""
PIPE_BYTES = 512 << 10
"""Bytes of the pipes to and from the process, so that a picture is written and read at once."""
PRIVATE_VARIABLES = ("DISCORD_TOKEN", "ARENA_DB")
"""Environment variables that the process does not inherit."""


class Overtime(Exception):
    """The job exceeded its CPU time; the process has ended."""


class ProcessLost(Exception):
    """The process has ended in the middle of a job."""


class JobFailed(Exception):
    """An unexpected error in a job; its text is the traceback."""


class Worker(Protocol):
    """A process that runs jobs; the methods block."""

    def give(self, job: Job) -> None:
        """Start a job."""

    def receive(self) -> JobMessage:
        """The next message about the job; raises Overtime or ProcessLost."""

    def computing(self) -> bool:
        """Whether it uses a core now or waits for one."""

    def end(self) -> None:
        """End it at once, whatever it is doing."""


class Process:
    """A process that runs jobs with `nice` added to the bot's niceness and at most `memory` MiB (0: unlimited)."""

    def __init__(self, nice: int = NICE, memory: int = 0) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in PRIVATE_VARIABLES}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "workers.process", str(nice), str(memory)],
            cwd=HOME,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            pipesize=PIPE_BYTES,
        )

    def give(self, job: Job) -> None:
        """Start a job."""
        assert self._process.stdin is not None
        try:
            pickle.dump(job, self._process.stdin)
            self._process.stdin.flush()
        except BrokenPipeError:
            raise ProcessLost(f"it ended with {self._process.wait()}") from None

    def receive(self) -> JobMessage:
        """The next message about the job; raises Overtime or ProcessLost."""
        assert self._process.stdout is not None
        try:
            message: JobMessage = pickle.load(self._process.stdout)
        except (EOFError, pickle.UnpicklingError):
            status = self._process.wait()
            if sys.platform != "win32" and status == -signal.SIGPROF:
                raise Overtime from None
            raise ProcessLost(f"it ended with {status}") from None
        return message

    def computing(self) -> bool:
        """Whether it uses a core now or waits for one; True if the system does not say."""
        try:
            state = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        return state == "R"

    def end(self) -> None:
        """End it at once, whatever it is doing."""
        self._process.kill()
        self._process.wait()


class JobQueue:
    """The job queue. Its process is started for the first job and ended after a time without jobs."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="background")
        self._turn = asyncio.Lock()
        self._people: set[int] = set()
        """The people who wait for a job."""
        self._worker: Worker | None = None
        self._idle: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """The number of people who wait for a job."""
        return len(self._people)

    async def run(
        self,
        person: int,
        function: Callable[..., Work[T]],
        *arguments: Any,
        seconds: float,
        overtime: Text,
        report: Report | None = None,
    ) -> T:
        """The result of a job for this person. Raises UserError while another job of theirs is unfinished.

        `report` gets the progress; zero of zero means that the job is still in the queue.
        """
        if person in self._people:
            raise UserError(text("I'm still busy with the last thing you asked for. Try again when it's done."))
        if len(self._people) >= MAX_WAITING_PEOPLE:
            raise UserError(text("Too many people are waiting for this right now. Please ask again in a few minutes."))
        self._people.add(person)
        try:
            if self._turn.locked() and report is not None:
                await report(Progress(0, 0))
            async with self._turn:
                message = await self._do(Job(function, arguments, seconds), report)
        except Overtime:
            raise UserError(overtime) from None
        finally:
            self._people.discard(person)
        result: T = result_of(message)
        return result

    async def _do(self, job: Job, report: Report | None) -> Done | Refusal | Failure:
        """Let the process run the job; an interrupted job ends the process."""
        if self._idle is not None:
            self._idle.cancel()
        try:
            worker = await self._blocking(self._ready)
            await self._blocking(partial(worker.give, job))
            while isinstance(message := await self._blocking(worker.receive), Progress):
                if report is not None:
                    await report(message)
        except BaseException:
            self._end()
            raise
        self._idle = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._end)
        return message

    async def _blocking(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _ready(self) -> Worker:
        if self._worker is None:
            self._worker = Process()
        return self._worker

    def _end(self) -> None:
        worker, self._worker = self._worker, None
        if worker is not None:
            worker.end()

    def close(self) -> None:
        """End the process, whatever it is doing."""
        if self._idle is not None:
            self._idle.cancel()
        self._end()
        self._thread.shutdown(wait=False, cancel_futures=True)


def result_of(message: Done | Refusal | Failure) -> Any:
    """The job's return value; raises its refusal or its error."""
    if isinstance(message, Refusal):
        raise message.error
    if isinstance(message, Failure):
        raise JobFailed(message.trace)
    return message.result
