"""Canvases that reuse cached patches: only strips of rows with changes are drawn again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, groupby
from typing import Final, NamedTuple

from PIL import Image

from render.image import png, scaled_sprites
from render.image.box import Box
from render.image.byte_lru import ByteLRU
from render.image.scaled_sprites import Share, scaled_sprite
from render.image.sprites import Mosaic, Sprite
from render.picture import Picture

_PATCH_CACHE_BYTES: Final = 48 << 20
"""Byte budget for cached patches; a move adds a handful of 8 to 40 KB each."""
_STRIP_CACHE_BYTES: Final = 24 << 20
"""Byte budget for cached strips; a pick adds about ten of 2 to 5 KB each."""
_PICTURE_CACHE_BYTES: Final = 16 << 20
"""Byte budget for cached pictures; those under the board stay the same from pick to pick."""
_ENTRY_BYTES: Final = 512
"""Bytes of an entry besides what was made: some ten numbers of 32 bytes, and the tuple that holds them."""
_LARGE_PUT_PIXELS: Final = 20_000
"""Pixels of a sprite that gets its own patch, so that it is not drawn again for a small sprite on it."""
_MOST_PATCH_GROWTH: Final = 1.25
"""How much larger a joint patch may be than the larger of its two parts."""
_COORDINATE: Final = 14
"""Bits of a coordinate in the number of a placed sprite."""
_MASK: Final = (1 << _COORDINATE) - 1

Rows = tuple[tuple[int, int], ...]
"""Start and end of rows that are left out, from the top."""

_numbers: Final = count()


class Ground:
    """The unchanging background of a picture, in full and in palette colors. Shared by threads: never drawn on."""

    __slots__ = ("_cuts", "_scaled", "filtered", "flat", "full", "number", "palette", "palette_chunk", "plain")

    def __init__(self, full: Image.Image, palette: Image.Image) -> None:
        self.full, self.palette = full, palette
        self.flat = png.flatten(full, palette)
        self.filtered = png.filtered(self.flat)
        self.palette_chunk = png.palette_chunk(self.flat)
        colour = full.getcolors(1)
        self.plain = (colour[0][1], self.palette_chunk) if colour else None
        """Its single color and the palette: patches on such grounds look the same anywhere, and are shared."""
        self.number = next(_numbers)
        self._cuts: dict[Rows, Ground] = {}
        self._scaled: dict[Share, Ground] = {}

    def without(self, rows: Rows) -> Ground:
        """The same ground without these rows."""
        if rows not in self._cuts:
            width, height = self.full.size
            made = Image.new("RGB", (width, height - sum(end - start for start, end in rows)))
            top = start = 0
            for end, then in (*rows, (height, height)):
                made.paste(self.full.crop((0, start, width, end)), (0, top))
                top, start = top + end - start, then
            self._cuts[rows] = Ground(made, self.palette)
        return self._cuts[rows]

    def scaled(self, share: Share) -> Ground:
        """The same ground at a share of its size, rounded up."""
        if share not in self._scaled:
            size = share.up(self.full.width), share.up(self.full.height)
            whole = share.whole(size[0]), share.whole(size[1])
            self._scaled[share] = Ground(_enlarged(self.full, whole).resize(size, Image.Resampling.BOX), self.palette)
        return self._scaled[share]


def _enlarged(image: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The image extended by repeating its last row and column."""
    if image.size == size:
        return image
    made = Image.new("RGB", size, image.getpixel((image.width - 1, image.height - 1)))
    made.paste(image, (0, 0))
    return made


class _Put(NamedTuple):
    sprite: Sprite
    left: int
    top: int
    right: int
    bottom: int
    number: int
    """The sprite's number and position combined: the cache key of a placed sprite."""

    @property
    def box(self) -> Box:
        """The visible part; parts beyond the left or upper edge of the picture are cut off."""
        left, top = max(0, self.left), max(0, self.top)
        return Box(left, top, self.right - left, self.bottom - top)

    def within(self, size: tuple[int, int]) -> bool:
        """Whether it lies entirely within the picture."""
        return self.left >= 0 and self.top >= 0 and self.right <= size[0] and self.bottom <= size[1]


class _Patch:
    """A box of a picture that is drawn in one step: all sprites in it, up to the one that it was made for."""

    __slots__ = ("bottom", "image", "last", "left", "right", "single", "top")

    def __init__(self, left: int, top: int, right: int, bottom: int, last: int, single: bool) -> None:
        self.left, self.top, self.right, self.bottom, self.last, self.single = left, top, right, bottom, last, single
        self.image: Image.Image | None = None

    def joined(self, later: _Patch) -> _Patch | None:
        """The joint patch, or None if it would be much larger than both."""
        if self.single:
            return None
        left, top = min(self.left, later.left), min(self.top, later.top)
        right, bottom = max(self.right, later.right), max(self.bottom, later.bottom)
        most = _MOST_PATCH_GROWTH * max(self.area, later.area)
        return _Patch(left, top, right, bottom, later.last, False) if (right - left) * (bottom - top) <= most else None

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)


