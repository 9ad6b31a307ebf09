"""The card picture of a being, legend, flare or task, with its effect in words."""

from __future__ import annotations

from typing import Final

from PIL import Image, ImageDraw

from engine.core.text import Say
from engine.tashkalar.data.components import COMPONENTS, DECK_GROUPS, RANKS, lower_needs, upper_needs
from engine.tashkalar.view import (
    PRINTED_CARDS,
    PRINTED_FLARES,
    PRINTED_TASKS,
    CardView,
    FlareView,
    TaskCardView,
)
from render.image import fonts, text_fitting
from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.palette import Colour, Theme
from render.tashkalar import drawings, grids, hands, tasks
from render.tashkalar.colors import NOBODY
from render.tashkalar.pieces import put_piece

WIDTH: Final = 800
_EDGE: Final = 40
_HEAD: Final = 138
_SIGN: Final = 100
"""Side of the sign beside the title."""
_MOST: Final = 900
_HUES: Final = {"highland": "yellow", "sylvan": "green"}
"""The hues of decks whose pieces have a fixed color."""


def paint(component: str, theme: Theme, say: Say) -> Image.Image:
    """The card in full color, as high as its text needs."""
    image = Image.new("RGB", (WIDTH, _MOST), theme.card)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 9), fill=theme.ring)
    draw.rectangle((_EDGE, _HEAD - 2, WIDTH - _EDGE, _HEAD), fill=theme.groove)
    if component in PRINTED_CARDS:
        end = _paint_card(image, PRINTED_CARDS[component], theme, say)
    elif component in PRINTED_FLARES:
        end = _paint_flare(image, PRINTED_FLARES[component], theme, say)
    elif component in PRINTED_TASKS:
        end = _paint_task(image, PRINTED_TASKS[component], theme, say)
    else:
        raise ValueError(f"Tash-Kalar has no card {component!r}")
    return image.crop((0, 0, WIDTH, min(_MOST, round(end) + 32)))


def _paint_title(image: Image.Image, sign: Sprite, name: str, under: str, theme: Theme) -> None:
    room = WIDTH - 2 * _EDGE - _SIGN - 10
    title, size = fonts.fit(name, "Bold", 50, room, 22)
    text_fitting.paint_left(image, title, "Bold", size, _EDGE, 58, theme.text)
    line, size = fonts.fit(under, "SemiBold", 28, room, 13)
    text_fitting.paint_left(image, line, "SemiBold", size, _EDGE, 106, theme.muted)
    sign.paste_middle(image, WIDTH - _EDGE - _SIGN // 2, 74)


def _paint_text(image: Image.Image, text: str, top: float, height: float, theme: Theme, left: int = _EDGE) -> float:
    """Draw the sentences at the largest fitting size; returns their lower end."""
    found, size = text_fitting.paragraph(text, (34, 15), WIDTH - _EDGE - left, height)
    for n, line in enumerate(found):
        text_fitting.paint_left(image, line, "Medium", size, left, top + (n + 0.5) * size * 1.16, theme.text)
    return top + len(found) * size * 1.16


def _paint_card(image: Image.Image, card: CardView, theme: Theme, say: Say) -> float:
    under = f"{say(RANKS[card.rank])} · {say(DECK_GROUPS[card.deck])}"
    if card.rank == "legendary":
        under = say(RANKS[card.rank])
    hue = _HUES.get(card.deck, NOBODY)
    sign = Sketch(_SIGN, _SIGN)
    put_piece(sign, card.rank, hue, _SIGN / 2, _SIGN / 2, _SIGN / 2 - 2, theme)
    _paint_title(image, sign.sprite(), say(card.name), under, theme)
    square = grids.cell(card, WIDTH - 2 * _EDGE, 400, 104)
    width, height = (round(square * count) + 8 for count in (len(card.pattern[0]), len(card.pattern)))
    sketch = Sketch(width, height)
    grids.put_pattern(sketch, card, hue, width / 2, height / 2, square, theme)
    sketch.sprite().paste(image, (WIDTH - width) // 2, _HEAD + 24)
    top = _HEAD + 24 + height + 24
    return _paint_text(image, say(card.text), top, _MOST - 30 - top, theme)


def _paint_flare(image: Image.Image, flare: FlareView, theme: Theme, say: Say) -> float:
    _paint_title(
        image, _icon(drawings.FLARE, theme.ring, theme), say(flare.name), say(COMPONENTS[flare.id].facts[0]), theme
    )
    y = _HEAD + 24.0
    halves = (
        (flare.upper_needs, upper_needs(flare.upper_needs), flare.upper),
        (flare.lower_needs, lower_needs(flare.lower_needs), flare.lower),
    )
    for n, (needs, when, does) in enumerate(halves):
        sketch = Sketch(280, 64)
        hands.put_needs(sketch, needs, n == 0, 2, 32, 30, theme)
        sketch.sprite().paste(image, _EDGE, round(y))
        lines, size = text_fitting.paragraph(say(when), (27, 15), WIDTH - 2 * _EDGE - 290, 66)
        for m, line in enumerate(lines):
            shift = (m - (len(lines) - 1) / 2) * size * 1.15
            text_fitting.paint_left(image, line, "Medium", size, _EDGE + 290, y + 32 + shift, theme.muted)
        y = _paint_text(image, say(does), y + 76, 200, theme) + 20
        if n == 0:
            ImageDraw.Draw(image).rectangle((_EDGE, y, WIDTH - _EDGE, y + 2), fill=theme.groove)
            y += 24
    return y - 20


def _paint_task(image: Image.Image, task: TaskCardView, theme: Theme, say: Say) -> float:
    kind, type_, points = (say(fact) for fact in COMPONENTS[task.id].facts)
    under = f"{kind} · {type_}"
    _paint_title(image, _icon(drawings.TYPES[task.type], theme.groove, theme), say(task.name), under, theme)
    sketch = Sketch(92, 92)
    tasks.put_points(sketch, task.points, 46, 46, 44, False, theme)
    sketch.sprite().paste(image, _EDGE, _HEAD + 26)
    text_fitting.paint_left(image, points, "Bold", 38, _EDGE + 112, _HEAD + 72, theme.text)
    return _paint_text(image, say(task.text), _HEAD + 142, 420, theme)


def _icon(drawing: Drawing, tint: Colour, theme: Theme) -> Sprite:
    sketch = Sketch(_SIGN, _SIGN)
    put_icon(sketch, drawing, 84, _SIGN / 2, _SIGN / 2, theme.text, tint)
    return sketch.sprite()
