"""Pictures put together from cached patches: each sprite as it looks on what lies under it, in palette colours."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image

from render import png
from render.box import Box
from render.byte_lru import ByteLRU
from render.picture import Picture
from render.sprites import Sprite

_CACHED: Final = 48 << 20
"""Bytes of cached patches: a move makes a handful of new ones, of 8 to 40 KB each."""


class Ground:
    """The unchanging background of a picture, in full and in palette colours. Shared by threads: never drawn on."""

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

    @property
    def box(self) -> Box:
        """Where it shows; what hangs over the left or the upper edge of the picture does not."""
        left, top = max(0, self.left), max(0, self.top)
        return Box(left, top, self.right - left, self.bottom - top)


class Canvas:
    """A ground and the sprites on it, later ones over earlier ones."""

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

    @property
    def size(self) -> tuple[int, int]:
        return self._ground.flat.size

    def changed_boxes(self, other: Canvas) -> set[Box]:
        """The boxes outside of which both pictures are the same."""
        ours, theirs = set(self._puts), set(other._puts)
        in_order = [p for p in self._puts if p in theirs] == [p for p in other._puts if p in ours]
        if self._ground is not other._ground or not in_order:
            return {Box(0, 0, *self.size)}
        return {put.box for put in ours ^ theirs}

    def picture(self) -> Picture:
        """The finished picture."""
        flat = self.flat()
        return Picture(png.encode(flat), flat.width, flat.height)

    def flat(self) -> Image.Image:
        """The picture in palette colours, before it is encoded."""
        flat = self._ground.flat.copy()
        for n, put in enumerate(self._puts):
            _, left, top, right, bottom = put
            under = [p for p in self._puts[:n] if p[1] < right and left < p[3] and p[2] < bottom and top < p[4]]
            flat.paste(_patch(self._ground, (*under, put)), (left, top))
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


_patch: Final = ByteLRU(_make_patch, _area, _CACHED)
