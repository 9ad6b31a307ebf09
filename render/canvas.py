"""A picture in the making. It is laid out in tiles, and a tile that was made before, with the same sprites, is used again."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from PIL import Image

from render import png
from render.picture import Picture
from render.sprites import Sprite

_TILE: Final = 125
_KEPT: Final = 1024
"""Tiles kept, 15 KB each. A move changes a handful; the rest of the next picture is already there."""

Put = tuple[Sprite, int, int]


@dataclass(frozen=True, eq=False, slots=True)
class Ground:
    """What never changes in a picture, in full colours and in palette colours. Shared by threads, so never drawn on."""

    full: Image.Image
    flat: Image.Image
    palette: Image.Image


def ground(full: Image.Image, palette: Image.Image) -> Ground:
    return Ground(full, png.flatten(full, palette), palette)


class Canvas:
    """A ground and the sprites put on it, later ones over earlier ones."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._tiles: defaultdict[tuple[int, int], list[Put]] = defaultdict(list)

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """The sprite with its upper left corner at the point."""
        left, top = round(x), round(y)
        put = sprite, left, top
        for row in range(top // _TILE, (top + sprite.height - 1) // _TILE + 1):
            for column in range(left // _TILE, (left + sprite.width - 1) // _TILE + 1):
                self._tiles[column, row].append(put)

    def centre(self, sprite: Sprite, x: float, y: float) -> None:
        """The sprite with its middle at the point."""
        self.put(sprite, x - sprite.width / 2, y - sprite.height / 2)

    def picture(self) -> Picture:
        flat = self._ground.flat.copy()
        for (column, row), puts in self._tiles.items():
            flat.paste(_tile(self._ground, column, row, tuple(puts)), (column * _TILE, row * _TILE))
        return Picture(png.encode(flat), flat.width, flat.height)


@lru_cache(_KEPT)
def _tile(ground: Ground, column: int, row: int, puts: tuple[Put, ...]) -> Image.Image:
    left, top = column * _TILE, row * _TILE
    image = ground.full.crop((left, top, left + _TILE, top + _TILE))
    for sprite, x, y in puts:
        image.paste(sprite.ink, (x - left, y - top, x - left + sprite.width, y - top + sprite.height), sprite.mask)
    return png.flatten(image, ground.palette)
