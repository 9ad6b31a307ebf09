"""PNGs assembled from strips decode to the drawn image."""

from __future__ import annotations

import io
import random
import struct
import zlib
from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from render.image import png


def painted(width: int, height: int, noise: int) -> Image.Image:
    image = Image.new("P", (width, height))
    image.putpalette([n * 5 % 256 for n in range(3 * 200)])
    chance = random.Random(noise)
    image.putdata([chance.randrange(200) for _ in range(width * height)])
    return image


def chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG; asserts their checksums."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at = 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kind, body = data[at + 4 : at + 8], data[at + 8 : at + 8 + length]
        assert struct.unpack_from(">I", data, at + 8 + length) == (zlib.crc32(kind + body),)
        yield kind, body
        at += 12 + length


@given(st.integers(1, 90), st.integers(1, 140), st.integers(0, 50))
def test_a_decoded_png_equals_the_drawing(width: int, height: int, noise: int) -> None:
    image = painted(width, height, noise)
    data = png.encode(image)
    decoded = Image.open(io.BytesIO(data))
    assert (decoded.mode, decoded.size) == ("P", image.size)
    assert decoded.tobytes() == image.tobytes()
    assert decoded.convert("RGB").tobytes() == image.convert("RGB").tobytes()
    found = list(chunks(data))
    assert [kind for kind, _ in found if kind != b"IDAT"] == [b"IHDR", b"PLTE", b"IEND"]
    rows = zlib.decompress(b"".join(body for kind, body in found if kind == b"IDAT"))
    assert len(rows) == height * (width + 1)
