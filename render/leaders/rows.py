"""Characters outside the board: in rows with their texts, or small with names only."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from render import card_rows
from render.image import fonts
from render.image.icons import put_icon
from render.image.sprites import Sketch, Sprite
from render.image.text_fitting import put_left
from render.leaders import words
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import put_cross, put_token
from render.palette import Theme, mix

CardState = Literal["ready", "banished"]

ROW: Final = (952, 113)
SMALL: Final = (232, 76)
LEAST: Final = 28
"""Smallest font size."""
NOBODY: Final = -1
"""The side of a card that lies in the market."""
_LINE: Final = 3
"""The width of a frame."""
_TEXT: Final = 128
_LINES: Final = 2


@lru_cache(256)
def row(card: str, side: int, name: str, does: str, theme: Theme) -> Sprite:
    """A row with a character's name and text; its figure is drawn in its side's color, or gray in the market."""
    width, height = ROW
    sketch = Sketch(width, height)
    card_rows.frame(sketch, theme.card, theme.groove, line=_LINE)
    figures = words.figures(card)
    for n, figure in enumerate(figures):
        x, y = 64 + (n * 2 - len(figures) + 1) * 22, height / 2 + (n * 2 - len(figures) + 1) * 12
        r = 40 if len(figures) == 1 else 30 - 6 * n
        if side == NOBODY:
            put_icon(sketch, DRAWINGS[figure], round(r * 1.8), x, y, theme.text, theme.groove)
        else:
            put_token(sketch, figure, side, x, y, r, theme.teams[side])
    room = width - _TEXT - 18
    line, size = fonts.fit(name, "Bold", 30, room, LEAST)
    put_left(sketch, line, "Bold", size, _TEXT, 24, theme.text)
    for n, line in enumerate(_two_lines(does, room)):
        put_left(sketch, line, "Medium", LEAST, _TEXT, 57 + n * 31, theme.text)
    return sketch.sprite()


def _two_lines(string: str, room: int) -> list[str]:
    """The text in one line, or in two of about equal length; longer text is cut."""
    lines = fonts.lines(string, "Medium", LEAST, room)
    if len(lines) > _LINES:
        return [lines[0], fonts.fit(" ".join(lines[1:]), "Medium", LEAST, room, LEAST)[0]]
    while len(closer := fonts.lines(string, "Medium", LEAST, room - 16)) == len(lines) == _LINES:
        lines, room = closer, room - 16
    return lines


@lru_cache(256)
def small(card: str, state: CardState, name: str, theme: Theme) -> Sprite:
    """A small card with a name only, for a market in which all cards are face up."""
    width, height = SMALL
    sketch = Sketch(width, height)
    banished = state == "banished"
    card_rows.frame(sketch, theme.background if banished else theme.card, theme.groove, line=_LINE)
    ink = mix(theme.muted, theme.background, 0.3) if banished else theme.text
    tint = theme.background if banished else theme.groove
    put_icon(sketch, DRAWINGS[words.figures(card)[0]], 36, 28, height / 2, ink, tint)
    room = width - 54 - (36 if banished else 6)
    lines = fonts.lines(name, "SemiBold", LEAST, room)[:_LINES]
    for n, line in enumerate(lines):
        put_left(sketch, line, "SemiBold", LEAST, 52, height / 2 + (n - (len(lines) - 1) / 2) * 31, ink)
    if banished:
        put_cross(sketch, width - 22, height / 2, theme, 13)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    return [row(card, side, "Rider", "Rides", theme) for card, side in (("rider", 0), ("rider", 1), ("archer", NOBODY))]
