"""Whose turn it is, or who has won, and what lies in the corners of the arena."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.tashkalar.view import TashkalarView
from render import fonts, lines
from render.banner import put_words
from render.canvas import Canvas
from render.icons import Drawing, put_icon
from render.palette import Team, Theme
from render.sprites import Sketch, Sprite
from render.tashkalar import board, drawings, layout, words
from render.tashkalar.hues import NOBODY, put_emblem, team
from render.tashkalar.pieces import RANKS, put_piece

_CORNER: Final = (188, 92)


def put_banner(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say) -> None:
    over = view.phase == "over"
    acting = words.acting(view)
    hues = tuple(view.colours[colour].hue for colour in acting) if len(acting) < len(view.colours) else ()
    icon = ("trophy" if hues else "handshake") if over else ""
    left = 84 if over or not hues else 34 + 50 * len(hues)
    canvas.put(_banner(hues, icon, theme), layout.BANNER.x, layout.BANNER.y)
    subline = words.subline(view, say) or " "
    put_words(canvas, layout.BANNER, words.headline(view, say), subline, left, _colours(hues, theme).ink)


def _colours(hues: tuple[str, ...], theme: Theme) -> Team:
    return team(hues[0] if hues else NOBODY, theme)


@lru_cache(32)
def _banner(hues: tuple[str, ...], icon: str, theme: Theme) -> Sprite:
    width, height = layout.BANNER.width, layout.BANNER.height
    sketch = Sketch(width, height)
    own = _colours(hues, theme)
    sketch.box(0, 0, width, height, 18, own.fill)
    if icon:
        put_icon(sketch, icon, 48, 46, height / 2, own.ink, own.tint)
        return sketch.sprite()
    for n, hue in enumerate(hues):
        x = 46 + 50 * n
        if n:
            sketch.disc(x, height / 2, 23, team(hue, theme).rim)
            sketch.disc(x, height / 2, 20, team(hue, theme).fill)
            put_emblem(sketch, hue, x, height / 2, 11, team(hue, theme).ink)
        else:
            put_emblem(sketch, hue, x, height / 2, 18, own.ink)
    return sketch.sprite()


def put_corners(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, top: int) -> None:
    """The common piles, what has been destroyed in this turn, and in a melee the points that bring on the end."""
    high_left, high_right, low_left, low_right = board.corners(top)
    legends, flares = len(view.legend_discards), len(view.flare_discards)
    canvas.centre(_pile(drawings.LEGEND, view.legend_pile, legends, say(words.LEGENDS), theme), *high_left)
    canvas.centre(_pile(drawings.FLARE, view.flare_pile, flares, say(words.FLARES), theme), *high_right)
    hues = tuple(colour.hue for colour in view.colours)
    if any(any(ranks) for ranks in view.destroyed):
        canvas.centre(_destroyed(view.destroyed, hues, say(words.DESTROYED), theme), *low_left)
    if view.form == "high":
        canvas.centre(_pile(drawings.TASK, view.task_pile, 0, say(words.TASKS), theme), *low_right)
    elif view.form == "melee":
        canvas.centre(_pile(drawings.GOAL, view.goal, 0, say(words.GOAL), theme), *low_right)


@lru_cache(256)
def _pile(drawing: Drawing, count: int, discards: int, name: str, theme: Theme) -> Sprite:
    """How many cards are left, and how many lie beside them."""
    width, height = _CORNER
    sketch = Sketch(width, height)
    put_icon(sketch, drawing, 44, 32, 34, theme.muted, theme.card)
    end = lines.put_left(sketch, str(count), "Bold", 40, 62, 34, theme.text)
    if discards:
        put_icon(sketch, "archive", 22, end + 28, 37, theme.muted, theme.card)
        lines.put_left(sketch, str(discards), "SemiBold", 24, end + 44, 37, theme.muted)
    line, size = fonts.fit(name, "SemiBold", 24, width - 16, 14)
    lines.put_left(sketch, line, "SemiBold", size, 10, 76, theme.muted)
    return sketch.sprite()


@lru_cache(256)
def _destroyed(counts: tuple[tuple[int, int, int], ...], hues: tuple[str, ...], name: str, theme: Theme) -> Sprite:
    """The pieces by colour and rank with their numbers."""
    width, height = _CORNER
    sketch = Sketch(width, height)
    line, size = fonts.fit(name, "SemiBold", 22, width - 42, 14)
    put_icon(sketch, drawings.SKULL, 24, 20, 14, theme.muted, theme.card)
    lines.put_left(sketch, line, "SemiBold", size, 38, 14, theme.muted)
    shown = [(hues[c], RANKS[r], n) for c, ranks in enumerate(counts) for r, n in enumerate(ranks) if n]
    columns = 3 if len(shown) <= 6 else 5
    rows = -(-len(shown) // columns)
    step, down = (width - 4) / columns, 64 / rows
    half = min(19.0, down / 2, step / 2.9)
    for n, (hue, rank, count) in enumerate(shown):
        x, y = n % columns * step + half + 2, 28 + (n // columns + 0.5) * down
        put_piece(sketch, rank, hue, x, y, half, theme)
        lines.put_left(sketch, str(count), "Bold", max(12, round(half * 1.3)), x + half + 1, y, theme.text)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    counts = ((1, 2, 1), (0, 1, 0), (2, 0, 0), (0, 0, 1))
    return [
        _pile(drawings.LEGEND, 8, 2, "Abc", theme),
        _destroyed(counts, ("blue", "red", "yellow", "green"), "Abc", theme),
    ]
