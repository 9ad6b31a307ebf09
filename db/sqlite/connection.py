"""An SQLite connection whose thread runs jobs in batches. The only module that uses internals of aiosqlite."""

import asyncio
import sqlite3
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, Generic, Self, TypeVar

import aiosqlite

T = TypeVar("T")


def transaction(conn: sqlite3.Connection, work: Callable[[], T]) -> T:
    """Run the work in one transaction: committed when it returns, rolled back when it raises."""
    conn.execute("BEGIN IMMEDIATE")
    try:
        result = work()
        conn.execute("COMMIT")
    except BaseException:
        # Unlike a ROLLBACK statement, this accepts that SQLite has rolled back already, as after a full disk.
        conn.rollback()
        raise
    return result


class Job(Generic[T]):
    """Work for the connection's thread, and its result or error."""

    def __init__(self, work: Callable[[sqlite3.Connection], T], future: asyncio.Future[T]) -> None:
        self.work, self.future = work, future
        self.asked_at = time.perf_counter()
        self.done = False
        """Whether it was run or refused. Its future is done earlier if the awaiting task is canceled."""
        self._result: T
        self._error: BaseException | None = None

    def succeed(self, result: T) -> None:
        """Called on the connection's thread."""
        self._result = result

    def fail(self, error: BaseException) -> None:
        """Called on the connection's thread, or on the loop if the thread could not run the job."""
        self._error = error
        if isinstance(error, StopIteration):  # futures do not accept this one
            self._error = RuntimeError("a job raised StopIteration")
            self._error.__cause__ = error

    def resolve(self) -> None:
        """On the loop: pass the result or the error to the awaiting task."""
        self.done = True
        if self.future.done():  # the awaiting task was canceled
            return
        if self._error is not None:
            self.future.set_exception(self._error)
        else:
            self.future.set_result(self._result)


class Connection(ABC):
    """Queues jobs and runs all queued ones in one batch on the connection's thread."""

    def __init__(self, connection: aiosqlite.Connection) -> None:
        self._connection = connection
        self._jobs: deque[Job[Any]] = deque()
        """The jobs for the next batch."""
        self._batch: asyncio.Future[None] | None = None
        """Done when the running batch is finished; None if no batch is running."""
        self._batch_jobs: Sequence[Job[Any]] = ()
        self._batch_since = 0.0
        self._latest: Job[Any] | None = None
        self.asked = 0
        """The number of jobs so far."""
        self.waited = 0.0
        """Total seconds that jobs have waited for their batch to begin."""

    @classmethod
    async def start(cls, connector: Callable[[], sqlite3.Connection]) -> Self:
        """Connect on a new thread, which runs `connector`; its exceptions are raised here."""
        connection = aiosqlite.Connection(connector, iter_chunk_size=64)
        # Committed data is on disk: a program that exits without closing must not hang on this thread.
        connection._thread.daemon = True
        try:
            return cls(await connection)
        except BaseException:
            # aiosqlite must still notify the loop that its thread ends; a loop closed before that prints a traceback.
            await asyncio.to_thread(connection._thread.join)
            raise

    @property
    def waiting(self) -> int:
        """The number of jobs in the queue."""
        return len(self._jobs)

    async def stop(self) -> None:
        """Close the connection."""
        await self._connection.close()

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Queue the work, wait until it is done, and return its result or raise its error."""
        self.asked += 1
        job: Job[T] = Job(work, asyncio.get_running_loop().create_future())
        self._latest = job
        self._jobs.append(job)
        if self._batch is None:
            self._start_batch()
        return await job.future

    async def wait_until_idle(self, seconds: float) -> None:
        """Wait until all queued work is done, but at most until the running batch has taken `seconds`."""
        job = self._latest
        while job is not None and not job.done and self._batch is not None:
            left = self._batch_since + seconds - asyncio.get_running_loop().time()
            if left <= 0:
                return
            await asyncio.wait({self._batch}, timeout=left)

    async def _running_batch(self) -> None:
        """Wait for the running batch, or for a new one; the batch continues if the awaiting task is canceled."""
        if self._batch is None:
            self._start_batch()
        if self._batch is not None:
            await asyncio.shield(self._batch)
            await asyncio.sleep(0)  # a batch that has just ended starts the next one first

    def _start_batch(self) -> None:
        """Run the queued jobs on the connection's thread; all of them fail once the connection is closed."""
        if not self._connection._running:
            _resolve(self._take_jobs(), ValueError("the connection is closed"))
            return
        loop = asyncio.get_running_loop()
        self._batch_since = loop.time()
        self._batch = loop.create_future()
        self._batch.add_done_callback(self._end_batch)
        # aiosqlite's public interface runs single statements, and a thread switch for each is five times as slow.
        self._connection._tx.put_nowait((self._batch, self._run_batch))

    def _take_jobs(self) -> list[Job[Any]]:
        """Remove all jobs from the queue and return them."""
        return [self._jobs.popleft() for _ in range(len(self._jobs))]

    def _run_batch(self) -> None:
        """On the connection's thread: run the queued jobs."""
        self._batch_jobs = self._take_jobs()
        now = time.perf_counter()
        self.waited += sum(now - job.asked_at for job in self._batch_jobs)
        self.run_jobs(self._connection._conn, self._batch_jobs)

    def _end_batch(self, batch: asyncio.Future[None]) -> None:
        """Resolve the finished jobs, and start a batch for the jobs queued meanwhile."""
        jobs, self._batch_jobs, self._batch = self._batch_jobs, (), None
        _resolve(jobs, batch.exception())
        if self._jobs:
            self._start_batch()

    @abstractmethod
    def run_jobs(self, conn: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> None:
        """On the connection's thread: let each job succeed or fail."""


def _resolve(jobs: Sequence[Job[Any]], error: BaseException | None) -> None:
    """Resolve each job with its own result or error, or all with the error of their batch."""
    for job in jobs:
        if error is not None:
            job.fail(error)
        job.resolve()
