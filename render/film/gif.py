"""A GIF written image by image: every image after the first holds only the rectangle that changes.

It calls two legacy functions of Pillow; `tests/render/image/test_pillow.py` fails when a release changes them.
"""

from __future__ import annotations

import struct
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

_COLOURS: Final = 256
_HEADER: Final = 13 + 3 * _COLOURS + 19 + 1
"""Bytes around the images, at most: screen size, palette, loop extension, end."""
_CONTROL: Final = struct.Struct("<3sBHBB")
_STAY: Final = 1 << 2
"""Disposal: the image stays and the next is drawn over it."""


class Gif:
    """Images of one size and one palette, added one by one; only the last is held in memory, the rest are encoded."""

    def __init__(self) -> None:
        self._last: Image.Image | None = None
        self._parts: list[bytes] = []
        self.times: list[int] = []
        """Milliseconds that each image is shown."""
        self.size = _HEADER
        """Upper bound of the bytes that `data` returns."""

    def add(self, image: Image.Image, time: int) -> None:
        """Append an image; one equal to the last only prolongs that one."""
        last, part, corner = self._last, image, (0, 0)
        if last is not None:
            if image.size != last.size:
                raise ValueError(f"the images are of one size, not {last.size} and {image.size}")
            changed = ImageChops.subtract_modulo(image, last)
            box = changed.getbbox()
            if box is None:
                self.times[-1] += time
                return
            part, corner = image.crop(box), box[:2]
            if (clear := _clear(image)) is not None:
                part.paste(clear, mask=changed.crop(box).point([255] + [0] * 255, "1"))
        self._last = image
        self._parts.append(b"".join(GifImagePlugin.getdata(part, corner)))
        self.times.append(time)
        self.size += _CONTROL.size + len(self._parts[-1])

    def data(self) -> bytes:
        """The whole file."""
        assert self._last is not None, "no image was added"
        clear = _clear(self._last)
        flags = _STAY | (clear is not None)
        shown = zip(self.times, self._parts, strict=True)
        framed = [_CONTROL.pack(b"!\xf9\x04", flags, time // 10, clear or 0, 0) + part for time, part in shown]
        header, _ = GifImagePlugin.getheader(self._last, info={"loop": 0})
        return b"".join((*header, *framed, b";"))


def _clear(image: Image.Image) -> int | None:
    """A palette index that no image uses, for unchanged pixels; None if the palette is full."""
    free = len(image.getpalette() or ()) // 3
    return free if free < _COLOURS else None
