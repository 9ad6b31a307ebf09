"""What lies around the board: whose turn it is, and before each seat its hit points, its open hand and its piles."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.monolith.view import MonolithView, SeatView
from render import cards, fonts, lines
from render.banner import put_words
from render.box import Box
from render.canvas import Canvas
from render.icons import put_icon
from render.monolith import drawings, layout, words
from render.monolith.hands import Slots, put_hand
from render.monolith.pen import put_emblem, put_hollow_emblem
from render.palette import Team, Theme, mix
from render.picture import Marks
from render.sprites import Sketch, Sprite

_MOST: Final = 20
"""A Banner's hit points at the start."""
_INFO: Final = 336
"""The width of a wide panel's left part."""


def put_banner(canvas: Canvas, view: MonolithView, theme: Theme, say: Say) -> None:
    """Who is to move, or who has won, in that seat's colour; a battle that goes by itself has none."""
    over = view.phase == "over"
    acting = view.winners if over else words.acting(view)
    seats = acting if len(acting) < len(view.seats) else ()
    icon = ("trophy" if seats else "handshake") if over else "" if acting else "swords"
    left = 84 if over else 84 + 50 * max(0, len(seats) - 1)
    canvas.put(_banner(seats, icon, theme), layout.BANNER.x, layout.BANNER.y)
    headline, subline, ink = words.headline(view, say), words.subline(view, say), _colours(seats, theme).ink
    share = 0.34 if over and len(seats) > 1 else 0.44
    put_words(canvas, layout.BANNER, headline, subline, left, ink, share=share, largest=38)


def _colours(seats: tuple[int, ...], theme: Theme) -> Team:
    if not seats:
        return Team(fill=theme.muted, rim=theme.text, ink=theme.background, tint=theme.text)
    return theme.seats[seats[0]]


@lru_cache(32)
def _banner(seats: tuple[int, ...], icon: str, theme: Theme) -> Sprite:
    width, height = layout.BANNER.width, layout.BANNER.height
    sketch = Sketch(width, height)
    team = _colours(seats, theme)
    sketch.box(0, 0, width, height, 18, team.fill)
    if icon:
        put_icon(sketch, icon, 48, 46, height / 2, team.ink, team.tint)
        return sketch.sprite()
    for n, seat in enumerate(seats):
        x = 46 + 50 * n
        if n:
            own = theme.seats[seat]
            put_emblem(sketch, seat, x, height / 2, 25, own.rim)
            put_emblem(sketch, seat, x, height / 2, 21, own.fill)
        else:
            put_hollow_emblem(sketch, seat, x, height / 2, 21, team.ink, team.fill)
    return sketch.sprite()


def put_seats(canvas: Canvas, view: MonolithView, theme: Theme, say: Say, marks: Marks, bottom: int) -> None:
    """A panel for each seat: enemies above, `bottom` and its ally below."""
    upper, lower = layout.sides(view, bottom)
    plan = layout.plan(len(upper), len(lower))
    for seats, boxes, strip in ((upper, plan.upper, plan.strips[0]), (lower, plan.lower, plan.strips[1])):
        for seat, box in zip(seats, boxes, strict=True):
            _put_seat(canvas, view, view.seats[seat], box, theme, say, marks, alone=strip is None)
        if strip:
            points, left = view.hit_points[view.seats[seats[0]].team], 36 * len(seats) + 16
            canvas.put(_emblems(seats, theme), strip.x + 4, strip.y)
            canvas.put(_points(seats, points, strip.width - left, theme), strip.x + left, strip.y + 4)


def _put_seat(
    canvas: Canvas,
    view: MonolithView,
    seat: SeatView,
    box: Box,
    theme: Theme,
    say: Say,
    marks: Marks,
    *,
    alone: bool,
) -> None:
    acting = seat.seat in words.acting(view)
    monolith = seat.monolith if view.with_monoliths else "none"
    name = say(words.who(seat))
    canvas.put(_frame(seat.seat, acting, box.width, box.height, theme), box.x, box.y)
    if alone:
        canvas.put(_title(seat.seat, name, acting, _INFO, 52, theme), box.x, box.y)
        canvas.put(_points((seat.seat,), view.hit_points[seat.team], _INFO - 32, theme), box.x + 16, box.y + 66)
        canvas.put(_counts(seat.pile, len(seat.discards), monolith, 28, theme), box.x + 18, box.y + 113)
        slots = Slots(box.x + _INFO + 14, box.y + 8, box.width - _INFO - 24, box.height - 16)
    else:
        canvas.put(_title(seat.seat, name, acting, box.width - 196, 42, theme), box.x, box.y)
        canvas.put(_counts(seat.pile, len(seat.discards), monolith, 22, theme), box.x + box.width - 184, box.y + 8)
        slots = Slots(box.x + 8, box.y + 44, box.width - 16, box.height - 52)
    put_hand(canvas, seat, slots, 6 if view.tactical else 3, theme, say, marks, acting=acting)


