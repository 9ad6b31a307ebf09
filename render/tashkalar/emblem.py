"""Emblems of cards: the pattern of a being, the icon of a flare or a task."""

from __future__ import annotations

from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, PRINTED_TASKS
from render.emblem import MIDDLE, SIZE, on_disc
from render.image.sprites import Sketch, Sprite
from render.palette import Theme
from render.tashkalar import drawings, grids
from render.tashkalar.colors import NOBODY


def paint(component: str, theme: Theme) -> Sprite:
    """The emblem of a component by its id."""
    if component in PRINTED_FLARES:
        return on_disc(drawings.FLARE, theme)
    if component in PRINTED_TASKS:
        return on_disc(drawings.TYPES[PRINTED_TASKS[component].type], theme)
    card = PRINTED_CARDS[component]
    sketch = Sketch(SIZE, SIZE)
    grids.put_pattern(sketch, card, NOBODY, MIDDLE, MIDDLE, grids.cell(card, SIZE, SIZE, SIZE), theme)
    return sketch.sprite()
