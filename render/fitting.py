"""Scale pictures to the room in a message, all by the same share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from render.image.canvas import Canvas
from render.image.scaled_sprites import Share

WIDEST: Final = 550
"""Discord shows a picture at its own size, but at most this many pixels wide and high."""
GAP: Final = 8
"""Pixels between two pictures of a message."""
FULL: Final = Share(1, 1)
SHARES: Final = (FULL, Share(1, 2), Share(9, 20), Share(2, 5), Share(3, 8), Share(7, 20), Share(1, 3))
"""Possible shares, largest first; with most questions a picture is at least 400 wide, as on a phone."""


def shown_height(width: int, height: int) -> int:
    """The height at which Discord shows a picture of this size."""
    return round(height * min(1, WIDEST / width, WIDEST / height))


def heights(canvases: Sequence[Canvas], share: Share) -> int:
    """The displayed height of all pictures at a share of their size, including the gaps."""
    sizes = [(share.up(width), share.up(height)) for width, height in (one.size for one in canvases)]
    return sum(shown_height(*size) for size in sizes) + GAP * (len(sizes) - 1)


def fitted(canvases: Sequence[Canvas], room: int) -> list[Canvas]:
    """The pictures at the largest share that fits `room` pixels of height, or at the smallest share."""
    share = next((one for one in SHARES if heights(canvases, one) <= room), SHARES[-1])
    return list(canvases) if share == FULL else [one.scaled(share) for one in canvases]
