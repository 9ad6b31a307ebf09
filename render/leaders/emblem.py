"""Emblems of characters."""

from __future__ import annotations

from render.emblem import MIDDLE, SIZE, neutral
from render.image.sprites import Sketch, Sprite
from render.leaders import words
from render.leaders.figures import put_token
from render.palette import Theme


def paint(character: str, theme: Theme) -> Sprite:
    """The emblem of a character in neutral colors, or both figures of a card that brings two."""
    sketch, team = Sketch(SIZE, SIZE), neutral(theme)
    first, *others = words.figures(character)
    if not others:
        put_token(sketch, first, 0, MIDDLE, MIDDLE, MIDDLE - 1, team)
        return sketch.sprite()
    put_token(sketch, first, 0, 46, 46, 45, team)
    put_token(sketch, others[0], 0, 92, 92, 35, team)
    return sketch.sprite()
