"""Reviews of finished matches: made once, in the background, and stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from db.rows import Match, Move
from db.store import Store
from engine.computers.review import REVIEW_VERSION, Review
from engine.core.text import text
from workers.job import Progress
from workers.job_queue import JobQueue, Report
from workers.review_jobs import review_job

REVIEW_SECONDS = 300.0
"""CPU seconds that a review may take; a typical one takes about a minute."""


class _Making:
    """A review in progress. Later requests for the same review await this one."""

    def __init__(self) -> None:
        self.progress = Progress(0, 0)
        self.changed = asyncio.Event()
        """Set when the progress has changed since the last check."""
        self.task: asyncio.Task[Review]

    async def report(self, progress: Progress) -> None:
        self.progress = progress
        self.changed.set()

    async def going_on(self) -> bool:
        """Wait for progress or the end. Returns whether the review is still in progress."""
        self.changed.clear()
        waiting = asyncio.ensure_future(self.changed.wait())
        await asyncio.wait({self.task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return not self.task.done()


class ReviewCache:
    """Makes and stores reviews. A started review is finished even if nobody waits for it any longer."""

    def __init__(self, background: JobQueue) -> None:
        self._background = background
        self._making: dict[int, _Making] = {}

    async def review(self, store: Store, person: int, match: Match, moves: Sequence[Move], report: Report) -> Review:
        """The stored review of a finished match; if there is none, it is made for the person."""
        if (stored := await stored_review(store, match)) is not None:
            return stored
        making = self._making.get(match.id) or self._begin(store, person, match, moves)
        while await making.going_on():
            await report(making.progress)
        return making.task.result()

    def _begin(self, store: Store, person: int, match: Match, moves: Sequence[Move]) -> _Making:
        making = self._making[match.id] = _Making()
        making.task = asyncio.create_task(self._make(store, person, match, moves, making.report))
        making.task.add_done_callback(lambda _: self._making.pop(match.id))
        return making

    async def _make(self, store: Store, person: int, match: Match, moves: Sequence[Move], report: Report) -> Review:
        overtime = text("This match takes too long to review. `/match history` shows every position of the match.")
        found = await self._background.run(
            person, review_job, match, [*moves], seconds=REVIEW_SECONDS, overtime=overtime, report=report
        )
        await store.reviews.put(match.id, match.version, REVIEW_VERSION, msgspec.json.encode(found).decode())
        return found

    async def close(self) -> None:
        """Cancel the reviews in progress."""
        tasks = [making.task for making in self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def stored_review(store: Store, match: Match) -> Review | None:
    """The stored review; None if it is of another version of the match or by another reviewer."""
    stored = await store.reviews.get(match.id)
    if stored is None or (stored.version, stored.reviewer) != (match.version, REVIEW_VERSION):
        return None
    return msgspec.json.decode(stored.review, type=Review)
