"""A picture in the making. Every sprite is kept as it looks on what lies under it, so most of a picture is copied."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, NamedTuple

from PIL import Image

from render import png
from render.kept import Kept
from render.picture import Picture
from render.sprites import Sprite

_KEPT: Final = 48 << 20
"""Bytes of patches kept: a move makes a handful of new ones, of 8 to 40 KB each."""
_KEPT_SMALL: Final = 16 << 20

Box = tuple[int, int, int, int]


class Ground:
    """What never changes in a picture, in full colours and in palette colours. Shared by threads, so never drawn on."""

    __slots__ = ("flat", "full", "palette")

    def __init__(self, full: Image.Image, palette: Image.Image) -> None:
        self.full, self.palette = full, palette
        self.flat = png.flatten(full, palette)


class _Put(NamedTuple):
    sprite: Sprite
    left: int
    top: int
    right: int
    bottom: int


class Canvas:
    """A ground and the sprites put on it, later ones over earlier ones."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._puts: list[_Put] = []

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """The sprite with its upper left corner at the point."""
        left, top = round(x), round(y)
        self._puts.append(_Put(sprite, left, top, left + sprite.width, top + sprite.height))

    def centre(self, sprite: Sprite, x: float, y: float) -> None:
        """The sprite with its middle at the point."""
        self.put(sprite, round(x) - sprite.width // 2, round(y) - sprite.height // 2)

    def picture(self) -> Picture:
        flat = self._ground.flat.copy()
        for n, put in enumerate(self._puts):
            _, left, top, right, bottom = put
            under = [p for p in self._puts[:n] if p[1] < right and left < p[3] and p[2] < bottom and top < p[4]]
            flat.paste(_patch(self._ground, (*under, put)), (left, top))
        return Picture(png.encode(flat), flat.width, flat.height)

    def small(self, width: int) -> Image.Image:
        """The picture in palette colours and not so wide, as if the whole had been made smaller."""
        reduced = _reduced(self._ground, width)
        flat = reduced.flat.copy()
        for n, put in enumerate(self._puts):
            left, top, right, bottom = reduced.needed(put)
            under = [p for p in self._puts[:n] if p[1] < right and left < p[3] and p[2] < bottom and top < p[4]]
            patch, x, y = _small_patch(reduced, (*under, put))
            flat.paste(patch, (x, y))
        return flat


def _make_patch(ground: Ground, puts: tuple[_Put, ...]) -> Image.Image:
    """The last sprite's box with everything in it up to that sprite, in palette colours."""
    _, left, top, right, bottom = puts[-1]
    image = ground.full.crop((left, top, right, bottom))
    for put in puts:
        put.sprite.paste(image, put.left - left, put.top - top)
    return png.flatten(image, ground.palette)


def _area(patch: Image.Image) -> int:
    return patch.width * patch.height


_patch: Final = Kept(_make_patch, _area, _KEPT)


class _Reduced:
    """A ground made smaller. Both sizes are cut into cells whose edges are whole pixels: parts of it come out alike."""

    __slots__ = ("cell", "columns", "flat", "full", "palette", "rows", "small")

    def __init__(self, ground: Ground, width: int) -> None:
        self.columns = math.gcd(ground.full.width, width)
        self.cell, self.small = ground.full.width // self.columns, width // self.columns
        self.rows = -(-ground.full.height // self.cell)
        self.full = Image.new("RGB", (ground.full.width, self.rows * self.cell), ground.full.getpixel((0, 0)))
        self.full.paste(ground.full)
        self.palette = ground.palette
        self.flat = png.flatten(self._shrunk(self.full), self.palette)

    def _shrunk(self, image: Image.Image) -> Image.Image:
        size = image.width // self.cell * self.small, image.height // self.cell * self.small
        return image.resize(size, Image.Resampling.HAMMING)

    def _cells(self, put: _Put, margin: int) -> Box:
        """The cells that the sprite touches, and so many around them."""
        return (
            max(0, put.left // self.cell - margin),
            max(0, put.top // self.cell - margin),
            min(self.columns, -(-put.right // self.cell) + margin),
            min(self.rows, -(-put.bottom // self.cell) + margin),
        )

    def needed(self, put: _Put) -> Box:
        """What has to be known around a sprite to make it smaller: a pixel is felt one cell away."""
        left, top, right, bottom = self._cells(put, 2)
        return left * self.cell, top * self.cell, right * self.cell, bottom * self.cell

    def patch(self, puts: tuple[_Put, ...]) -> tuple[Image.Image, int, int]:
        box = self.needed(puts[-1])
        image = self.full.crop(box)
        for put in puts:
            put.sprite.paste(image, put.left - box[0], put.top - box[1])
        left, top, right, bottom = self._cells(puts[-1], 1)
        inner = [edge * self.small for edge in (left, top, right, bottom)]
        x, y = (edge // self.cell * self.small for edge in box[:2])
        part = self._shrunk(image).crop((inner[0] - x, inner[1] - y, inner[2] - x, inner[3] - y))
        return png.flatten(part, self.palette), inner[0], inner[1]


@lru_cache(8)
def _reduced(ground: Ground, width: int) -> _Reduced:
    return _Reduced(ground, width)


def _make_small_patch(reduced: _Reduced, puts: tuple[_Put, ...]) -> tuple[Image.Image, int, int]:
    return reduced.patch(puts)


_small_patch: Final = Kept(_make_small_patch, lambda made: _area(made[0]), _KEPT_SMALL)
