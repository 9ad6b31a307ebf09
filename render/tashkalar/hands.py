"""One's own hand, shown to nobody else: beings and legends with their patterns, flares with their two halves."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.tashkalar.view import PRINTED_CARDS, PRINTED_FLARES, SeatView, TashkalarView
from render import cards, fonts, lines
from render.canvas import Canvas
from render.icons import put_icon
from render.palette import Theme, mix
from render.picture import Marks
from render.sprites import LazySprite, Sketch, Sprite
from render.tashkalar import drawings, grids, layout
from render.tashkalar.pieces import put_piece

State = Literal["ready", "target", "chosen"]

_GAP: Final = 10
_FLARE: Final = 1.6
"""How many cards wide a flare is."""
_NEEDS: Final = 36
"""The height of a flare's condition."""
_MOST: Final = 7.5
"""So many cards, by width, lie in a row."""
_WIDEST: Final = 180
BADGE: Final = 32
"""The size of a card's number."""


def own(view: TashkalarView) -> SeatView | None:
    """The seat whose hand is to be shown."""
    if view.seat is None:
        return None
    seat = view.seats[view.seat]
    return seat if seat.hand or seat.flare else None


def rows(view: TashkalarView) -> int:
    seat = own(view)
    return 0 if seat is None else len(_rows(seat))


def _wide(card: str) -> float:
    return _FLARE if card in PRINTED_FLARES else 1.0


