"""The panels around the board: the banner, and each side's name and characters in its two corners."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say
from engine.leaders.view import LeadersView
from render import card_rows
from render.banner import put_task
from render.image import fonts
from render.image.canvas import Canvas
from render.image.icons import put_icon
from render.image.sprites import Point, Sketch, Sprite
from render.image.sprites import words as lettering
from render.image.text_fitting import put_left
from render.leaders import words
from render.leaders.figures import SHAPES, faded, put_tick, put_token
from render.leaders.rows import LEAST
from render.leaders.spots import put_alarm
from render.palette import Colour, Team, Theme, mix

_EDGE: Final = 24
_BANNER: Final = (952, 72)
_BANNER_AT: Final[Point] = (_EDGE, 14)
SPARE: Final = ((0, 90),)
"""The rows of the banner."""
_HEIGHT: Final = 48
_STEP: Final = 54
_TOP: Final = 96
"""Upper edge of the first row.

The last row ends as far above the lower edge as the banner begins below the upper one.
"""
_LOW: Final = 938
_WIDTHS: Final = (306, 306, 212)
"""Widths of a corner's rows, from the outermost to the one next to the board."""


class Slot:
    """A slot in a side's left or right corner, counted in rows from the outermost."""

    def __init__(self, row: int, *, right: bool) -> None:
        self.row, self.width = row, _WIDTHS[row]
        self.x = 1000 - _EDGE - self.width if right else _EDGE

    def y(self, side: int, bottom: int) -> int:
        return _LOW - self.row * _STEP if side == bottom else _TOP + self.row * _STEP


_NAME: Final = Slot(2, right=False)
_CARDS: Final = (
    Slot(2, right=True),
    Slot(0, right=False),
    Slot(0, right=True),
    Slot(1, right=False),
    Slot(1, right=True),
)
"""The slot of the Leader, then those of the cards in the order they came."""


def paint(image: Image.Image, theme: Theme) -> None:
    """Paint the empty slots of the cards."""
    for slot in _CARDS:
        empty = card_rows.dotted(slot.width, _HEIGHT, theme.groove)
        for side in (0, 1):
            empty.paste(image, slot.x, slot.y(side, 0))


def put_banner(canvas: Canvas, view: LeadersView, theme: Theme, say: Say, task: str) -> None:
    """Draw the banner: the side to move or the winner, in that side's color."""
    over = view.phase == "over"
    acting = view.winners if over else view.to_move or (view.turn,)
    side = acting[0] if len(acting) == 1 else None
    x, y = _BANNER_AT
    width, middle = _BANNER[0], y + _BANNER[1] / 2
    canvas.put(_banner(side, over, theme), x, y)
    ink = _colours(side, theme).ink
    if task:
        put_task(canvas, task, x + 84, x + width - 26, middle, ink)
        return
    room = width - 86 - 28
    headline, size = fonts.fit(words.headline(view, say), "Bold", 40, round(room * 0.55), LEAST)
    big = lettering(headline, "Bold", size, ink)
    canvas.put(big, x + 84, middle - big.height / 2)
    subline, size = fonts.fit(words.subline(view, say), "SemiBold", 30, room - big.width - 20, LEAST)
    small = lettering(subline, "SemiBold", size, ink)
    canvas.put(small, x + width - 26 - small.width, middle - small.height / 2)


def _colours(side: int | None, theme: Theme) -> Team:
    if side is None:
        return Team(fill=theme.muted, rim=theme.text, ink=theme.background, tint=theme.text)
    return theme.teams[side]


@lru_cache(32)
def _banner(side: int | None, over: bool, theme: Theme) -> Sprite:
    width, height = _BANNER
    sketch = Sketch(width, height)
    team = _colours(side, theme)
    sketch.box(0, 0, width, height, 18, team.fill)
    if over:
        put_icon(sketch, "handshake" if side is None else "trophy", 48, 46, height / 2, team.ink, team.tint)
    elif side is not None:
        _put_emblem(sketch, side, 46, height / 2, 22, team.ink, team.fill)
    return sketch.sprite()


def _put_emblem(sketch: Sketch, side: int, x: float, y: float, r: float, colour: Colour, inner: Colour) -> None:
    """A side's shape as an outline."""
    sketch.shape(SHAPES[side], x, y, r, colour)
    sketch.shape(SHAPES[side], x, y, r * 0.62, inner)


def put_teams(canvas: Canvas, view: LeadersView, theme: Theme, say: Say, bottom: int) -> None:
    """Each side's name and characters in its corners."""
    for side in (0, 1):
        to_move = view.phase != "over" and side in (view.to_move or (view.turn,))
        canvas.put(_name_plate(side, to_move, say(words.SIDES[side]), theme), _NAME.x, _NAME.y(side, bottom))
        for card, slot in zip(view.teams[side], _CARDS, strict=False):
            figures = words.figures(card)
            spent = side == view.turn and view.phase != "over" and all(f in view.acted for f in figures)
            danger = card == "leader" and side in view.in_danger
            name = say(words.IN_DANGER if danger else words.CARDS[card])
            made = _card(card, side, spent, danger, name, slot.width, theme)
            canvas.put(made, slot.x, slot.y(side, bottom))


@lru_cache(32)
def _name_plate(side: int, to_move: bool, name: str, theme: Theme) -> Sprite:
    sketch = Sketch(_NAME.width, _HEIGHT)
    team = theme.teams[side]
    if to_move:
        card_rows.frame(sketch, team.fill, team.fill)
    ink, inner = (team.ink, team.fill) if to_move else (team.fill, theme.background)
    _put_emblem(sketch, side, 30, _HEIGHT / 2, 16, ink, inner)
    line, size = fonts.fit(name, "Bold", 32, _NAME.width - 58 - 12, LEAST)
    put_left(sketch, line, "Bold", size, 58, _HEIGHT / 2, team.ink if to_move else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _card(card: str, side: int, spent: bool, danger: bool, name: str, width: int, theme: Theme) -> Sprite:
    """The name card of a character: its figure, and its name or that it is in danger."""
    sketch = Sketch(width, _HEIGHT)
    team = theme.teams[side]
    shown = faded(team, theme) if spent else team
    card_rows.frame(sketch, theme.card, mix(team.fill, theme.card, 0.6) if spent else team.fill)
    x, middle = 29.0, _HEIGHT / 2
    for n, figure in enumerate(words.figures(card)):
        x += 26 * n
        put_token(sketch, figure, side, x, middle + 6 * n, 20 - 5 * n, shown)
    left = x + (44 if danger else 28 if len(words.figures(card)) == 1 else 20)
    line, size = fonts.fit(name, "SemiBold", LEAST, round(width - left - 8), LEAST)
    put_left(sketch, line, "SemiBold", size, left, middle, theme.muted if spent and not danger else theme.text)
    if danger:
        put_alarm(sketch, 52, middle, 15, theme)
    if spent:
        put_tick(sketch, 17 if danger else 41, middle + 11, theme, 11)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each kind of card, for the palette."""
    made = [_card("leader", side, spent, spent, "Leader", 212, theme) for side in (0, 1) for spent in (False, True)]
    made += [_name_plate(side, to_move, "Gold", theme) for side in (0, 1) for to_move in (False, True)]
    return made
