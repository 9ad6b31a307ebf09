"""Pictures, drawn off the event loop and cached; the same picture is never drawn twice at a time.

Two threads draw them, or processes of their own where the bot has some.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

import render
from cogs.background.drawing import Form, first_picture, paint, painted
from cogs.background.workers import Workers
from cogs.observer import Observer
from cogs.voice import voice
from engine.core.game import AnyGame
from engine.registry import GAMES
from render import Marks, Picture

T = TypeVar("T")

CACHED = 48
"""How many pictures stay in memory."""
ALT_LIMIT = 1024
"""Discord's limit for the description of a picture."""


_warm: set[str] = set()
"""The games of which a picture has been drawn in this process."""


class Board(msgspec.Struct, frozen=True):
    """A picture ready to be sent, and what it shows in words."""

    picture: Picture
    alt: str


class Pictures:
    """Draws boards in a thread pool, or lets `workers` draw them, and caches them."""

    def __init__(self, observer: Observer | None = None, workers: Workers | None = None) -> None:
        self._observer, self.workers = observer or Observer(), workers
        self._pool = ThreadPoolExecutor(2, thread_name_prefix="pictures")
        self._cache: OrderedDict[Hashable, asyncio.Task[Picture]] = OrderedDict()

    def warm(self, *more: Callable[[], object]) -> None:
        """Draw a first picture of each game in the background, then run `more`.

        Fonts and sprites take a second, once in a process. One thread does all of it; the other stays free for people
        who wait for a picture.
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
        """The picture of a view and its alternative text; from the cache if it was drawn, or is being drawn.

        `room`: the height that a panel has for the pictures.
        `described`: the view that the text is of, if it is another one.
        """
        marks = marks or Marks()
        palette = palette if palette in render.PALETTES else render.PALETTES[0]
        speak = voice(language)
        data = msgspec.msgpack.encode(view), msgspec.msgpack.encode(marks)
        key = (game.key, *data, palette, language, bottom, form, room)
        found = self._cache.get(key)
        if found is None:
            # A task of its own: whoever asked first may be cancelled, and the others still wait for it.
            drawing = self._draw(game.key, view, palette, marks, language, bottom, form, room)
            found = self._cache[key] = asyncio.get_running_loop().create_task(drawing)
            found.add_done_callback(lambda task: self._drop_failed(key, task))
            while len(self._cache) > CACHED:
                self._cache.popitem(last=False)
        else:
            self._cache.move_to_end(key)
        alt = " ".join(speak(line) for line in game.describe(described or view))
        return Board(await asyncio.shield(found), alt[:ALT_LIMIT])

    def _drop_failed(self, key: Hashable, task: asyncio.Task[Picture]) -> None:
        """What could not be drawn is drawn again for the next who asks."""
        if (task.cancelled() or task.exception() is not None) and self._cache.get(key) is task:
            del self._cache[key]

    async def _draw(
        self, game: str, view: Any, palette: str, marks: Marks, language: str, bottom: int, form: Form, room: int
    ) -> Picture:
        loop = asyncio.get_running_loop()
        begun = loop.time()
        if self.workers is not None:
            picture = await self.workers.run(game, painted, game, view, palette, marks, language, bottom, form, room)
        else:
            picture = await self.run(lambda: paint(game, view, palette, marks, voice(language), bottom, form, room))
        self._observer.drawn(game, form, loop.time() - begun)
        return picture

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, run off the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        if self.workers is not None:
            self.workers.close()
        self._pool.shutdown(wait=False, cancel_futures=True)
