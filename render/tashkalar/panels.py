"""Before each colour: its points, the pieces it has left, and the cards of its seats by number only."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.tashkalar.view import PRINTED_TASKS, ColourView, SeatView, TashkalarView
from render import cards, lines
from render.box import Box
from render.canvas import Canvas
from render.icons import put_icon
from render.palette import Theme, mix
from render.sprites import Sketch, Sprite
from render.tashkalar import drawings, layout, words
from render.tashkalar.hues import put_emblem, team
from render.tashkalar.pieces import put_piece, put_shape

_TITLE: Final = (300, 52)
_SMALL: Final = (250, 46)


def put_panels(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, bottom: int, plan: layout.Plan) -> None:
    """A panel for each colour: the others above, one's own below."""
    upper, lower = layout.sides(view, bottom)
    for colours, boxes in ((upper, plan.upper), (lower, plan.lower)):
        for colour, box in zip(colours, boxes, strict=True):
            _put_panel(canvas, view, view.colours[colour], box, theme, say)


def _put_panel(canvas: Canvas, view: TashkalarView, colour: ColourView, box: Box, theme: Theme, say: Say) -> None:
    acting = colour.colour in words.acting(view)
    name = say(words.side(view, colour.colour))
    canvas.put(_frame(colour.hue, acting, box.width, box.height, theme), box.x, box.y)
    stock = _stock(colour.hue, *_pieces_left(colour), theme)
    if len(view.colours) > 2 and box.width < layout.ROOM:
        canvas.put(_title(colour.hue, name, acting, *_SMALL, theme), box.x, box.y)
        canvas.put(stock, box.x + 252, box.y + 4)
        canvas.put(_rivals(*_rivalry(view, colour), box.width - 24, theme), box.x + 12, box.y + 50)
        canvas.put(_counts(_numbers(view, colour), box.width - 24, theme), box.x + 14, box.y + 106)
        return
    canvas.put(_title(colour.hue, name, acting, *_TITLE, theme), box.x, box.y)
    canvas.put(stock, box.x + 14, box.y + 57)
    if view.form == "melee":
        canvas.put(_rivals(*_rivalry(view, colour), 330, theme), box.x + 306, box.y + 26)
    else:
        kinds = tuple((PRINTED_TASKS[task].type, PRINTED_TASKS[task].points) for task in colour.tasks)
        canvas.put(_points(colour.hue, colour.points, view.goal, kinds, theme), box.x + 308, box.y + 4)
    canvas.put(_counts(_numbers(view, colour), 290, theme), box.x + box.width - 300, box.y + 8)


def _pieces_left(colour: ColourView) -> tuple[int, int, int, int]:
    return colour.doubles, colour.doubles_of, colour.legendaries, colour.legendaries_of


def _numbers(view: TashkalarView, colour: ColourView) -> tuple[tuple[str, bool, int, int, int, int], ...]:
    """By seat: its letter where two play a colour, whether it decides, and its numbers of cards."""

    def row(seat: SeatView) -> tuple[str, bool, int, int, int, int]:
        decides = view.phase != "over" and seat.seat == view.control
        return "ABCD"[seat.seat] * view.teams, decides, seat.beings, seat.legends, seat.flares, seat.pile

    return tuple(row(view.seats[seat]) for seat in colour.seats)


def _rivalry(view: TashkalarView, colour: ColourView) -> tuple[tuple[tuple[str, int, bool], ...], int]:
    """Against each other colour: its hue, the points, and whether the improvised summoning is still there."""
    others = [other for other in view.colours if other.colour != colour.colour]
    points = colour.by_colour or (0,) * len(view.colours)
    shown = [(o.hue, points[o.colour], o.colour not in colour.improvised) for o in others]
    return tuple(shown), view.goal


@lru_cache(32)
def _frame(hue: str, acting: bool, width: int, height: int, theme: Theme) -> Sprite:
    sketch = Sketch(width, height)
    fill = team(hue, theme).fill
    cards.frame(sketch, theme.card, fill if acting else mix(fill, theme.card, 0.45), line=5 if acting else 3)
    return sketch.sprite()


