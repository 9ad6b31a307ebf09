"""The bytes of a moving picture, image by image: every image after the first holds only what changes."""

from __future__ import annotations

import struct
from typing import Final

from PIL import GifImagePlugin, Image, ImageChops

_COLOURS: Final = 256
_HEADER: Final = 13 + 3 * _COLOURS + 19 + 1
"""What it takes at most besides its images: size, palette, that it plays over and over, and an end."""
_CONTROL: Final = struct.Struct("<3sBHBB")
_STAY: Final = 1 << 2
"""What is shown stays and is drawn over."""


class Gif:
    """Images of one size and one palette, added one after the other; none of them is kept but the last."""

    def __init__(self) -> None:
        self._last: Image.Image | None = None
        self._parts: list[bytes] = []
        self.times: list[int] = []
        """How many milliseconds each is shown."""
        self.size = _HEADER
        """How many bytes it will have at most."""

    def add(self, image: Image.Image, time: int) -> None:
        """One more; if it is like the last one, that is shown longer."""
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
        """The whole."""
        assert self._last is not None, "there is nothing in it"
        clear = _clear(self._last)
        flags = _STAY | (clear is not None)
        shown = zip(self.times, self._parts, strict=True)
        framed = [_CONTROL.pack(b"!\xf9\x04", flags, time // 10, clear or 0, 0) + part for time, part in shown]
        header, _ = GifImagePlugin.getheader(self._last, info={"loop": 0})
        return b"".join((*header, *framed, b";"))


def _clear(image: Image.Image) -> int | None:
    """A colour that no image has, for what stays as it was; a full palette has none."""
    free = len(image.getpalette() or ()) // 3
    return free if free < _COLOURS else None
