"""How small the smallest letters of a picture are."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from typing import Any

from PIL import Image

from render import Picture, fonts
from render.sprites import SCALE, Sketch

PHONE = 400
"""Pixels that a picture is wide on a phone."""
BOX = 550
"""Pixels of a picture's longer side on a desktop."""
LEGIBLE = 11
"""Pixels of the smallest letters, as they are shown."""


@contextmanager
def _lettering(found: dict[str, int]) -> Iterator[None]:
    """Notes the smallest size in which each string is drawn, in pixels of the picture."""
    letter, sketch = fonts.lettering, Sketch.words
    in_sketch = [False]

    def noted(string: str, weight: fonts.Weight, size: int) -> Image.Image:
        shown = size // SCALE if in_sketch[0] else size
        found[string] = min(shown, found.get(string, shown))
        return letter(string, weight, size)

    def sketched(self: Sketch, string: str, *more: Any) -> None:
        in_sketch[0] = True
        try:
            sketch(self, string, *more)
        finally:
            in_sketch[0] = False

    fonts.lettering, Sketch.words = noted, sketched  # type: ignore[assignment,method-assign]
    try:
        yield
    finally:
        fonts.lettering, Sketch.words = letter, sketch  # type: ignore[method-assign]


def forget_sprites() -> None:
    """Empty the caches of the renderer but for the palettes, so that everything is drawn anew."""
    for name, module in [*sys.modules.items()]:
        if name.partition(".")[0] == "render":
            for one in vars(module).values():
                if isinstance(one, _lru_cache_wrapper) and not one.__name__.endswith("palette"):
                    one.cache_clear()


def letters(draw: Callable[[], Picture]) -> tuple[Picture, dict[str, int]]:
    """A picture drawn anew, and the smallest size of every string in it."""
    forget_sprites()
    found: dict[str, int] = {}
    with _lettering(found):
        picture = draw()
    return picture, found


def too_small(picture: Picture, sizes: dict[str, int]) -> dict[str, int]:
    """The strings that cannot be read in Discord's box or on a phone."""
    share = min(PHONE / picture.width, BOX / max(picture.width, picture.height))
    return {string: size for string, size in sizes.items() if string.strip() and size * share < LEGIBLE}