@lru_cache(64)
def _title(hue: str, name: str, acting: bool, width: int, height: int, theme: Theme) -> Sprite:
    """The emblem and the name; on the owner's colour when it is to move."""
    sketch = Sketch(width, height)
    own = team(hue, theme)
    if acting:
        sketch.box(0, 0, width, height, 14, own.fill)
        sketch.box(0, 14, 20, height - 14, 0, own.fill)
        put_emblem(sketch, hue, 32, height / 2, 13, own.ink)
    else:
        sketch.disc(32, height / 2, 19, own.rim)
        sketch.disc(32, height / 2, 17, own.fill)
        put_emblem(sketch, hue, 32, height / 2, 9, own.ink)
    found, size = lines.fitted(name, "Bold", (30, 20), width - 70)
    for n, line in enumerate(found):
        y = height / 2 + (n - (len(found) - 1) / 2) * size * 1.05
        lines.put_left(sketch, line, "Bold", size, 60, y, own.ink if acting else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _stock(hue: str, doubles: int, doubles_of: int, legends: int, legends_of: int, theme: Theme) -> Sprite:
    """The pieces that are not in the arena."""
    sketch = Sketch(200, 40)
    x = 18.0
    for rank, left, out_of in (("heroic", doubles, doubles_of), ("legendary", legends, legends_of)):
        put_piece(sketch, "common" if rank == "heroic" else rank, hue, x, 20, 21 if rank == "heroic" else 17, theme)
        end = lines.put_left(sketch, str(left), "Bold", 28, x + 21, 20, theme.text if left else theme.muted)
        end = lines.put_left(sketch, f"/{out_of}", "SemiBold", 21, end + 2, 22, theme.muted)
        x = end + 32
    return sketch.sprite()


@lru_cache(512)
def _points(hue: str, points: int, goal: int, tasks: tuple[tuple[str, int], ...], theme: Theme) -> Sprite:
    """The number, a row of pips up to the goal, and in High Form the tasks that were claimed."""
    sketch = Sketch(340, 96)
    own = team(hue, theme)
    end = lines.put_left(sketch, str(points), "Bold", 52, 4, 48, theme.text)
    lines.put_left(sketch, f"/{goal}", "SemiBold", 25, end + 2, 57, theme.muted)
    columns, left = 9, 118
    rows = -(-goal // columns)
    for n in range(goal):
        x = left + n % columns * 23.5
        y = (28.0 if tasks else 48.0) + (n // columns - (rows - 1) / 2) * 30
        sketch.box(x, y - 11, 20, 22, 5, own.fill if n < points else theme.groove)
        if n < points:
            put_emblem(sketch, hue, x + 10, y, 5, own.ink)
        else:
            sketch.box(x + 2, y - 9, 16, 18, 4, theme.card)
    step = min(52.0, 212 / max(1, len(tasks)))
    for n, (kind, worth) in enumerate(tasks):
        put_icon(sketch, drawings.TYPES[kind], 24, left + 12 + n * step, 70, theme.text, theme.groove)
        if step > 38:
            lines.put_left(sketch, str(worth), "Bold", 22, left + 27 + n * step, 70, theme.text)
    return sketch.sprite()


@lru_cache(512)
def _rivals(rivals: tuple[tuple[str, int, bool], ...], goal: int, width: int, theme: Theme) -> Sprite:
    """Points against each other colour, the lowest framed; a wand where improvised summoning is still to be had."""
    sketch = Sketch(width, 52)
    lowest = min(points for _, points, _ in rivals)
    step = (width + 8) / len(rivals)
    for n, (hue, points, improvised) in enumerate(rivals):
        own, x, room = team(hue, theme), n * step, step - 8
        low = points == lowest
        sketch.box(x, 0, room, 52, 12, theme.ring if low else theme.groove)
        edge = 4 if low else 2
        sketch.box(x + edge, edge, room - 2 * edge, 52 - 2 * edge, 12 - edge, theme.background if low else theme.card)
        put_shape(sketch, "common", x + 30, 26, 28, own.rim)
        put_shape(sketch, "common", x + 30, 26, 25, own.fill)
        put_emblem(sketch, hue, x + 30, 26, 8.5, own.ink)
        end = lines.put_left(sketch, str(points), "Bold", 34 if low else 30, x + 55, 26, theme.text)
        if room > 150:
            lines.put_left(sketch, f"/{goal}", "SemiBold", 21, end + 2, 30, theme.muted)
        _put_wand(sketch, x + room - 24, improvised, theme)
    return sketch.sprite()


def _put_wand(sketch: Sketch, x: float, left: bool, theme: Theme) -> None:
    colour = theme.text if left else mix(theme.muted, theme.card, 0.35)
    put_icon(sketch, drawings.IMPROVISED, 26, x, 26, colour, theme.card)
    if not left:
        sketch.line(((x - 13, 39), (x + 13, 13)), 6, theme.card)
        sketch.line(((x - 13, 39), (x + 13, 13)), 3, theme.muted)


@lru_cache(512)
def _counts(rows: tuple[tuple[str, bool, int, int, int, int], ...], width: int, theme: Theme) -> Sprite:
    """Beings, legends and flares in hand, and the pile: in a row for each of two partners, in two rows for one seat."""
    wide = width > 400
    height = 38 if wide else 88
    sketch = Sketch(width, height)
    icons = (drawings.BEING, drawings.LEGEND, drawings.FLARE, drawings.PILE)
    for n, (letter, decides, *numbers) in enumerate(rows):
        first = 44 if letter else 0
        if letter:
            y = height / 2 + (n - (len(rows) - 1) / 2) * 42
            sketch.disc(20, y, 17, theme.text if decides else theme.groove)
            sketch.words(letter, "Bold", 24, 20, y, theme.card if decides else theme.text)
        for m, (icon, number) in enumerate(zip(icons, numbers, strict=True)):
            if letter or wide:
                step = (width - first) / 4
                x = first + m * step
                y = height / 2 + (n - (len(rows) - 1) / 2) * 42
                size = 26 if letter else 30
            else:
                x, y, size = 30 + m % 2 * 140, 24 + m // 2 * 44, 34
            put_icon(sketch, icon, size, x + size / 2, y, theme.muted, theme.card)
            ink = theme.text if number else theme.muted
            lines.put_left(sketch, str(number), "Bold", size - 3, x + size + 7, y, ink)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each kind of panel, for the palette."""
    made: list[Sprite] = []
    for n, hue in enumerate(("blue", "red", "yellow", "green", "")):
        made.append(_frame(hue, n % 2 == 0, 300, 60, theme))
        made.append(_title(hue, "Abcdef", n % 2 == 0, *_TITLE, theme))
        made.append(_points(hue, 5, 9, (("destruction", 2), ("summoning", 1)), theme))
    rivals = (("blue", 3, True), ("green", 1, False), ("yellow", 2, True))
    return [*made, _rivals(rivals, 10, 450, theme), _counts((("", True, 3, 2, 1, 12),), 290, theme)]
