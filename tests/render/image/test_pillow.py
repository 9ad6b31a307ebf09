"""`render/film/gif.py` calls two legacy functions of Pillow: these tests fail if a release changes their results."""

from __future__ import annotations

import struct

import pytest
from PIL import GifImagePlugin, Image

from render.film.gif import Gif
from tests.support.each import each

LOOP = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
END = b";"


def painted(colours: int) -> Image.Image:
    """An image of 7 × 5 pixels with the first and the last palette color, in mixed order."""
    image = Image.new("P", (7, 5), colours - 1)
    image.putpalette([n * 7 % 256 for n in range(3 * colours)])
    image.putpixel((3, 2), 0)
    return image


def header(image: Image.Image) -> bytes:
    """The GIF specification's header: screen, whole palette, endless loop."""
    palette = bytes(image.getpalette() or ())
    bits = (len(palette) // 3 - 1).bit_length()
    screen = struct.pack("<6sHHBBB", b"GIF89a", *image.size, 0x80 | bits - 1, 0, 0)
    return screen + palette.ljust(3 << bits, b"\0") + LOOP


@each("colours", [10, 16, 200, 256])
def test_pillows_getheader_gives_screen_palette_and_loop_and_keeps_the_image(colours: int) -> None:
    image = painted(colours)
    pixels, palette = image.tobytes(), image.getpalette()
    found, optimised = GifImagePlugin.getheader(image, info={"loop": 0})
    assert b"".join(found) == header(painted(colours))
    assert optimised is None
    assert (image.mode, image.tobytes(), image.getpalette()) == ("P", pixels, palette)


@pytest.mark.parametrize("colours", [10, 256])
def test_pillows_getdata_gives_one_image_at_its_corner_without_palette_and_control_block(colours: int) -> None:
    part = painted(colours).crop((1, 1, 5, 4))
    data = b"".join(GifImagePlugin.getdata(part, (1, 2)))
    assert data[:10] == struct.pack("<cHHHHB", b",", 1, 2, 4, 3, 0)
    assert data[10] == 8, "codes begin with nine bits, whatever the palette"
    assert len(data) == 11 + 1 + data[11] + 1
    assert data[-1] == 0


def test_a_gif_file_is_a_header_with_control_block_and_image_for_each_frame_and_an_end() -> None:
    first, second = painted(10), painted(10)
    second.putpixel((6, 4), 1)
    gif = Gif()
    gif.add(first, 500)
    gif.add(second, 700)
    data = gif.data()
    control = [struct.pack("<3sBHBB", b"!\xf9\x04", 5, time, 10, 0) for time in (50, 70)]
    assert data.startswith(header(first) + control[0] + b",")
    assert data.endswith(control[1] + b"".join(GifImagePlugin.getdata(second.crop((6, 4, 7, 5)), (6, 4))) + END)
    assert len(data) <= gif.size
