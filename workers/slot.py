"""A slot for one worker process, started when the first job arrives."""

from __future__ import annotations

import time
from collections.abc import Callable

from workers.job import Done, Failure, Job, Progress, Refusal
from workers.job_queue import ProcessLost, Worker


class Slot:
    """A slot for one process; its methods block."""

    def __init__(self, start: Callable[[], Worker]) -> None:
        """`start` creates a process."""
        self._start = start
        self.jobs = 0
        """The number of jobs of this process."""
        self.since = 0.0
        """The start time of its last job, by the monotonic clock."""
        self._worker: Worker | None = None

    @property
    def running(self) -> bool:
        """Whether there is a process."""
        return self._worker is not None

    @property
    def computing(self) -> bool:
        """Whether its process uses a core now or waits for one."""
        worker = self._worker
        return worker is not None and worker.computing()

    def do(self, job: Job) -> Done | Refusal | Failure:
        """Let the process run the job, starting it first if necessary; raises ProcessLost or Overtime."""
        self.jobs += 1
        self.since = time.monotonic()
        try:
            worker = self._worker
            if worker is None:
                worker = self._worker = self._start()
            worker.give(job)
            while isinstance(message := worker.receive(), Progress):
                pass
        except OSError as error:  # the process cannot be started
            raise ProcessLost(str(error)) from error
        return message

    def end(self) -> None:
        """End the process at once, whatever it is doing."""
        worker, self._worker, self.jobs = self._worker, None, 0
        if worker is not None:
            worker.end()
