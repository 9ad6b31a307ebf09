"""An in-memory cache of films."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from db.rows import Match, Move
from engine.core.text import text
from engine.learning.puzzles import puzzles
from workers.film_jobs import MadeFilm, puzzle_film
from workers.job import Work
from workers.job_queue import JobQueue, Report
from workers.telemetry import WorkTelemetry

CACHE_BYTES = 32 << 20
"""Bytes of films in memory, twenty or more films. (Films on disk would outlive the code that drew them.)"""
FILM_SECONDS = 60.0
"""CPU seconds that a film may take; films of long matches take five."""


class FilmCache:
    """Makes films in the background; the same film is never made twice at the same time."""

    def __init__(self, background: JobQueue, observer: WorkTelemetry | None = None) -> None:
        self._background, self._observer = background, observer or WorkTelemetry()
        self._made: OrderedDict[Hashable, MadeFilm] = OrderedDict()
        self._making: dict[Hashable, asyncio.Future[None]] = {}
        """Resolved when the film is finished or has failed."""
        self.size = 0
        """Bytes of the films in memory."""

    async def film(
        self,
        person: int,
        function: Callable[..., Work[MadeFilm]],
        match: Match,
        moves: list[Move],
        *how: Hashable,
        report: Report,
    ) -> MadeFilm:
        """The film of the match after these moves; `how` contains everything else that it depends on.

        Only one film per person is made at the same time.
        """
        key = (function.__name__, match.id, len(moves), *how)
        return await self._film(key, person, function, match, moves, *how, report=report)

    async def film_of_puzzle(
        self, person: int, game: str, number: int, language: str, palette: str, *, report: Report
    ) -> MadeFilm:
        """The film of a puzzle's solution."""
        puzzle = puzzles(game)[number - 1]
        key = (puzzle_film.__name__, game, puzzle.id, language, palette)
        return await self._film(key, person, puzzle_film, game, number, language, palette, report=report)

    async def _film(
        self, key: Hashable, person: int, function: Callable[..., Work[MadeFilm]], *arguments: Any, report: Report
    ) -> MadeFilm:
        while key not in self._made:
            if key in self._making:
                await asyncio.shield(self._making[key])
            else:
                self._keep(key, await self._make(key, person, function, *arguments, report=report))
        self._made.move_to_end(key)
        return self._made[key]

    async def _make(
        self, key: Hashable, person: int, function: Callable[..., Work[MadeFilm]], *arguments: Any, report: Report
    ) -> MadeFilm:
        overtime = text("This film takes too long to draw. `/match history` shows every position of the match.")
        loop = asyncio.get_running_loop()
        making, begun = loop.create_future(), loop.time()
        self._making[key] = making
        try:
            made = await self._background.run(
                person, function, *arguments, seconds=FILM_SECONDS, overtime=overtime, report=report
            )
        finally:
            del self._making[key]
            making.set_result(None)
        self._observer.filmed(function.__name__, loop.time() - begun)
        return made

    def _keep(self, key: Hashable, made: MadeFilm) -> None:
        self._made[key] = made
        self.size += len(made.film.data)
        while self.size > CACHE_BYTES and len(self._made) > 1:
            _, oldest = self._made.popitem(last=False)
            self.size -= len(oldest.film.data)
