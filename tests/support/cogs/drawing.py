"""How boards are drawn in these tests: a stub where nobody looks, and every real picture only once in a process."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from functools import cache
from threading import Lock
from typing import Any

import msgspec
import pytest

import render
from engine.core.position import Position
from engine.core.text import Say
from engine.registry import GAMES
from render import Marks, Picture
from tests.support.world import STUB

_KEPT = 500
"""Pictures: so many that those of many worlds are there, so few that they take some ten mebibytes."""

_pictures: OrderedDict[Hashable, Picture] = OrderedDict()
_at_pictures = Lock()

_NO_MARKS = Marks()
_draw = render.draw
_encode = msgspec.msgpack.encode


@cache
def _view_type(game: str) -> type:
    """What this game's views are."""
    start = Position.new(GAMES[game], {}, GAMES[game].seat_counts[0], "")
    return type(GAMES[game].view(start.state, None, start.asks))


def stub(
    game: str, view: object, *, palette: str = "classic", marks: Marks = _NO_MARKS, say: Say = str, bottom: int = 0
) -> Picture:
    """A tiny picture for whatever could be drawn; what could not be is refused as it is by `render.draw`."""
    if game not in GAMES or palette not in render.PALETTES:
        raise KeyError(f"no drawing for {game!r} in {palette!r}")
    if type(view) is not _view_type(game) or type(marks) is not Marks or not callable(say):
        raise TypeError(f"{game} draws a {_view_type(game).__name__} with Marks, not {view!r} with {marks!r}")
    if bottom not in range(max(GAMES[game].seat_counts)):
        raise ValueError(f"{game} has no seat {bottom}")
    msgspec.msgpack.decode(_encode(marks), type=Marks)
    _encode(view)
    return Picture(STUB, 1, 1)


def draw(game: str, view: object, *, marks: Marks = _NO_MARKS, **more: Any) -> Picture:
    """The real picture of a view: all that it depends on is in the key, as it is for the bot's own pictures."""
    key = (game, _encode(view), _encode(marks), *sorted(more.items()))
    with _at_pictures:
        if key in _pictures:
            _pictures.move_to_end(key)
            return _pictures[key]
    picture = _draw(game, view, marks=marks, **more)
    with _at_pictures:
        _pictures[key] = picture
        if len(_pictures) > _KEPT:
            _pictures.popitem(last=False)
    return picture


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let the bot of this test send stubs instead of pictures, and read no rule books at its start."""
    patch.setattr(render, "draw", stub)
    patch.setattr("cogs.pictures._warm", {*GAMES})
    patch.setattr("cogs.arena.warm_library", lambda: None)
