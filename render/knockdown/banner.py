"""The banner: the side to move, or the winner."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import KnockdownView
from render.banner import put_task
from render.image import fonts
from render.image.canvas import Canvas
from render.image.icons import put_icon
from render.image.sprites import Sketch, Sprite
from render.image.sprites import words as lettering
from render.knockdown import drawings, layout, words
from render.knockdown.colors import team
from render.palette import Theme

_MARGIN: Final = 24
_NOTE: Final = 420
"""Width of the text at the right end."""


def put_banner(canvas: Canvas, view: KnockdownView, theme: Theme, say: Say, task: str) -> None:
    """Draw the headline on the left; at the right end, in one or two lines, the round and what is left of the turn."""
    box, over, seats = layout.BANNER, view.phase == "over", words.acting(view)
    seat = seats[0] if len(seats) == 1 else None
    icon = ("handshake" if seat is None else "trophy") if over else ""
    left = _MARGIN if seat is None and not over else 84
    fighter = view.seats[seat].fighter if seat is not None else ""
    canvas.put(_banner(seat, fighter, icon, theme), box.x, box.y)
    ink, middle = team(seat, theme).ink, box.y + box.height / 2
    if task:
        put_task(canvas, task, box.x + left, box.right - _MARGIN, middle, ink)
        return
    notes = [line for part in words.notes(view, say) for line in _note_lines(part)]
    used = 0
    for n, line in enumerate(notes):
        made = lettering(line, "SemiBold", layout.SMALL, ink)
        used = max(used, made.width)
        y = middle + (n - (len(notes) - 1) / 2) * 33
        canvas.put(made, box.right - _MARGIN - made.width, y - made.height / 2)
    room = box.width - left - _MARGIN - used - 20
    line, size = fonts.fit(words.headline(view, say), "Bold", 42, room, layout.SMALL)
    made = lettering(line, "Bold", size, ink)
    canvas.put(made, box.x + left, middle - made.height / 2)


def _note_lines(string: str) -> list[str]:
    return fonts.lines(string, "SemiBold", layout.SMALL, _NOTE)


@lru_cache(32)
def _banner(seat: int | None, fighter: str, icon: str, theme: Theme) -> Sprite:
    width, height = layout.BANNER.width, layout.BANNER.height
    sketch = Sketch(width, height)
    own = team(seat, theme)
    sketch.box(0, 0, width, height, 18, own.fill)
    if icon:
        put_icon(sketch, icon, 48, 46, height / 2, own.ink, own.tint)
    elif seat is not None:
        put_icon(sketch, drawings.FIGHTERS.get(fighter, drawings.UNKNOWN), 52, 46, height / 2, own.ink, own.tint)
    return sketch.sprite()
