"""Jobs done in a thread of the test process, because another process takes seconds to start."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

from workers.job import Job, JobMessage, run


class InlineWorker:
    """Does jobs in this process; jobs and results are pickled as for another process."""

    def __init__(self, nice: int = 0) -> None:
        self._telling: Iterator[JobMessage] = iter(())

    def give(self, job: Job) -> None:
        self._telling = run(pickle.loads(pickle.dumps(job)))

    def receive(self) -> JobMessage:
        message: JobMessage = pickle.loads(pickle.dumps(next(self._telling)))
        return message

    def computing(self) -> bool:
        return True

    def end(self) -> None:
        self._telling = iter(())
