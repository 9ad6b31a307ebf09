"""The text of a banner: the headline on the left, details on the right."""

from __future__ import annotations

from render.image import fonts, text_fitting
from render.image.box import Box
from render.image.canvas import Canvas
from render.image.sprites import words as lettering
from render.palette import Colour

_MARGIN = 26
TASK_AT_LEAST = 28
"""Least font size of a task in a picture 1000 pixels wide."""


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
    """Draw the headline text from `left` and the subline at the right end, within its share of the width."""
    room, middle = box.width - left - _MARGIN - 2, box.y + box.height / 2
    small = text_fitting.sprites(subline, "SemiBold", (28, 21), round(room * share), ink)
    for line, top in text_fitting.stacked(small, middle):
        canvas.put(line, box.right - _MARGIN - line.width, top)
    used = max(line.width for line in small)
    big = text_fitting.sprites(headline, "Bold", (largest, 27), room - used - 20, ink)
    for line, top in text_fitting.stacked(big, middle):
        canvas.put(line, box.x + left, top)


def put_task(canvas: Canvas, task: str, left: float, right: float, middle: float, ink: Colour) -> None:
    """Draw the task of a lesson or puzzle between two edges, in one line or two, instead of the other text."""
    found, size = task_lines(task, round(right - left))
    for line, top in text_fitting.stacked([lettering(line, "Bold", size, ink) for line in found], middle):
        canvas.put(line, left, top)


def task_lines(task: str, room: int) -> tuple[tuple[str, ...], int]:
    """A task in one line or two and its font size, legible on a phone, where the picture is 400 wide."""
    line, size = fonts.fit(task, "Bold", 36, room, 30)
    return ((line,), size) if line == task else fonts.wrap(task, "Bold", 33, room, TASK_AT_LEAST)
