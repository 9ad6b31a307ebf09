"""The banner, and the texts in the corners of the arena and below it."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.tashkalar.view import TashkalarView
from render.banner import put_task
from render.image import fonts, text_fitting
from render.image.canvas import Canvas
from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.image.sprites import words as lettering
from render.palette import Colour, Team, Theme
from render.tashkalar import board, drawings, layout, words
from render.tashkalar.colors import NOBODY, put_emblem, team
from render.tashkalar.pieces import RANKS, put_piece

CORNER: Final = (150, 60)
"""Width and height of a pile; a name of up to 124 pixels covers no square."""
_MARGIN: Final = 26


def put_banner(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, task: str) -> None:
    over = view.phase == "over"
    acting = words.acting(view)
    hues = tuple(view.colours[colour].hue for colour in acting) if len(acting) < len(view.colours) else ()
    icon = ("trophy" if hues else "handshake") if over else ""
    left = 84 if over or not hues else 34 + 50 * len(hues)
    canvas.put(_banner(hues, icon, theme), layout.BANNER.x, layout.BANNER.y)
    if task:
        middle = layout.BANNER.y + layout.BANNER.height / 2
        put_task(canvas, task, layout.BANNER.x + left, layout.BANNER.right - _MARGIN, middle, _colours(hues, theme).ink)
        return
    _put_words(canvas, words.headline(view, say), words.subline(view, say), left, _colours(hues, theme).ink)


def _put_words(canvas: Canvas, headline: str, subline: str, left: int, ink: Colour) -> None:
    """Draw the headline on the left and the details on the right; if space is short, the headline gets smaller."""
    box, room = layout.BANNER, layout.BANNER.width - left - _MARGIN - 20
    for size in range(42, layout.LETTERS - 1, -2):
        big, _ = fonts.wrap(headline, "Bold", size, room * 2 // 3, size)
        used = max(fonts.width(line, "Bold", size) for line in big)
        small, _ = fonts.wrap(subline, "SemiBold", layout.LETTERS, room - used, layout.LETTERS)
        if not any("…" in line for line in (*big, *small)) and (len(big) == 1 or size <= 34):
            break
    made = [lettering(line, "Bold", size, ink) for line in big]
    for one, top in text_fitting.stacked(made, box.y + box.height / 2):
        canvas.put(one, box.x + left, top)
    made = [lettering(line, "SemiBold", layout.LETTERS, ink) for line in small]
    for one, top in text_fitting.stacked(made, box.y + box.height / 2):
        canvas.put(one, box.right - _MARGIN - one.width, top)


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


def put_corners(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say) -> None:
    """Draw the piles shared by all players and, in a melee, the points that start the final round."""
    high_left, high_right, _, low_right = board.corners()
    canvas.centre(_pile(drawings.LEGEND, view.legend_pile, say(words.LEGENDS), theme), *high_left)
    canvas.centre(_pile(drawings.FLARE, view.flare_pile, say(words.FLARES), theme), *high_right)
    if view.form == "high":
        canvas.centre(_pile(drawings.TASK, view.task_pile, say(words.TASKS), theme), *low_right)
    elif view.form == "melee":
        canvas.centre(_pile(drawings.GOAL, view.goal, say(words.GOAL), theme), *low_right)


@lru_cache(256)
def _pile(drawing: Drawing, count: int, name: str, theme: Theme) -> Sprite:
    """A pile's icon and name with the number of cards left."""
    width, height = CORNER
    sketch = Sketch(width, height)
    put_icon(sketch, drawing, 32, 18, 16, theme.muted, theme.card)
    text_fitting.put_left(sketch, str(count), "Bold", 34, 44, 16, theme.text)
    line, size = fonts.fit(name, "SemiBold", layout.LETTERS, width, layout.LETTERS)
    text_fitting.put_left(sketch, line, "SemiBold", size, 2, 45, theme.muted)
    return sketch.sprite()


def put_strip(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say) -> None:
    """Draw the pieces destroyed this turn and, in a melee, the legend of the panels' signs."""
    strip = layout.plan_of(view).strip
    hues = tuple(colour.hue for colour in view.colours)
    if any(any(ranks) for ranks in view.destroyed):
        made = _destroyed(view.destroyed, hues, say(words.DESTROYED), strip[0].width, theme)
        canvas.put(made, strip[0].x, strip[0].y)
    for box in strip[1:]:
        named = tuple(say(name) for name in (words.STOCK, words.DECK, words.BEINGS, words.IMPROVISATION))
        canvas.put(_legend(named, box.width, theme), box.x, box.y)


@lru_cache(256)
def _destroyed(
    counts: tuple[tuple[int, int, int], ...], hues: tuple[str, ...], name: str, width: int, theme: Theme
) -> Sprite:
    """The destroyed pieces by color and rank, each with its number."""
    sketch = Sketch(width, 40)
    put_icon(sketch, drawings.SKULL, 28, 18, 20, theme.muted, theme.card)
    x = text_fitting.put_left(sketch, name, "SemiBold", layout.LETTERS, 40, 20, theme.muted) + 16
    shown = [(hues[c], RANKS[r], n) for c, ranks in enumerate(counts) for r, n in enumerate(ranks) if n]
    step = min(74.0, (width - x) / len(shown))
    for n, (hue, rank, count) in enumerate(shown):
        put_piece(sketch, rank, hue, x + n * step + 18, 20, 18, theme)
        text_fitting.put_left(sketch, str(count), "Bold", layout.LETTERS, x + n * step + 37, 20, theme.text)
    return sketch.sprite()


@lru_cache(16)
def _legend(named: tuple[str, ...], width: int, theme: Theme) -> Sprite:
    """The signs used in the panels, each with its meaning."""
    sketch = Sketch(width, 40)
    signs = (None, drawings.PILE, drawings.BEING, drawings.IMPROVISED)
    used = sum(fonts.width(name, "SemiBold", layout.LETTERS) + 40 for name in named)
    gap, x = max(8.0, min(28.0, (width - used) / 3)), 4.0
    for name, icon in zip(named, signs, strict=True):
        if icon is None:
            put_piece(sketch, "common", "", x + 14, 20, 20, theme)
        else:
            put_icon(sketch, icon, 28, x + 14, 20, theme.muted, theme.card)
        x = text_fitting.put_left(sketch, name, "SemiBold", layout.LETTERS, x + 36, 20, theme.muted) + gap
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    counts = ((1, 2, 1), (0, 1, 0), (2, 0, 0), (0, 0, 1))
    return [
        _pile(drawings.LEGEND, 8, "Abc", theme),
        _destroyed(counts, ("blue", "red", "yellow", "green"), "Abc", 480, theme),
    ]
