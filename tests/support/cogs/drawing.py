"""Drawing of boards in tests: a stub where pictures do not matter, and every real picture only once per process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from functools import cache
from threading import Lock
from typing import Any

import msgspec
import pytest

import render
from engine.core.text import Say
from engine.registry import GAMES
from render import Marks, Picture
from render.palette import theme_of
from render.picture import NO_MARKS
from render.registry import RENDERERS
from render.renderer import Renderer
from render.review_chart import chart
from tests.support.world import STUB
from workers.picture_cache import PictureCache

_CACHED = 500
"""Number of cached pictures: enough for many worlds, in about ten MiB."""

_pictures: OrderedDict[Hashable, Picture] = OrderedDict()
_at_pictures = Lock()

_draw = render.draw
_run = PictureCache.run
_encode = msgspec.msgpack.encode


@cache
def _checks(game: str) -> Renderer[Any]:
    """A renderer of the game that checks its arguments and paints nothing."""
    return msgspec.structs.replace(RENDERERS[game], paint=lambda *_: None)


def stub(
    game: str,
    view: object,
    *,
    palette: str = "classic",
    marks: Marks = NO_MARKS,
    say: Say = str,
    bottom: int = 0,
    parts: bool = False,
) -> Picture:
    """A tiny picture for any valid view; an invalid one is refused as by `render.draw`."""
    _checks(game).scene(view, theme_of(palette), marks, say, bottom)
    msgspec.msgpack.decode(_encode(marks), type=Marks)
    _encode(view)
    return Picture(STUB, 1, 1)


def draw(game: str, view: object, *, marks: Marks = NO_MARKS, **more: Any) -> Picture:
    """The real picture of a view, cached under everything that it depends on."""
    key = (game, _encode(view), _encode(marks), *sorted(more.items()))
    with _at_pictures:
        if key in _pictures:
            _pictures.move_to_end(key)
            return _pictures[key]
    picture = _draw(game, view, marks=marks, **more)
    with _at_pictures:
        _pictures[key] = picture
        if len(_pictures) > _CACHED:
            _pictures.popitem(last=False)
    return picture


async def _at_once(_: PictureCache, work: Callable[[], Any]) -> Any:
    """Do the work of `PictureCache.run` at once, without a thread, which takes longer than drawing nothing."""
    await asyncio.sleep(0)
    return work()


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let the bot of this test send stubs instead of pictures, and skip reading the rule books at its start."""
    patch.setattr(render, "draw", stub)
    patch.setattr(render, "thumbnail", stub)
    patch.setattr("cogs.match.review_panel.chart", lambda *_: Picture(STUB, 1, 1))
    patch.setattr(PictureCache, "run", _at_once)
    patch.setattr("workers.picture_cache._warm", {*GAMES})
    patch.setattr("cogs.client.arena_bot.warm_library", lambda: None)


def draw_really(patch: pytest.MonkeyPatch) -> None:
    """Let the bot of this test draw real boards, in threads."""
    patch.setattr(render, "draw", draw)
    patch.setattr("cogs.match.review_panel.chart", chart)
    patch.setattr(PictureCache, "run", _run)