def _rows(seat: SeatView) -> list[list[str]]:
    """The hand in as many rows as it needs, about equally long."""
    shown = [*seat.hand, *seat.flare]
    count = max(1, -(-round(sum(map(_wide, shown)) * 10) // round(_MOST * 10)))
    step = -(-len(shown) // count)
    return [shown[n : n + step] for n in range(0, len(shown), step)]


def numbers(view: TashkalarView) -> dict[str, int]:
    """What stands on the badge of each card that could be summoned, in the hand and in the arena."""
    seat = own(view)
    return {card: n for n, card in enumerate(seat.hand, 1)} if seat else {}


def put_hand(canvas: Canvas, view: TashkalarView, theme: Theme, say: Say, marks: Marks, plan: layout.Plan) -> None:
    seat = own(view)
    if seat is None:
        return
    hue, given = view.colours[seat.colour].hue, numbers(view)
    able = {summon.card for summon in view.summons if summon.squares}
    for row, box in zip(_rows(seat), plan.hand, strict=True):
        unit = min(_WIDEST, int((box.width - _GAP * (len(row) - 1)) / sum(map(_wide, row))))
        used = sum(int(unit * _wide(card)) for card in row) + _GAP * (len(row) - 1)
        x = box.x + (box.width - used) // 2
        for card in row:
            width, state = int(unit * _wide(card)), _state(card, marks)
            if card in PRINTED_FLARES:
                flare = PRINTED_FLARES[card]
                made = _flare(card, state, say(flare.name), say(flare.upper), say(flare.lower), width, theme)
            else:
                name = say(PRINTED_CARDS[card].name)
                made = _card(card, state, name, given[card], card in able, hue, width, theme)
            canvas.put(made, x, box.y)
            x += width + _GAP


def _state(card: str, marks: Marks) -> State:
    """Cards are pointed out by their id or by what is typed for them."""
    names = {card, card.rpartition(".")[2].replace("_", "-")}
    return "target" if names & set(marks.targets) else "chosen" if names & set(marks.chosen) else "ready"


def _frame(sketch: Sketch, state: State, theme: Theme) -> None:
    edge = {"target": theme.target, "chosen": theme.chosen}.get(state)
    cards.frame(sketch, theme.card, edge or theme.groove, line=6 if edge else 3)


@lru_cache(1024)
def _card(card: str, state: State, name: str, number: int, able: bool, hue: str, width: int, theme: Theme) -> Sprite:
    return LazySprite(width, layout.HAND, partial(_drawn_card, card, state, name, number, able, hue, width, theme))


@lru_cache(16)
def _drawn_card(
    card: str, state: State, name: str, number: int, able: bool, hue: str, width: int, theme: Theme
) -> Sprite:
    """Number and rank, the name, the pattern."""
    height, printed = layout.HAND, PRINTED_CARDS[card]
    sketch = Sketch(width, height)
    _frame(sketch, state, theme)
    put_badge(sketch, number, able, 8 + BADGE / 2, 8 + BADGE / 2, theme)
    put_piece(sketch, printed.rank, hue, width - 29, 27, 21, theme)
    room = width - 14
    found, size = fonts.wrap(name, "SemiBold", 23, room, 11)
    for n, line in enumerate(found):
        sketch.words(line, "SemiBold", size, width / 2, 68 + (n - (len(found) - 1) / 2) * size * 1.02, theme.text)
    size_of_square = grids.cell(printed, width - 16, height - 102, 36)
    grids.put_pattern(sketch, printed, hue, width / 2, (94 + height - 10) / 2, size_of_square, theme)
    return sketch.sprite()


def put_badge(sketch: Sketch, number: int, able: bool, x: float, y: float, theme: Theme) -> None:
    """A card's number: gold where it can be summoned now."""
    ground = theme.ring if able else mix(theme.muted, theme.card, 0.55)
    ink = theme.badge if able and sum(theme.background) < 384 else theme.on_badge
    half = BADGE / 2
    sketch.box(x - half, y - half, BADGE, BADGE, 9, theme.badge)
    sketch.box(x - half + 2, y - half + 2, BADGE - 4, BADGE - 4, 7, ground)
    sketch.words(str(number), "Bold", 25, x, y, ink)


@lru_cache(32)
def badge(number: int, theme: Theme) -> Sprite:
    """The number of a card on a square where it can be summoned."""
    sketch = Sketch(BADGE, BADGE)
    put_badge(sketch, number, True, BADGE / 2, BADGE / 2, theme)
    return sketch.sprite()


@lru_cache(256)
def _flare(card: str, state: State, name: str, upper: str, lower: str, width: int, theme: Theme) -> Sprite:
    return LazySprite(width, layout.HAND, partial(_drawn_flare, card, state, name, upper, lower, width, theme))


@lru_cache(8)
def _drawn_flare(card: str, state: State, name: str, upper: str, lower: str, width: int, theme: Theme) -> Sprite:
    """Above what counts upgraded pieces, below what counts all of them."""
    height, printed = layout.HAND, PRINTED_FLARES[card]
    sketch = Sketch(width, height)
    _frame(sketch, state, theme)
    put_icon(sketch, drawings.FLARE, 26, 24, 21, theme.text, theme.ring)
    title, size = fonts.fit(name, "SemiBold", 23, width - 52, 12)
    lines.put_left(sketch, title, "SemiBold", size, 42, 21, theme.text)
    halves = ((printed.upper_needs, upper), (printed.lower_needs, lower))
    room, size = height - 44 - 2 * _NEEDS, 20
    while size > 9 and sum(_high(told, size, width - 24) for _, told in halves) > room:
        size -= 1
    spare = max(0.0, room - sum(_high(told, size, width - 24) for _, told in halves)) / 2
    top = 38.0
    for n, (needs, told) in enumerate(halves):
        high = _high(told, size, width - 24) + spare
        sketch.box(12, top, width - 24, 2, 0, theme.groove)
        put_needs(sketch, needs, n == 0, 12, top + 19, 16, theme)
        found, fitted = lines.paragraph(told, (size, 9), width - 24, high)
        lines.put_paragraph(sketch, found, "Medium", fitted, 13, top + _NEEDS - 1 + high / 2, theme.text)
        top += _NEEDS + high
    return sketch.sprite()


def _high(told: str, size: int, room: int) -> float:
    return len(fonts.lines(told, "Medium", size, room)) * size * 1.16 + 1


def put_needs(sketch: Sketch, needs: int, upgraded: bool, x: float, y: float, half: float, theme: Theme) -> None:
    """By how many pieces an opponent must be ahead: upgraded ones, or of any rank."""
    end = lines.put_left(sketch, f"+{needs}", "Bold", round(half * 1.6), x, y, theme.text) + half * 1.2
    for n, rank in enumerate(("heroic", "legendary") if upgraded else ("common", "heroic", "legendary")):
        put_piece(sketch, rank, "", end + n * half * 1.9, y, half, theme)


def specimens(theme: Theme) -> list[Sprite]:
    """A few cards for the palette."""
    made = [
        _card(card, "ready", "Abc", n, n % 2 == 0, hue, 134, theme)
        for n, (card, hue) in enumerate(
            (
                ("imperial.summoner", "blue"),
                ("legends.titan", "red"),
                ("legends.fire_dragon", "yellow"),
                ("sylvan.dryad", "green"),
            )
        )
    ]
    return [*made, _flare("flare_03", "target", "Abc", "Abc def", "Abc def", 220, theme)]
