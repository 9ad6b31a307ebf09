"""Sprites at a share of their size, made once for each place within a pixel and cached."""

from __future__ import annotations

from typing import Final, NamedTuple

from PIL import Image, ImageChops

from render.image.byte_lru import ByteLRU
from render.image.sprites import Sprite

_CACHE_BYTES: Final = 24 << 20
"""Byte budget for scaled sprites; a board has some hundred of 2 to 8 KB each."""
_ENTRY_BYTES: Final = 512
"""Bytes of a cached sprite besides its pixels."""
_PIXEL_BYTES: Final = 4
"""Bytes of a pixel: three of color and one of the mask."""


class Share(NamedTuple):
    """A scale factor: `of` pixels become `into` pixels."""

    into: int
    of: int

    def halves(self, edge: int) -> int:
        """The edge in the small picture, in half pixels."""
        return round(2 * edge * self.into / self.of)

    def from_halves(self, halves: int) -> int:
        """The edge in the large picture, from an edge in the small one in half pixels."""
        return round(halves * self.of / self.into / 2)

    def up(self, edge: int) -> int:
        """The edge in the small picture, rounded up to a whole pixel."""
        return -(-edge // self.of) * self.into

    def whole(self, edge: int) -> int:
        """The edge in the large picture for a whole pixel of the small one."""
        return edge // self.into * self.of


class Scaled(NamedTuple):
    """A scaled sprite and the point of its upper left corner in the scaled picture."""

    sprite: Sprite
    left: int
    top: int


def scaled_sprite(sprite: Sprite, share: Share, left: int, top: int) -> Scaled:
    """The sprite at a share of its size, with its corner at the nearest half pixel."""
    x, y = share.halves(left), share.halves(top)
    made = _sprites.get((sprite.number, share, x % 2, y % 2), lambda: _scale(sprite, share, x % 2, y % 2))
    return Scaled(made.sprite, x // 2 + made.left, y // 2 + made.top)


def _scale(sprite: Sprite, share: Share, x: int, y: int) -> Scaled:
    """Scale the sprite at `x` and `y` half pixels on an empty sheet, and cut off the empty margins.

    The mask is the difference between the sprite pasted on black and on white: opaque pixels look the same on both.
    """
    x, y = share.from_halves(x), share.from_halves(y)
    size = share.up(x + sprite.width), share.up(y + sprite.height)
    large = share.whole(size[0]), share.whole(size[1])
    on_black = _resized(sprite, 0, large, size, x, y)
    on_white = _resized(sprite, 255, large, size, x, y)
    mask = ImageChops.invert(ImageChops.difference(on_white, on_black).getchannel("G"))
    box = mask.getbbox() or (0, 0, 1, 1)
    mask = mask.crop(box)
    ink = Image.merge("RGBa", (*on_black.crop(box).split(), mask)).convert("RGBA").convert("RGB")
    made = Sprite(ink, mask)
    made.solid = mask.getextrema()[0] == 255
    return Scaled(made, *box[:2])


def _resized(sprite: Sprite, shade: int, large: tuple[int, int], size: tuple[int, int], x: int, y: int) -> Image.Image:
    """The sprite on a sheet of this shade, scaled down to this size."""
    sheet = Image.new("RGB", large, (shade, shade, shade))
    sprite.paste(sheet, x, y)
    return sheet.resize(size, Image.Resampling.BOX)


def forget() -> None:
    """Clear the cache."""
    _sprites.cache_clear()


_sprites: Final = ByteLRU[Scaled](
    lambda one: one.sprite.width * one.sprite.height * _PIXEL_BYTES + _ENTRY_BYTES, _CACHE_BYTES
)
