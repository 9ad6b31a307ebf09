"""Lines of a list under the board: a head, and below it as many lines of text as needed."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from render.image import fonts, text_fitting
from render.image.sprites import Sketch, Sprite
from render.knockdown import layout
from render.knockdown.figures import SHAPES
from render.palette import Colour, Theme

LEFT: Final = 16
HEAD: Final = 40
_LINE: Final = 30
_FOOT: Final = 6
GAP: Final = 4
PAD: Final = 4
"""Space between entries, and above and below all of them."""
TITLE: Final = 36
MIDDLE: Final = 22
"""Distance from an entry's top to the center of its head."""
Look = Literal["plain", "faint"]


def text_lines(description: str) -> list[str]:
    return fonts.lines(description, "Medium", layout.SMALL, layout.ROOM - 2 * LEFT) if description else []


def height(description: str) -> int:
    """The height of an entry with this text."""
    found = text_lines(description)
    return HEAD + len(found) * _LINE + (_FOOT if found else 4)


def put_text(sketch: Sketch, found: list[str], ink: Colour) -> None:
    """Draw the text below the head."""
    for line, y in text_places(found):
        text_fitting.put_left(sketch, line, "Medium", layout.SMALL, LEFT, y, ink)


def text_places(found: list[str]) -> list[tuple[str, float]]:
    """The lines of the text with their vertical centers."""
    return [(line, HEAD + (n + 0.5) * _LINE - 1) for n, line in enumerate(found)]


@lru_cache(128)
def title(name: str, seat: int | None, theme: Theme) -> Sprite:
    """The title of a list, with the shape and color of its seat."""
    sketch = Sketch(layout.ROOM, TITLE)
    x, y = 4.0, TITLE / 2
    if seat is not None:
        sketch.shape(SHAPES[seat], x + 14, y, 15, theme.teams[seat].rim)
        sketch.shape(SHAPES[seat], x + 14, y, 12.5, theme.teams[seat].fill)
        x += 38
    line, size = fonts.fit(name, "Bold", 30, layout.ROOM - 50, layout.SMALL)
    text_fitting.put_left(sketch, line, "Bold", size, x, y, theme.text)
    return sketch.sprite()
