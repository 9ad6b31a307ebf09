"""Palette PNGs: all pictures of a game and theme share one fixed palette."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import Final, NamedTuple

from isal import isal_zlib as zlib
from PIL import Image

from render.palette import Colour

_ENTRIES: Final = 256
STRIP: Final = 32
"""Rows of a strip: a pick changes a few strips, and smaller ones compress worse."""


def fixed_palette(colours: Sequence[Colour], specimen: Image.Image) -> Image.Image:
    """A palette with the given colors exactly, and others for the specimen's soft edges."""
    found = specimen.quantize(_ENTRIES - len(colours), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    channels = found.getpalette() or []
    soft = zip(channels[::3], channels[1::3], channels[2::3], strict=True)
    palette = Image.new("P", (1, 1))
    entries = [*colours, *(colour for colour in soft if not any(_twins(colour, plain) for plain in colours))]
    palette.putpalette([channel for colour in entries for channel in colour])
    return palette


def _twins(a: Colour, b: Colour) -> bool:
    """Whether Pillow, which looks up colors in steps of four, might confuse the two."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) <= 18


def flatten(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The image with every pixel in its nearest palette color, without dithering."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def encode(image: Image.Image) -> bytes:
    """The PNG of a palette image."""
    return assemble(image.size, palette_chunk(image), strips(filtered(image)))


def numbers(image: Image.Image) -> Image.Image:
    """The palette indexes as a gray image, which is faster to copy, crop and paste."""
    return Image.frombytes("L", image.size, image.tobytes())


def filtered(image: Image.Image) -> Image.Image:
    """The indexes with one more column on the left: the PNG filter byte of each row, always 0."""
    made = Image.new("L", (image.width + 1, image.height))
    made.paste(numbers(image), (1, 0))
    return made


class Strip(NamedTuple):
    """Some rows of a picture, compressed."""

    chunk: bytes
    adler32: int
    length: int


def strips(filtered: Image.Image) -> list[Strip]:
    """All rows as strips, from the top."""
    rows, length = memoryview(filtered.tobytes()), filtered.width * STRIP
    return [strip(rows[start : start + length]) for start in range(0, len(rows), length)]


def strip(rows: memoryview) -> Strip:
    """Rows as a separate IDAT chunk; a full flush makes it independent of its neighbors."""
    deflate = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS)
    packed = deflate.compress(rows) + deflate.flush(zlib.Z_FULL_FLUSH)
    return Strip(_chunk(b"IDAT", packed), zlib.adler32(rows), len(rows))


def palette_chunk(image: Image.Image) -> bytes:
    return _chunk(b"PLTE", bytes(image.getpalette() or ()))


def assemble(size: tuple[int, int], palette: bytes, strips: Sequence[Strip]) -> bytes:
    """The PNG of all strips of a picture."""
    checksum = 1
    for one in strips:
        checksum = _adler32_of_both(checksum, one.adler32, one.length)
    header = _chunk(b"IHDR", struct.pack(">IIBBBBB", *size, 8, 3, 0, 0, 0))
    end = _chunk(b"IDAT", _LAST_BLOCK + struct.pack(">I", checksum))
    return b"".join((_SIGNATURE, header, palette, _ZLIB_HEADER, *(one.chunk for one in strips), end, _END))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def _adler32_of_both(first: int, second: int, length: int) -> int:
    """The Adler-32 checksum of two concatenated byte strings, from both checksums and the second's length."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length % _ADLER * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER: Final = _chunk(b"IDAT", b"\x78\x01")
_LAST_BLOCK: Final = b"\x03\x00"
"""An empty deflate block that ends the stream."""
_END: Final = _chunk(b"IEND", b"")
_ADLER: Final = 65521
