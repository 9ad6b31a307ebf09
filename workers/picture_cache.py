"""Pictures, drawn off the event loop and cached; the same picture is never drawn twice at the same time.

Two threads draw them, or worker processes if there are any.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

import render
from engine.core.game import AnyGame
from engine.registry import GAMES
from render import Marks, Picture
from workers.draw_jobs import Form, first_picture, paint, paint_job
from workers.film_jobs import plain_voice
from workers.render_pool import RenderPool
from workers.telemetry import WorkTelemetry

T = TypeVar("T")

PICTURE_CACHE_SIZE = 48
ALT_LIMIT = 1024
"""Discord's limit for the description of a picture."""


_warm: set[str] = set()
"""The games of which a picture has been drawn in this process."""


class Board(msgspec.Struct, frozen=True):
    """A picture and its alternative text."""

    picture: Picture
    alt: str


class PictureCache:
    """Draws boards in a thread pool, or in `workers`, and caches them."""

    def __init__(self, observer: WorkTelemetry | None = None, workers: RenderPool | None = None) -> None:
        self._observer, self.workers = observer or WorkTelemetry(), workers
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="pictures")
        self._cache: OrderedDict[Hashable, asyncio.Task[Picture]] = OrderedDict()

    def warm(self, *more: Callable[[], object]) -> None:
        """Draw a first picture of each game in the background, then run `more`.

        Loading fonts and sprites takes a second per process. One thread does all of it; the other stays free for
        pictures that people wait for.
        """
        if self.workers is not None:
            self.workers.warm()

        def warm() -> None:
            for game in GAMES if self.workers is None else ():
                if game not in _warm:
                    _warm.add(game)
                    first_picture(game)
            for work in more:
                work()

        self._pool.submit(warm)

    async def board(
        self,
        game: AnyGame,
        view: Any,
        *,
        language: str,
        palette: str,
        marks: Marks | None = None,
        bottom: int = 0,
        form: Form = "parts",
        room: int = 0,
        described: Any = None,
    ) -> Board:
        """The picture of a view and its alternative text; cached, also while it is being drawn.

        `room`: the height that a panel has for the pictures. `described`: the view for the text, if it differs.
        """
        marks = marks or Marks()
        palette = palette if palette in render.PALETTES else render.PALETTES[0]
        say = plain_voice(language)
        data = msgspec.msgpack.encode(view), msgspec.msgpack.encode(marks)
        key = (game.key, *data, palette, language, bottom, form, room)
        found = self._cache.get(key)
        if found is None:
            # A separate task: the first caller may be canceled while others still wait.
            drawing = self._draw(game.key, view, palette, marks, language, bottom, form, room)
            found = self._cache[key] = asyncio.get_running_loop().create_task(drawing)
            found.add_done_callback(lambda task: self._drop_failed(key, task))
            while len(self._cache) > PICTURE_CACHE_SIZE:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        alt = " ".join(say(line) for line in game.describe(described or view))
        return Board(await asyncio.shield(found), alt[:ALT_LIMIT])

    def _drop_failed(self, key: Hashable, task: asyncio.Task[Picture]) -> None:
        """Remove a failed drawing from the cache so that the next request draws it again."""
        if (task.cancelled() or task.exception() is not None) and self._cache.get(key) is task:
            del self._cache[key]

    async def _draw(
        self, game: str, view: Any, palette: str, marks: Marks, language: str, bottom: int, form: Form, room: int
    ) -> Picture:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self.workers is not None:
            picture = await self.workers.run(game, paint_job, game, view, palette, marks, language, bottom, form, room)
        else:
            picture = await self.run(
                lambda: paint(game, view, palette, marks, plain_voice(language), bottom, form, room)
            )
        self._observer.drawn(game, form, loop.time() - begun)
        return picture

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, run off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        if self.workers is not None:
            self.workers.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
