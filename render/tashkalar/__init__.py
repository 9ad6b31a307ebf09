"""The picture of Tash-Kalar."""

from __future__ import annotations

from typing import Final

from engine.core.text import Say
from engine.tashkalar.view import TashkalarView
from render.image.canvas import Canvas
from render.palette import Team, Theme
from render.picture import Marks
from render.renderer import Renderer
from render.tashkalar import banner, colors, emblem, grounds, layout, panels, parts, portrait
from render.tashkalar.scene import Scene


def _paint(view: TashkalarView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    canvas = Canvas(grounds.arena(theme, layout.plan_of(view).height, view.red, view.green, view.central))
    banner.put_banner(canvas, view, theme, say, marks.task)
    panels.put_panels(canvas, view, theme, say, bottom)
    banner.put_corners(canvas, view, theme, say)
    banner.put_strip(canvas, view, theme, say)
    Scene(canvas, view, theme, marks).put()
    return canvas


def _teams(view: TashkalarView, theme: Theme) -> list[Team]:
    return [colors.team(view.colours[seat.colour].hue, theme) for seat in view.seats]


RENDERER: Final = Renderer(
    TashkalarView,
    lambda view: len(view.seats),
    _paint,
    portrait.paint,
    grounds.palette,
    parts.paint,
    parts.paint_panel,
    lambda _: layout.SPARE,
    emblem.paint,
    _teams,
)
