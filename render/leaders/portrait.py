"""The card picture of a character: its figure, its ability as a diagram and in words."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.core.text import Say
from engine.leaders.data.components import COMPONENTS
from render.image import fonts
from render.image.sprites import Sketch, Sprite
from render.image.sprites import words as lettering
from render.leaders import diagrams, words
from render.leaders.figures import put_token
from render.palette import Colour, Theme

WIDTH: Final = 800
_EDGE: Final = 40
_HEAD: Final = 138
_MIDDLE: Final = 368
"""The vertical center of figure and diagram."""
_TEXT: Final = (600, 880)
"""The upper and lower limit of the text."""
_FIGURE: Final = 130


def paint(character: str, theme: Theme, say: Say) -> Image.Image:
    """The card in full color, as high as its text needs."""
    if character not in COMPONENTS:
        raise ValueError(f"Leaders has no character {character!r}")
    component = COMPONENTS[character]
    image = Image.new("RGB", (WIDTH, _TEXT[1] + 20), theme.card)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 9), fill=theme.ring)
    for y in (_HEAD, _TEXT[0] - 18):
        draw.rectangle((_EDGE, y - 2, WIDTH - _EDGE, y), fill=theme.groove)
    room = WIDTH - 2 * _EDGE
    name, size = fonts.fit(say(component.name), "Bold", 50, room, 26)
    _paint(image, name, "Bold", size, 58, theme.text)
    under, size = fonts.fit(f"{say(component.facts[0])} · {say(component.group)}", "SemiBold", 28, room, 16)
    _paint(image, under, "SemiBold", size, 106, theme.muted)
    _likeness(character, theme).paste_middle(image, 198, _MIDDLE)
    sketch = Sketch(*diagrams.size())
    diagrams.put_diagram(sketch, diagrams.DIAGRAMS[character], theme)
    sketch.sprite().paste_middle(image, 576, _MIDDLE)
    end = _paint_text(image, say(component.text), theme)
    return image.crop((0, 0, WIDTH, min(image.height, round(end) + 30)))


def _likeness(character: str, theme: Theme) -> Sprite:
    """The figure, or both figures of a card that brings two."""
    sketch = Sketch(2 * _FIGURE + 8, 2 * _FIGURE + 8)
    middle = sketch.width / 2
    figures = words.figures(character)
    if len(figures) == 1:
        put_token(sketch, character, 0, middle, middle, 92 if character == "cub" else _FIGURE, theme.teams[0])
    else:
        put_token(sketch, figures[0], 0, middle - 34, middle - 30, _FIGURE - 34, theme.teams[0])
        put_token(sketch, figures[1], 0, middle + 66, middle + 66, 64, theme.teams[0])
    return sketch.sprite()


def _paint(image: Image.Image, string: str, weight: fonts.Weight, size: int, y: float, colour: Colour) -> None:
    """Draw a line of text from the left edge."""
    made = lettering(string, weight, size, colour)
    made.paste(image, _EDGE, round(y) - made.height // 2)


def _paint_text(image: Image.Image, text: str, theme: Theme) -> float:
    """Draw the sentences at the largest fitting size; returns their lower end."""
    top, bottom = _TEXT
    for size in range(34, 15, -1):
        found = fonts.lines(text, "Medium", size, WIDTH - 2 * _EDGE)
        if len(found) * size * 1.18 <= bottom - top:
            break
    for n, line in enumerate(found):
        _paint(image, line, "Medium", size, top + 8 + (n + 0.5) * size * 1.18, theme.text)
    return top + 8 + len(found) * size * 1.18
