"""The picture of Knockdown."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say
from engine.knockdown.view import PRINTED_FIGHTERS, KnockdownView
from render.image.canvas import Canvas, Ground
from render.knockdown import banner, board, choices, emblem, layout, middle_strip, panels, pointed, portrait
from render.knockdown.arena import Arena
from render.knockdown.fixed_palette import palette
from render.knockdown.parts import paint_panel, paint_parts
from render.palette import Theme
from render.picture import Marks
from render.renderer import Renderer


def _paint(view: KnockdownView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    """Draw the banner; below it the fighters to choose from, later both boards with the arena between them."""
    choosing = view.phase == "fighters"
    canvas = Canvas(_ground(theme, arena=not choosing))
    banner.put_banner(canvas, view, theme, say, marks.task)
    if choosing:
        offered = marks.question.codes if marks.question else ()
        for fighter, box in zip(PRINTED_FIGHTERS, layout.FIGHTERS, strict=True):
            free = not offered or fighter.replace("_", "-") in offered
            canvas.put(choices.fighter(fighter, pointed.state(fighter, marks), theme, say, free=free), box.x, box.y)
        return canvas
    panels.put_panel(canvas, view, view.seats[1 - bottom], layout.UPPER, theme, say, marks)
    middle_strip.put_band(canvas, view, theme, say)
    panels.put_panel(canvas, view, view.seats[bottom], layout.LOWER, theme, say, marks)
    Arena(canvas, view, theme, marks).put()
    return canvas


@lru_cache(8)
def _ground(theme: Theme, *, arena: bool) -> Ground:
    image = Image.new("RGB", (board.WIDTH, layout.HEIGHT), theme.background)
    if arena:
        board.paint(image, theme, layout.ARENA)
    return Ground(image, palette(theme))


RENDERER: Final = Renderer(
    KnockdownView,
    lambda view: len(view.seats),
    _paint,
    portrait.paint,
    palette,
    paint_parts,
    paint_panel,
    middle_strip.spare,
    emblem.paint,
)
