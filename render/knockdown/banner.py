"""Whose turn it is, or who has won; and between arena and row the piles, the distance and the last dice."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import KnockdownView, RollView
from render import fonts, lines
from render.banner import put_words
from render.box import Box
from render.canvas import Canvas
from render.icons import Drawing, put_icon
from render.knockdown import drawings, layout, signs, words
from render.knockdown.figures import SHAPES
from render.knockdown.hues import team
from render.palette import Colour, Theme
from render.sprites import LazySprite, Sketch, Sprite

_TITLE: Final = (228, 56)
_PILE: Final = (104, 56)
_DICE: Final = (400, 56)


def put_banner(canvas: Canvas, view: KnockdownView, theme: Theme, say: Say) -> None:
    over, seats = view.phase == "over", words.acting(view)
    seat = seats[0] if len(seats) == 1 else None
    icon = ("handshake" if seat is None else "trophy") if over else ""
    left = 26 if seat is None and not over else 84
    fighter = view.seats[seat].fighter if seat is not None else ""
    canvas.put(_banner(seat, fighter, icon, theme), layout.BANNER.x, layout.BANNER.y)
    subline = words.subline(view, say) or " "
    put_words(canvas, layout.BANNER, words.headline(view, say), subline, left, team(seat, theme).ink)


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


def put_strip(canvas: Canvas, view: KnockdownView, theme: Theme, say: Say, box: Box) -> None:
    """What the open cards are, how many lie beside them, how far apart the fighters stand, the last test."""
    title = {"fighters": words.FIGHTERS, "skills": words.SKILLS}.get(view.phase, words.ROW)
    y = box.y + 2
    canvas.put(_title(say(title), theme), box.x, y)
    piles: list[tuple[Drawing, int]] = []
    if view.phase not in ("fighters", "skills"):
        piles += [(drawings.DECK, view.deck), (drawings.DISCARDS, len(view.discards))]
        piles += [(drawings.DISTANCE, _distance(view))]
    for n, (drawing, count) in enumerate(piles):
        canvas.put(_pile(drawing, count, theme), box.x + 232 + n * 106, y)
    if view.roll:
        canvas.put(_dice(view.roll, theme), box.x + box.width - _DICE[0], y)


def _distance(view: KnockdownView) -> int:
    one, two = (seat.at for seat in view.seats)
    return abs(int(one[1:]) - int(two[1:])) + (one[0] != two[0])


@lru_cache(32)
def _title(name: str, theme: Theme) -> Sprite:
    width, height = _TITLE
    sketch = Sketch(width, height)
    found, size = lines.fitted(name, "Bold", (34, 24), width - 8)
    for n, line in enumerate(found):
        lines.put_left(sketch, line, "Bold", size, 2, height / 2 + (n - (len(found) - 1) / 2) * size, theme.text)
    return sketch.sprite()


@lru_cache(256)
def _pile(drawing: Drawing, count: int, theme: Theme) -> Sprite:
    width, height = _PILE
    sketch = Sketch(width, height)
    put_icon(sketch, drawing, 38, 22, height / 2, theme.muted, theme.card)
    lines.put_left(sketch, str(count), "Bold", 36, 48, height / 2, theme.text)
    return sketch.sprite()


@lru_cache(1024)
def _dice(roll: RollView, theme: Theme) -> Sprite:
    return LazySprite(*_DICE, partial(_drawn_dice, roll, theme))


@lru_cache(8)
def _drawn_dice(roll: RollView, theme: Theme) -> Sprite:
    """Whose test it was, the dice, what had to be reached, and whether it was."""
    width, height = _DICE
    sketch = Sketch(width, height)
    y, own = height / 2, theme.teams[roll.seat]
    told = f"{sum(roll.dice) + roll.bonus}"
    sign = "≥" if roll.passed else "<"
    tail = f"{sign} {roll.total}"
    bonus = f"{roll.bonus:+d}".replace("-", "−") if roll.bonus else ""
    right = width - 22.0
    sketch.disc(right, y, 20, theme.badge)
    sketch.disc(right, y, 18, theme.on_badge)
    put_icon(sketch, drawings.TICK if roll.passed else drawings.CROSS, 28, right, y, theme.badge, theme.badge)
    right -= 34
    right = _put_right(sketch, tail, 32, right, theme.muted) - 10
    right = _put_right(sketch, told, 40, right, theme.text) - 10
    if bonus:
        right = _put_right(sketch, bonus, 28, right, theme.muted) - 6
    for value in reversed(roll.dice):
        signs.put_die(sketch, value, right - 22, y, 21, theme)
        right -= 47
    sketch.shape(SHAPES[roll.seat], right - 20, y, 16, own.rim)
    sketch.shape(SHAPES[roll.seat], right - 20, y, 13, own.fill)
    return sketch.sprite()


def _put_right(sketch: Sketch, string: str, size: int, right: float, ink: Colour) -> float:
    """A line of words that ends at the point, and where it begins."""
    left = right - fonts.width(string, "Bold", size)
    lines.put_left(sketch, string, "Bold", size, left, sketch.height / 2, ink)
    return left


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    return [
        _dice(RollView(0, (1, 4, 6), 1, 9, True), theme),
        _dice(RollView(1, (2, 3, 5), 0, 14, False), theme),
        _pile(drawings.DECK, 12, theme),
    ]
