"""How boards are drawn in these tests: a stub where nobody looks, and every real picture only once in a process."""

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
"""Pictures: so many that those of many worlds are there, so few that they take some ten mebibytes."""

_pictures: OrderedDict[Hashable, Picture] = OrderedDict()
_at_pictures = Lock()

_draw = render.draw
_run = PictureCache.run
_encode = msgspec.msgpack.encode


@cache
def _checks(game: str) -> Renderer[Any]:
    """The game's renderer, which checks what it is given and paints nothing."""
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
    """A tiny picture for whatever could be drawn; what could not be is refused as it is by `render.draw`."""
    _checks(game).scene(view, theme_of(palette), marks, say, bottom)
    msgspec.msgpack.decode(_encode(marks), type=Marks)
    _encode(view)
    return Picture(STUB, 1, 1)


def draw(game: str, view: object, *, marks: Marks = NO_MARKS, **more: Any) -> Picture:
    """The real picture of a view: all that it depends on is in the key, as it is for the bot's own pictures."""
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
    """What `PictureCache.run` returns, without the way to a thread and back: longer than it takes to draw nothing."""
    await asyncio.sleep(0)
    return work()


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let the bot of this test send stubs instead of pictures, and read no rule books at its start."""
    patch.setattr(render, "draw", stub)
    patch.setattr(render, "thumbnail", stub)
    patch.setattr("cogs.match.review_panel.chart", lambda *_: Picture(STUB, 1, 1))
    patch.setattr(PictureCache, "run", _at_once)
    patch.setattr("workers.picture_cache._warm", {*GAMES})
    patch.setattr("cogs.client.arena_bot.warm_library", lambda: None)


def draw_really(patch: pytest.MonkeyPatch) -> None:
    """Let the bot of this test draw boards, in its threads."""
    patch.setattr(render, "draw", draw)
    patch.setattr("cogs.match.review_panel.chart", chart)
    patch.setattr(PictureCache, "run", _run)