class Canvas:
    """A background with sprites, later ones over earlier ones."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._puts: list[_Put] = []

    def put(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite with its upper left corner at the point."""
        left, top = round(x), round(y)
        if isinstance(sprite, Mosaic):
            for part, across, down in sprite.parts:
                self.put(part, left + across, top + down)
            return
        number = (sprite.number << _COORDINATE | left & _MASK) << _COORDINATE | top & _MASK
        self._puts.append(_Put(sprite, left, top, left + sprite.width, top + sprite.height, number))

    def centre(self, sprite: Sprite, x: float, y: float) -> None:
        """Put the sprite with its center at the point."""
        self.put(sprite, round(x) - sprite.width // 2, round(y) - sprite.height // 2)

    @property
    def size(self) -> tuple[int, int]:
        return self._ground.flat.size

    def changed_boxes(self, other: Canvas) -> set[Box]:
        """The boxes that differ; outside them both pictures are equal."""
        ours, theirs = set(self._puts), set(other._puts)
        in_order = [p for p in self._puts if p in theirs] == [p for p in other._puts if p in ours]
        if self._ground is not other._ground or not in_order:
            return {Box(0, 0, *self.size)}
        return {put.box for put in ours ^ theirs}

    def without(self, rows: Rows) -> Canvas:
        """A copy without these rows and without sprites that begin in them."""
        made = Canvas(self._ground.without(rows))
        for put in self._puts:
            if not any(start <= put.top < end for start, end in rows):
                made.put(put.sprite, put.left, put.top - sum(end - start for start, end in rows if end <= put.top))
        return made

    def scaled(self, share: Share) -> Canvas:
        """The canvas at a share of its size; its sprites are scaled once and cached."""
        made = Canvas(self._ground.scaled(share))
        for put in self._puts:
            made.put(*scaled_sprite(put.sprite, share, put.left, put.top))
        return made

    def picture(self) -> Picture:
        """The finished picture."""
        key = (self._ground.number, *(put.number for put in self._puts))
        return _pictures.get(key, self._encoded)

    def flat(self) -> Image.Image:
        """The picture in palette colors, before encoding."""
        flat = self._rows(0, self.size[1], self._patches()).crop((1, 0, self.size[0] + 1, self.size[1]))
        flat.putpalette(self._ground.flat.getpalette() or ())
        return flat

    def _encoded(self) -> Picture:
        ground, (width, height) = self._ground, self.size
        shown: list[list[int]] = [[ground.number, number] for number in range(-(-height // png.STRIP))]
        for put in self._puts:
            for numbers in shown[max(0, put.top) // png.STRIP : max(0, -(-put.bottom // png.STRIP))]:
                numbers.append(put.number)
        keys = [tuple(numbers) for numbers in shown]
        found = [_strips.find(key) for key in keys]
        patches = self._patches() if None in found else ()
        for start, end in _gaps(found):
            made = png.strips(self._rows(start * png.STRIP, min(end * png.STRIP, height), patches))
            found[start:end] = map(_strips.keep, keys[start:end], made)
        strips = [strip for strip in found if strip is not None]
        return Picture(png.assemble((width, height), ground.palette_chunk, strips), width, height)

    def _rows(self, top: int, bottom: int, patches: Iterable[_Patch]) -> Image.Image:
        """Rows of the picture, each with its PNG filter byte first."""
        rows = self._ground.filtered.crop((0, top, self.size[0] + 1, bottom))
        for patch in patches:
            if patch.top < bottom and top < patch.bottom:
                image = self._image(patch)
                if patch.left < 0:
                    image = image.crop((-patch.left, 0, *image.size))
                rows.paste(image, (max(0, patch.left) + 1, patch.top - top))
        return rows

    def _patches(self) -> list[_Patch]:
        """The patches of all puts, bottom first; small ones that nearly coincide are joined."""
        found: list[_Patch] = []
        for n, (sprite, left, top, right, bottom, _) in enumerate(self._puts):
            new = _Patch(left, top, right, bottom, n, sprite.solid or sprite.width * sprite.height > _LARGE_PUT_PIXELS)
            if not new.single:
                for old in found:
                    if left < old.right and old.left < right and top < old.bottom and old.top < bottom:
                        joined = old.joined(new)
                        if joined is not None:
                            found.remove(old)
                            new = joined
                            break
            found.append(new)
        return found

    def _image(self, patch: _Patch) -> Image.Image:
        """The patch drawn with everything up to its last put, as palette indexes."""
        if patch.image is None:
            patch.image = self._cached_image(patch)
        return patch.image

    def _cached_image(self, patch: _Patch) -> Image.Image:
        ground, last = self._ground, self._puts[patch.last]
        left, top, right, bottom = patch.left, patch.top, patch.right, patch.bottom
        if last.sprite.solid:
            shown = [last]
        else:
            before = self._puts[: patch.last + 1]
            shown = [p for p in before if p[1] < right and left < p[3] and p[2] < bottom and top < p[4]]

        def make() -> Image.Image:
            image = ground.full.crop((left, top, right, bottom))
            for one in shown:
                one.sprite.paste(image, one.left - left, one.top - top)
            return png.numbers(png.flatten(image, ground.palette))

        if last.sprite.solid:
            return _images.get((ground.palette_chunk, last.sprite.number), make)
        if ground.plain and len(shown) == 1 and last.within(self.size):
            return _images.get((*ground.plain, last.sprite.number), make)
        return _images.get((ground.number, left, top, right, bottom, *[p[5] for p in shown]), make)


def _gaps(found: Sequence[png.Strip | None]) -> Iterator[tuple[int, int]]:
    """Start and end of each run of missing strips."""
    for new, run in groupby(range(len(found)), lambda number: found[number] is None):
        numbers = list(run)
        if new:
            yield numbers[0], numbers[-1] + 1


def forget() -> None:
    """Clear all caches."""
    for cache in (_images, _strips, _pictures):
        cache.cache_clear()
    scaled_sprites.forget()


_images: Final = ByteLRU[Image.Image](lambda patch: patch.width * patch.height + _ENTRY_BYTES, _PATCH_CACHE_BYTES)
_strips: Final = ByteLRU[png.Strip](lambda strip: len(strip.chunk) + _ENTRY_BYTES, _STRIP_CACHE_BYTES)
_pictures: Final = ByteLRU[Picture](lambda picture: len(picture.data) + _ENTRY_BYTES, _PICTURE_CACHE_BYTES)
