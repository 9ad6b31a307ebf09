"""Measures the smallest letters of a picture."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import _lru_cache_wrapper, lru_cache
from types import ModuleType
from typing import Any

import pytest
from PIL import Image

from render import Picture
from render.image import fonts, icons
from render.image.canvas import Canvas
from render.image.sprites import Sketch, Sprite
from render.palette import THEMES
from render.registry import RENDERERS

PHONE = 400
"""Width of a picture on a phone in pixels."""
BOX = 550
"""Longer side of a picture on a desktop in pixels."""
LEGIBLE = 11
"""Least height of letters as shown, in pixels."""
_SHAPES = ("disc", "hole", "box", "shape", "line", "polygon", "stamp")
_DOT = Image.new("RGB", (1, 1))


@contextmanager
def words_only(game: str) -> Iterator[list[tuple[str, int]]]:
    """Collect every string drawn in this block in the classic palette, with its size in pixels of the picture.

    The layout is as usual, but nothing is painted: only the strings and sizes are of interest.
    """
    palette: Any = RENDERERS[game].palette
    palette(THEMES["classic"])
    palettes = palette.cache_info().currsize
    found: list[tuple[str, int]] = []

    def lettering(string: str, weight: fonts.Weight, size: int) -> Image.Image:
        found.append((string, size))
        return _blank(max(1, fonts.width(string, weight, size)) + 4, 2 * round(size * 0.75))

    with pytest.MonkeyPatch.context() as patch:
        replaced = _use_empty_caches(patch)
        calls = [_calls(one) for one in replaced]
        _paint_nothing(patch, lettering)
        yield found
    assert [_calls(one) for one in replaced] == calls, "a sprite is shared with other tests"
    assert palette.cache_info().currsize == palettes, "a palette was computed from blank sprites"


def _use_empty_caches(patch: pytest.MonkeyPatch) -> list[_lru_cache_wrapper[Any]]:
    """Give the renderer empty caches; return the previous ones, which other tests still use."""
    empty: dict[_lru_cache_wrapper[Any], _lru_cache_wrapper[Any]] = {}
    for module in _drawing_modules():
        for name, one in _caches(module).items():
            if one not in empty:
                empty[one] = lru_cache(**one.cache_parameters())(one.__wrapped__)
            patch.setattr(module, name, empty[one])
    return list(empty)


def _calls(cache: _lru_cache_wrapper[Any]) -> int:
    """The number of lookups in the cache."""
    return cache.cache_info().hits + cache.cache_info().misses


def _paint_nothing(patch: pytest.MonkeyPatch, lettering: Callable[[str, fonts.Weight, int], Image.Image]) -> None:
    patch.setattr(fonts, "lettering", lettering)
    patch.setattr(icons, "icon", lambda *_: icons.Icon(_DOT, _DOT))
    patch.setattr(Canvas, "flat", _touched)
    patch.setattr(Canvas, "picture", lambda canvas: Picture(b"", *canvas.flat().size))
    patch.setattr(Sketch, "__init__", _empty)
    patch.setattr(Sketch, "sprite", _lettered)
    for shape in _SHAPES:
        patch.setattr(Sketch, shape, lambda *_: None)


def _empty(sketch: Sketch, width: int, height: int) -> None:
    sketch.width, sketch.height, sketch.sheet, sketch._words = width, height, _DOT, []


def _lettered(sketch: Sketch) -> Sprite:
    for line in sketch._words:
        fonts.lettering(line.string, line.weight, line.size)
    return Sprite((0, 0, 0), _blank(sketch.width, sketch.height))


def _touched(canvas: Canvas) -> Image.Image:
    """Draw the sprites of a canvas, as pasting them would, and return its image."""
    for put in canvas._puts:
        put.sprite.paste(_DOT, 0, 0)
    return canvas._ground.flat


@lru_cache
def _blank(width: int, height: int) -> Image.Image:
    return Image.new("L", (width, height))


def forget_sprites() -> None:
    """Empty the renderer's caches except the palettes, so that everything is drawn again."""
    for module in (*_drawing_modules(), fonts):
        for one in _caches(module).values():
            one.cache_clear()


def _drawing_modules() -> list[ModuleType]:
    found = [module for name, module in sys.modules.items() if name.partition(".")[0] == "render"]
    return [module for module in found if module is not fonts]


def _caches(module: ModuleType) -> dict[str, _lru_cache_wrapper[Any]]:
    """The module's caches by name, without the palettes."""
    found = {name: one for name, one in vars(module).items() if isinstance(one, _lru_cache_wrapper)}
    return {name: one for name, one in found.items() if not one.__name__.endswith("palette")}


def letters(game: str, draw: Callable[[], Picture]) -> tuple[Picture, dict[str, int]]:
    """A picture laid out again, and the smallest size of every string in it."""
    with words_only(game) as found:
        picture = draw()
    sizes: dict[str, int] = {}
    for string, size in found:
        sizes[string] = min(size, sizes.get(string, size))
    return picture, sizes


def too_small(picture: Picture, sizes: dict[str, int]) -> dict[str, int]:
    """The strings that are illegible in Discord's box or on a phone."""
    share = min(PHONE / picture.width, BOX / max(picture.width, picture.height))
    return {string: size for string, size in sizes.items() if string.strip() and size * share < LEGIBLE}
