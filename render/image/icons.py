"""Two-tone icons (lines and enclosed areas): from Lucide, or our own in the same style (24 × 24, line width 2)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from msgspec import Struct
from PIL import Image, ImageDraw, ImageFilter

from render.image import fonts
from render.image.sprites import SCALE, Point, Sketch, Sprite, stroke
from render.palette import Colour

GRID: Final = 24
_PROBE: Final = 64


class Line(Struct, frozen=True):
    """A path of M, L and C in absolute coordinates of the grid, Z closes; a single M is a dot."""

    path: str
    width: float = 2


Drawing = str | tuple[Line, ...]
"""The name of a Lucide icon, or our own lines."""


class Icon(NamedTuple):
    lines: Image.Image
    inside: Image.Image


@lru_cache(256)
def icon(drawing: Drawing, size: int) -> Icon:
    """The icon as masks of size × size sprite pixels, at drawing scale."""
    lines = _lines(drawing, size * SCALE)
    return Icon(lines, _enclosed(drawing).resize(lines.size, Image.Resampling.BICUBIC))


def put_icon(sketch: Sketch, drawing: Drawing, size: int, x: float, y: float, ink: Colour, tint: Colour) -> None:
    """Draw the icon centered at the point."""
    masks = icon(drawing, size)
    sketch.stamp(masks.inside, x, y, tint)
    sketch.stamp(masks.lines, x, y, ink)


@lru_cache(128)
def icon_sprite(drawing: Drawing, size: int, ink: Colour, tint: Colour) -> Sprite:
    """The icon as a sprite."""
    sketch = Sketch(size, size)
    put_icon(sketch, drawing, size, size / 2, size / 2, ink, tint)
    return sketch.sprite()


def _lines(drawing: Drawing, size: int) -> Image.Image:
    if isinstance(drawing, str):
        return fonts.lucide(drawing, size)
    mask = Image.new("L", (size, size))
    draw = ImageDraw.Draw(mask)
    unit = size / GRID
    for line in drawing:
        for points in _flatten(line.path):
            stroke(draw, [(x * unit, y * unit) for x, y in points], line.width * unit, 255)
    return mask


@cache
def _enclosed(drawing: Drawing) -> Image.Image:
    """The areas that are enclosed by lines."""
    # Filling is slow, so it is done on a small copy; the areas are spread a little: lines hide their coarse edge.
    lines = _lines(drawing, 4 * _PROBE).reduce(4)
    bare = lines.point(lambda shade: 0 if shade > 90 else 255).convert("1", dither=Image.Dither.NONE).tobytes()
    across = _PROBE // 8
    rows = [int.from_bytes(bare[n : n + across], "big") for n in range(0, len(bare), across)]
    inside = b"".join(row.to_bytes(across, "big") for row in _unreached(rows))
    return Image.frombytes("1", lines.size, inside).convert("L").filter(ImageFilter.MaxFilter(3))


def _unreached(bare: list[int]) -> list[int]:
    """Blank pixels (one bit each) that cannot be reached from the edge: flood fill with 8 neighbors."""
    edge = 1 << _PROBE - 1 | 1
    reached = [bare[0], *(row & edge for row in bare[1:-1]), bare[-1]]
    before: list[int] = []
    while reached != before:
        before = reached.copy()
        for y in (*range(1, _PROBE), *range(_PROBE - 2, -1, -1)):
            row = 0
            wider = reached[y] | (reached[y - 1] if y else 0) | (reached[y + 1] if y < _PROBE - 1 else 0)
            while row != wider & bare[y]:
                row = wider & bare[y]
                wider = row | row << 1 | row >> 1
            reached[y] = row
    return [row & ~seen for row, seen in zip(bare, reached, strict=True)]


def _flatten(path: str) -> list[list[Point]]:
    """The path with its curves as short straight lines."""
    words = path.replace(",", " ").split()
    paths: list[list[Point]] = []
    i = 0
    while i < len(words):
        command, i = words[i], i + 1
        if command == "Z":
            paths[-1].append(paths[-1][0])
            continue
        count = {"M": 2, "L": 2, "C": 6}[command]
        numbers = [float(word) for word in words[i : i + count]]
        i += count
        if command == "M":
            paths.append([(numbers[0], numbers[1])])
        elif command == "L":
            paths[-1].append((numbers[0], numbers[1]))
        else:
            b, c, d = zip(numbers[::2], numbers[1::2], strict=True)
            paths[-1].extend(_curve(paths[-1][-1], b, c, d))
    return paths


def _curve(a: Point, b: Point, c: Point, d: Point, steps: int = 20) -> list[Point]:
    """The Bézier curve from a to d, without a."""
    points = []
    for n in range(1, steps + 1):
        t = n / steps
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        x, y = (sum(w * p[axis] for w, p in zip(weights, (a, b, c, d), strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points
