"""Palette PNGs: all pictures of a game in a theme share one fixed palette, so none has to be computed per picture."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from PIL import Image

from render.byte_lru import ByteLRU
from render.palette import Colour

_ENTRIES: Final = 256
_ROWS: Final = 32
"""The height of a strip: a pick changes a few of them, and smaller ones compress worse."""
_CACHED: Final = 32 << 20
"""Bytes of cached strips: a move makes a handful of new ones, of about 35 KB each."""


def fixed_palette(colours: Sequence[Colour], specimen: Image.Image) -> Image.Image:
    """A palette that holds the given colours exactly, and between them what the specimen's soft edges need."""
    found = specimen.quantize(_ENTRIES - len(colours), Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    channels = found.getpalette() or []
    soft = zip(channels[::3], channels[1::3], channels[2::3], strict=True)
    palette = Image.new("P", (1, 1))
    entries = [*colours, *(colour for colour in soft if not any(_twins(colour, plain) for plain in colours))]
    palette.putpalette([channel for colour in entries for channel in colour])
    return palette


def _twins(a: Colour, b: Colour) -> bool:
    """Whether Pillow, which looks colours up in steps of four, might take one for the other."""
    return sum(abs(x - y) for x, y in zip(a, b, strict=True)) <= 18


def flatten(image: Image.Image, palette: Image.Image) -> Image.Image:
    """The nearest palette colour for every pixel; dithering would be slower, noisier and bigger."""
    return image.quantize(palette=palette, dither=Image.Dither.NONE)


def encode(image: Image.Image) -> bytes:
    """The PNG of a palette image. Strips of rows that were encoded lately are taken as they were compressed."""
    width, height = image.size
    rows = Image.new("P", (width + 1, height))  # every row of a PNG begins with its filter, which is always 0 here
    rows.paste(image, (1, 0))
    data, step = rows.tobytes(), _ROWS * (width + 1)
    strips = [_strip(data[start : start + step]) for start in range(0, len(data), step)]
    checksum = 1
    for strip in strips:
        checksum = _adler32_of_both(checksum, strip.adler32, strip.length)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(image.getpalette() or ())),
            _ZLIB_HEADER,
            *(strip.chunk for strip in strips),
            _chunk(b"IDAT", _LAST_BLOCK + struct.pack(">I", checksum)),
            _END,
        )
    )


class _Strip(NamedTuple):
    chunk: bytes
    adler32: int
    length: int


def _make_strip(rows: bytes) -> _Strip:
    """The rows as an IDAT chunk of their own; the full flush makes it independent of the chunks around it."""
    deflate = zlib.compressobj(1, zlib.DEFLATED, -zlib.MAX_WBITS, 9)
    packed = deflate.compress(rows) + deflate.flush(zlib.Z_FULL_FLUSH)
    return _Strip(_chunk(b"IDAT", packed), zlib.adler32(rows), len(rows))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(data, zlib.crc32(kind)))


def _adler32_of_both(first: int, second: int, length: int) -> int:
    """The checksum of two runs of bytes after one another, by the checksum of each and the length of the second."""
    low = (first & 0xFFFF) + (second & 0xFFFF) - 1
    high = (first >> 16) + (second >> 16) + length % _ADLER * ((first & 0xFFFF) - 1)
    return high % _ADLER << 16 | low % _ADLER


def _bytes_of(strip: _Strip) -> int:
    return strip.length + len(strip.chunk)


_SIGNATURE: Final = b"\x89PNG\r\n\x1a\n"
_ZLIB_HEADER: Final = _chunk(b"IDAT", b"\x78\x01")
_LAST_BLOCK: Final = b"\x03\x00"
"""An empty deflate block that ends the stream."""
_END: Final = _chunk(b"IEND", b"")
_ADLER: Final = 65521
_strip: Final = ByteLRU(_make_strip, _bytes_of, _CACHED)
