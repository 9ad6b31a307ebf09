"""Reviews of finished matches: made once, in the background, and stored."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from cogs.background.background import Background, Report
from cogs.background.job import Progress
from cogs.background.reviews import reviewed
from db.rows import Match, Move
from db.store import Store
from engine.core.text import text
from engine.players.review import REVIEWER, Review

SECONDS = 300.0
"""CPU time that a review may take; that of a match takes about a minute."""


class _Making:
    """A review that is being made: whoever asks for it meanwhile waits for the same one."""

    def __init__(self) -> None:
        self.progress = Progress(0, 0)
        self.changed = asyncio.Event()
        """Set when the progress has changed since somebody looked."""
        self.task: asyncio.Task[Review]

    async def report(self, progress: Progress) -> None:
        self.progress = progress
        self.changed.set()

    async def going_on(self) -> bool:
        """Wait for progress or the end; whether there is progress to tell of."""
        self.changed.clear()
        waiting = asyncio.ensure_future(self.changed.wait())
        await asyncio.wait({self.task, waiting}, return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        return not self.task.done()


class Reviews:
    """Makes and stores reviews. One that was begun is finished, whether somebody still waits for it or not."""

    def __init__(self, background: Background) -> None:
        self._background = background
        self._making: dict[int, _Making] = {}

    async def review(self, store: Store, person: int, match: Match, moves: Sequence[Move], report: Report) -> Review:
        """The review of a finished match, from the database if it is there; else the person has it made."""
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
            person, reviewed, match, [*moves], seconds=SECONDS, overtime=overtime, report=report
        )
        await store.keep_review(match.id, match.version, REVIEWER, msgspec.json.encode(found).decode())
        return found

    async def close(self) -> None:
        """Stop what is being made."""
        tasks = [making.task for making in self._making.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def stored_review(store: Store, match: Match) -> Review | None:
    """The review in the database, unless it is of another version of the match or by another reviewer."""
    stored = await store.review(match.id)
    if stored is None or (stored.version, stored.reviewer) != (match.version, REVIEWER):
        return None
    return msgspec.json.decode(stored.review, type=Review)
