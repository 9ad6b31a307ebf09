"""Pictures of boards, each of which is drawn once in a process, however many tests look at it."""

from __future__ import annotations

from functools import lru_cache

from render import Marks, Picture, draw

_NO_MARKS = Marks()
_sharing = True


def share(on: bool) -> None:
    """Whether pictures may come from another test."""
    global _sharing  # noqa: PLW0603
    _sharing = on


def picture(game: str, view: object, *, palette: str = "classic", bottom: int = 0, marks: Marks = _NO_MARKS) -> Picture:
    """The picture of a view."""
    return (_shared if _sharing else _drawn)(game, view, palette, bottom, marks)


def _drawn(game: str, view: object, palette: str, bottom: int, marks: Marks) -> Picture:
    return draw(game, view, palette=palette, bottom=bottom, marks=marks)


_shared = lru_cache(256)(_drawn)
