"""The words of a banner: what happens on the left, more about it on the right."""

from __future__ import annotations

from render import lines
from render.box import Box
from render.canvas import Canvas
from render.palette import Colour

_MARGIN = 26


def put_words(
    canvas: Canvas,
    box: Box,
    headline: str,
    subline: str,
    left: int,
    ink: Colour,
    *,
    share: float = 0.5,
    largest: int = 42,
) -> None:
    """The headline from `left` on, the subline at the right end in at most its share of the room, both fitted."""
    room, middle = box.width - left - _MARGIN - 2, box.y + box.height / 2
    small = lines.sprites(subline, "SemiBold", (28, 21), round(room * share), ink)
    for line, top in lines.stacked(small, middle):
        canvas.put(line, box.right - _MARGIN - line.width, top)
    used = max(line.width for line in small)
    big = lines.sprites(headline, "Bold", (largest, 27), room - used - 20, ink)
    for line, top in lines.stacked(big, middle):
        canvas.put(line, box.x + left, top)


def put_task(canvas: Canvas, task: str, left: float, right: float, middle: float, ink: Colour) -> None:
    """The task of a lesson or a puzzle between two edges, in one line or two, in the place of the other words."""
    for line, top in lines.stacked(lines.sprites(task, "Bold", (36, 28), round(right - left), ink), middle):
        canvas.put(line, left, top)
