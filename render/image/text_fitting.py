"""Text fitted into a space, in one line or two."""

from __future__ import annotations

from PIL import Image

from render.image import fonts
from render.image.sprites import Collage, Sketch, Sprite
from render.image.sprites import words as lettering
from render.palette import Colour


def fitted(string: str, weight: fonts.Weight, sizes: tuple[int, int], room: int) -> tuple[tuple[str, ...], int]:
    """The text in one line, or in two if one would be too small, with its font size."""
    largest, least = sizes
    line, size = fonts.fit(string, weight, largest, room, least)
    return ((line,), size) if line == string else fonts.wrap(string, weight, least, room, 11)


def sprites(string: str, weight: fonts.Weight, sizes: tuple[int, int], room: int, ink: Colour) -> list[Sprite]:
    found, size = fitted(string, weight, sizes, room)
    return [lettering(line, weight, size, ink) for line in found]


def stacked(lines: list[Sprite], middle: float) -> list[tuple[Sprite, float]]:
    """Each line's sprite and top edge, centered vertically about `middle`."""
    step = lines[0].height * 0.76
    return [(line, middle + (n - (len(lines) - 1) / 2) * step - line.height / 2) for n, line in enumerate(lines)]


def paragraph(string: str, sizes: tuple[int, int], room: int, height: float) -> tuple[list[str], int]:
    """The text in as many lines as fit, at the largest fitting size; cut only as a last resort."""
    largest, least = sizes
    for size in range(largest, least - 1, -1):
        found = fonts.lines(string, "Medium", size, room)
        if len(found) * size * 1.16 <= height and " ".join(found) == " ".join(string.split()):
            return found, size
    most = max(1, int(height / (least * 1.16)))
    if len(found) > most:
        found = [*found[: most - 1], fonts.fit(" ".join(found[most - 1 :]), "Medium", least, room, least)[0]]
    return found, least


def put_left(
    sketch: Sketch | Collage, string: str, weight: fonts.Weight, size: int, x: float, y: float, colour: Colour
) -> float:
    """Draw a line of text from the point to the right; returns its right end."""
    width = fonts.width(string, weight, size)
    sketch.words(string, weight, size, x + width / 2, y, colour)
    return x + width


def put_paragraph(
    sketch: Sketch, found: list[str], weight: fonts.Weight, size: int, x: float, middle: float, colour: Colour
) -> None:
    """Draw left-aligned lines, centered vertically about `middle`."""
    for n, line in enumerate(found):
        put_left(sketch, line, weight, size, x, middle + (n - (len(found) - 1) / 2) * size * 1.16, colour)


def paint_left(
    image: Image.Image, string: str, weight: fonts.Weight, size: int, x: float, y: float, colour: Colour
) -> None:
    """Like `put_left`, on a full-color image."""
    made = lettering(string, weight, size, colour)
    made.paste(image, round(x), round(y) - made.height // 2)
