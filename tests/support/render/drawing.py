"""Pictures of boards, each drawn once per process for all tests."""

from __future__ import annotations

from functools import cached_property, lru_cache

from PIL import Image

from render import Marks, Picture
from render.image.canvas import Canvas
from render.registry import scene

_NO_MARKS = Marks()
_sharing = True


class Drawn:
    """A drawn picture. It is encoded as PNG only for tests that ask for it: encoding takes as long as drawing."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas, self.flat = canvas, canvas.flat()
        self._palette = bytes(self.flat.getpalette() or ())
        self._pixels = self.flat.tobytes()

    def __eq__(self, other: object) -> bool:
        """Whether every pixel is equal; raises TypeError for anything but a drawing."""
        if not isinstance(other, Drawn):
            raise TypeError(f"a drawing is compared to a drawing, not to a {type(other).__name__}")
        same = self.flat.size == other.flat.size and self._palette == other._palette
        return same and self._pixels == other._pixels

    def __hash__(self) -> int:
        return hash((self.flat.size, self._palette, self._pixels))

    @cached_property
    def rgb(self) -> Image.Image:
        """The picture in full color; do not draw on it."""
        return self.flat.convert("RGB")

    @cached_property
    def _picture(self) -> Picture:
        return self._canvas.picture()

    @property
    def data(self) -> bytes:
        """The PNG."""
        return self._picture.data

    @property
    def width(self) -> int:
        return self._picture.width

    @property
    def height(self) -> int:
        return self._picture.height


def share(on: bool) -> None:
    """Turn the sharing of pictures between tests on or off."""
    global _sharing  # noqa: PLW0603
    _sharing = on


def picture(game: str, view: object, *, palette: str = "classic", bottom: int = 0, marks: Marks = _NO_MARKS) -> Drawn:
    """The picture of a view."""
    return (_shared if _sharing else _drawn)(game, view, palette, bottom, marks)


def _drawn(game: str, view: object, palette: str, bottom: int, marks: Marks) -> Drawn:
    return Drawn(scene(game, view, palette=palette, bottom=bottom, marks=marks))


_shared = lru_cache(24)(_drawn)
