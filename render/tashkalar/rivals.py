"""The panel of a color in a melee: points against each other color, and its pieces and cards as signs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from render.image import text_fitting
from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.palette import Theme, mix
from render.tashkalar import drawings, layout
from render.tashkalar.colors import put_emblem, team
from render.tashkalar.pieces import put_piece, put_shape

HEIGHT: Final = 70
_SIDE: Final = 8

_COLUMNS: Final = (7, 78, 135)
"""Left edges of numbers with their signs; those of common and heroic pieces and of the deck have two digits."""

Rival = tuple[str, int, bool]
"""A hue, the points against it, and whether improvised summoning against it is unused."""


@lru_cache(512)
def rivals(shown: tuple[Rival, ...], width: int, theme: Theme) -> Sprite:
    """Draw the points against each other color, the lowest framed; a wand marks unused improvised summoning."""
    sketch = Sketch(width, HEIGHT)
    lowest = min(points for _, points, _ in shown)
    step = (width - 2 * _SIDE + 4) / len(shown)
    for n, (hue, points, improvised) in enumerate(shown):
        own, x, room = team(hue, theme), _SIDE + n * step, step - 4
        low = points == lowest
        edge = 4 if low else 2
        sketch.box(x, 0, room, HEIGHT, 11, theme.ring if low else theme.groove)
        ground = theme.background if low else theme.card
        sketch.box(x + edge, edge, room - 2 * edge, HEIGHT - 2 * edge, 11 - edge, ground)
        put_shape(sketch, "common", x + room / 2 - 12, 49, 19, own.rim)
        put_shape(sketch, "common", x + room / 2 - 12, 49, 16.5, own.fill)
        put_emblem(sketch, hue, x + room / 2 - 12, 49, 6, own.ink)
        _put_wand(sketch, x + room / 2 + 13, 49, improvised, ground, theme)
        sketch.words(str(points), "Bold", 30, x + room / 2, 20, theme.text)
    return sketch.sprite()


def _put_wand(sketch: Sketch, x: float, y: float, left: bool, ground: tuple[int, int, int], theme: Theme) -> None:
    put_icon(sketch, drawings.IMPROVISED, 22, x, y, theme.text if left else mix(theme.muted, ground, 0.5), ground)
    if not left:
        sketch.line(((x - 11, y + 11), (x + 11, y - 11)), 6, ground)
        sketch.line(((x - 11, y + 11), (x + 11, y - 11)), 3, theme.muted)


@lru_cache(256)
def numbers(
    hue: str, stock: tuple[int, int], counts: tuple[int, int, int, int], width: int, height: int, theme: Theme
) -> Sprite:
    """Draw the pieces left and the deck above; beings, legends and flares in hand below."""
    sketch = Sketch(width, height)
    beings, legends, flares, pile = counts
    down = min(44.0, height / 2)
    rows: tuple[tuple[tuple[Drawing | None, str, int], ...], ...] = (
        ((None, "common", stock[0]), (None, "legendary", stock[1]), (drawings.PILE, "", pile)),
        ((drawings.BEING, "", beings), (drawings.LEGEND, "", legends), (drawings.FLARE, "", flares)),
    )
    for m, row in enumerate(rows):
        y = height / 2 + (m - 0.5) * down
        for n, (icon, rank, number) in enumerate(row):
            x = _COLUMNS[n]
            if icon is None:
                put_piece(sketch, rank, hue, x + 15, y, 20 if rank == "common" else 15, theme)
            else:
                put_icon(sketch, icon, 26, x + 15, y, theme.muted, theme.card)
            ink = theme.text if number else theme.muted
            text_fitting.put_left(sketch, str(number), "Bold", layout.LETTERS, x + 30, y, ink)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    shown = (("blue", 3, True), ("green", 1, False), ("yellow", 2, True))
    return [rivals(shown, 204, theme), numbers("red", (9, 2), (3, 2, 1, 12), 204, 80, theme)]