@lru_cache(32)
def _frame(seat: int, acting: bool, width: int, height: int, theme: Theme) -> Sprite:
    sketch = Sketch(width, height)
    fill = theme.seats[seat].fill
    cards.frame(sketch, theme.card, fill if acting else mix(fill, theme.card, 0.45), line=4 if acting else 3)
    return sketch.sprite()


@lru_cache(64)
def _title(seat: int, name: str, acting: bool, width: int, height: int, theme: Theme) -> Sprite:
    """The emblem and the faction; on the owner's colour when the seat is to move."""
    sketch = Sketch(width, height)
    team = theme.seats[seat]
    ink, inner = (team.ink, team.fill) if acting else (theme.text, theme.card)
    if acting:
        sketch.box(0, 0, width, height, 14, team.fill)
        sketch.box(0, 14, 20, height - 14, 0, team.fill)
    middle = height / 2
    put_hollow_emblem(sketch, seat, 30, middle, 13, ink if acting else team.fill, inner)
    found, size = lines.fitted(name, "Bold", (26, 18), width - 66)
    for n, line in enumerate(found):
        lines.put_left(sketch, line, "Bold", size, 54, middle + (n - (len(found) - 1) / 2) * size * 1.05, ink)
    return sketch.sprite()


@lru_cache(256)
def _points(seats: tuple[int, ...], points: int, width: int, theme: Theme) -> Sprite:
    """A heart, the number, and a bar of twenty; allies share it half and half."""
    sketch = Sketch(width, 32)
    team = theme.seats[seats[0]]
    put_icon(sketch, drawings.HEART, 28, 14, 16, theme.text, team.fill)
    sketch.words(str(points), "Bold", 30, 52, 16, theme.text)
    left, step = 78, (width - 78) / _MOST
    for n in range(_MOST):
        at = left + n * step
        if n >= points:
            sketch.box(at, 4, step - 3, 24, 3, theme.groove)
            sketch.box(at + 2, 6, step - 7, 20, 2, theme.card)
            continue
        sketch.box(at, 4, step - 3, 24, 3, team.fill)
        for other in seats[1:]:
            sketch.box(at, 16, step - 3, 12, 3, theme.seats[other].fill)
    return sketch.sprite()


@lru_cache(512)
def _counts(pile: int, discards: int, monolith: str, size: int, theme: Theme) -> Sprite:
    """How many tokens lie in the pile and in the discards, and how the monolith stands."""
    height, step = size + 6, round(size * 2.9)
    sketch = Sketch(3 * step, height)
    for n, (drawing, count) in enumerate(((drawings.PILE, pile), (drawings.DISCARDS, discards))):
        at = n * step
        put_icon(sketch, drawing, size, at + size / 2, height / 2, theme.muted, theme.card)
        half = fonts.width(str(count), "SemiBold", size - 2) / 2
        sketch.words(str(count), "SemiBold", size - 2, at + size + 6 + half, height / 2, theme.text)
    if monolith != "none":
        drawing = drawings.STACK if monolith == "folded" else drawings.OBELISK
        put_icon(sketch, drawing, size + 2, 2 * step + size / 2 + 2, height / 2, theme.muted, theme.card)
    return sketch.sprite()


@lru_cache(16)
def _emblems(seats: tuple[int, ...], theme: Theme) -> Sprite:
    sketch = Sketch(36 * len(seats), layout.STRIP[1])
    for n, seat in enumerate(seats):
        put_emblem(sketch, seat, 18 + 36 * n, sketch.height / 2, 13, theme.seats[seat].fill)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each kind of panel, for the palette."""
    made: list[Sprite] = []
    for seat in range(4):
        acting = seat % 2 == 0
        made.append(_frame(seat, acting, 300, 50, theme))
        made.append(_title(seat, "Abcdef", acting, 300, 50, theme))
    return [
        *made,
        _points((0, 2), 13, 500, theme),
        _points((1, 3), 17, 500, theme),
        _counts(12, 8, "folded", 28, theme),
    ]
