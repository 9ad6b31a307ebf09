"""Pictures put together from what was drawn before: only strips of rows with something new in them are drawn again."""

from __future__ import annotations

from itertools import count
from typing import Final, NamedTuple

from PIL import Image

from render import png
from render.box import Box
from render.byte_lru import ByteLRU
from render.picture import Picture
from render.sprites import Mosaic, Sprite

_PATCHES: Final = 48 << 20
"""Bytes of cached patches: a move makes a handful of new ones, of 8 to 40 KB each."""
_STRIPS: Final = 24 << 20
"""Bytes of cached strips: a pick makes some ten new ones, of 2 to 5 KB each."""
_PICTURES: Final = 16 << 20
"""Bytes of cached pictures: those under the board stay as they are from pick to pick."""
_KEY: Final = 512
"""Bytes of an entry besides what was made: some ten numbers of 32 bytes, and the tuple that holds them."""
_COORDINATE: Final = 14
"""Bits of a coordinate in the number of a put."""
_MASK: Final = (1 << _COORDINATE) - 1

_numbers: Final = count()


class Ground:
    """The unchanging background of a picture, in full and in palette colours. Shared by threads: never drawn on."""

    __slots__ = ("filtered", "flat", "full", "number", "palette", "palette_chunk", "plain")

    def __init__(self, full: Image.Image, palette: Image.Image) -> None:
        self.full, self.palette = full, palette
        self.flat = png.flatten(full, palette)
        self.filtered = png.filtered(self.flat)
        self.palette_chunk = png.palette_chunk(self.flat)
        colour = full.getcolors(1)
        self.plain = (colour[0][1], self.palette_chunk) if colour else None
        """Its one colour and the palette: what is put on it alone looks the same anywhere on all such grounds."""
        self.number = next(_numbers)


class _Put(NamedTuple):
    sprite: Sprite
    left: int
    top: int
    right: int
    bottom: int
    number: int
    """The sprite's number and the point in one: what a cache knows a put by."""

    @property
    def box(self) -> Box:
        """Where it shows; what hangs over the left or the upper edge of the picture does not."""
        left, top = max(0, self.left), max(0, self.top)
        return Box(left, top, self.right - left, self.bottom - top)

    def within(self, size: tuple[int, int]) -> bool:
        """Whether nothing of it hangs over an edge of the picture."""
        return self.left >= 0 and self.top >= 0 and self.right <= size[0] and self.bottom <= size[1]


class Canvas:
    """A ground and the sprites on it, later ones over earlier ones."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._puts: list[_Put] = []
        self._found: dict[int, Image.Image] = {}

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """The sprite with its upper left corner at the point."""
        left, top = round(x), round(y)
        if isinstance(sprite, Mosaic):
            for part, across, down in sprite.parts:
                self.put(part, left + across, top + down)
            return
        number = (sprite.number << _COORDINATE | left & _MASK) << _COORDINATE | top & _MASK
        self._puts.append(_Put(sprite, left, top, left + sprite.width, top + sprite.height, number))

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
        key = (self._ground.number, *(put.number for put in self._puts))
        return _pictures.get(key, self._encoded)

    def flat(self) -> Image.Image:
        """The picture in palette colours, before it is encoded."""
        ground, (width, height) = self._ground, self.size
        flat = ground.filtered.crop((1, 0, width + 1, height))
        for n, put in enumerate(self._puts):
            flat.paste(self._patch(n), (put.left, put.top))
        flat.putpalette(ground.flat.getpalette() or ())
        return flat

    def _encoded(self) -> Picture:
        ground, (width, height) = self._ground, self.size
        shown: list[list[int]] = [[] for _ in range(0, height, png.STRIP)]
        for n, put in enumerate(self._puts):
            for some in shown[max(0, put.top) // png.STRIP : max(0, -(-put.bottom // png.STRIP))]:
                some.append(n)
        strips = [self._strip(number, some) for number, some in enumerate(shown)]
        return Picture(png.assemble((width, height), ground.palette_chunk, strips), width, height)

    def _strip(self, number: int, shown: list[int]) -> png.Strip:
        """A strip of the picture, by the places of the puts that show in it."""
        ground, puts = self._ground, self._puts

        def make() -> png.Strip:
            top = number * png.STRIP
            rows = png.rows_of(ground.filtered, top)
            for n in shown:
                left, patch = puts[n].left, self._patch(n)
                if left < 0:
                    left, patch = 0, patch.crop((-left, 0, *patch.size))
                rows.paste(patch, (left + 1, puts[n].top - top))
            return png.strip(rows)

        return _strips.get((ground.number, number, *(puts[n].number for n in shown)), make)

    def _patch(self, n: int) -> Image.Image:
        """The box of a put with everything in it up to that put, as the numbers of palette colours."""
        found = self._found.get(n)
        if found is None:
            found = self._found[n] = self._cached_patch(n)
        return found

    def _cached_patch(self, n: int) -> Image.Image:
        puts = self._puts
        put = puts[n]
        _, left, top, right, bottom, _ = put
        ground, solid = self._ground, put.sprite.solid
        before = () if solid else puts[:n]
        under = [p for p in before if p[1] < right and left < p[3] and p[2] < bottom and top < p[4]]

        def make() -> Image.Image:
            image = ground.full.crop((left, top, right, bottom))
            for one in (*under, put):
                one.sprite.paste(image, one.left - left, one.top - top)
            return png.numbers(png.flatten(image, ground.palette))

        if solid:
            return _patches.get((ground.palette_chunk, put.sprite.number), make)
        if ground.plain and not under and put.within(self.size):
            return _patches.get((*ground.plain, put.sprite.number), make)
        return _patches.get((ground.number, *(p[5] for p in under), put.number), make)


def forget() -> None:
    """Draw everything anew from now on."""
    for cache in (_patches, _strips, _pictures):
        cache.cache_clear()


_patches: Final = ByteLRU[Image.Image](lambda patch: patch.width * patch.height + _KEY, _PATCHES)
_strips: Final = ByteLRU[png.Strip](lambda strip: len(strip.chunk) + _KEY, _STRIPS)
_pictures: Final = ByteLRU[Picture](lambda picture: len(picture.data) + _KEY, _PICTURES)
