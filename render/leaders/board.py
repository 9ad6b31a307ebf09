"""The board of Leaders: 37 discs in a hexagon that points a corner at each player."""

from __future__ import annotations

from functools import cache
from typing import Final

from PIL import Image

from render.hexboard import centre, corners
from render.image.icons import put_icon
from render.image.sprites import Point, Sketch, Sprite, words
from render.palette import Colour, Theme

SPACING: Final = 116
SPACE: Final = 50
_MARGIN: Final = 68
WIDTH: Final = 1000
HEIGHT: Final = 1000
MIDDLE: Final[Point] = (500, 543)

_COLUMNS: Final = "ABCDEFG"
_RINGS: Final = frozenset(("A1", "B1", "C1", "E1", "F1", "G1", "A4", "B5", "C6", "E6", "F5", "G4"))
CROWNS: Final = frozenset(("D1", "D7"))


def _axial(label: str) -> tuple[int, int]:
    q = _COLUMNS.index(label[0]) - 3
    return q, min(3, 3 - q) - (int(label[1]) - 1)


SPACES: Final = tuple(f"{column}{n}" for i, column in enumerate(_COLUMNS) for n in range(1, 8 - abs(i - 3)))


@cache
def places(bottom: int) -> dict[str, Point]:
    """The center of each space when seat `bottom` is at the bottom; in whole pixels, so that all spaces look alike."""
    found: dict[str, Point] = {}
    for label in SPACES:
        x, y = centre(*_axial(label), SPACING, turned=bottom == 1)
        found[label] = round(MIDDLE[0] + x), round(MIDDLE[1] + y)
    return found


def place(label: str, bottom: int) -> Point:
    try:
        return places(bottom)[label]
    except KeyError:
        raise ValueError(f"the board of Leaders has no space {label!r}") from None


def paint(image: Image.Image, theme: Theme, bottom: int) -> None:
    """Paint the board onto the background."""
    _paint_plate(image, theme, bottom)
    kinds = {kind: _space(theme, *kind) for kind in ((False, False), (True, False), (False, True))}
    for label, (x, y) in places(bottom).items():
        kinds[label in _RINGS, label in CROWNS].paste_middle(image, x, y)
        words(label.lower(), "SemiBold", 28, theme.label).paste_middle(image, x, y + label_drop(label))


def label_drop(label: str) -> int:
    """Distance from a space's center down to its coordinate, which is under the crown if there is one."""
    return 20 if label in CROWNS else 0


def _space(theme: Theme, ring: bool, crown: bool) -> Sprite:
    size = 132
    sketch = Sketch(size, size)
    middle = size / 2
    if crown:
        sketch.disc(middle, middle, 59, theme.ring)
        sketch.disc(middle, middle, 55, theme.plate)
    sketch.disc(middle, middle, SPACE, theme.ring if ring or crown else theme.edge)
    sketch.disc(middle, middle, SPACE - (5 if ring or crown else 2.5), theme.space)
    if crown:
        put_icon(sketch, "crown", 44, middle, middle - 17, theme.ring, theme.space)
    return sketch.sprite()


def _paint_plate(image: Image.Image, theme: Theme, bottom: int) -> None:
    """Paint the plate, edged in a side's color at that side's end."""
    width, height = 2 * 400, 2 * 450
    sketch = Sketch(width, height)
    top, right_top, right_low, low, left_low, left_top = (
        (width / 2 + x, height / 2 + y) for x, y in corners(3 * SPACING)
    )
    upper, lower = theme.teams[1 - bottom].fill, theme.teams[bottom].fill

    def hexagon(margin: float, colour: Colour) -> None:
        sketch.polygon((top, right_top, right_low, low, left_low, left_top), colour)
        sketch.line((top, right_top, right_low, low, left_low, left_top, top), 2 * margin, colour)

    hexagon(_MARGIN + 6, theme.groove)
    sketch.line((left_top, top, right_top), 2 * (_MARGIN + 6), upper)
    sketch.line((left_low, low, right_low), 2 * (_MARGIN + 6), lower)
    hexagon(_MARGIN, theme.plate)
    sketch.sprite().paste_middle(image, *MIDDLE)
