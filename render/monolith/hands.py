"""Open hands: each token as a small tile with its name, and what a seat has hidden in its monolith."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Final, Literal

from msgspec import Struct

from engine.core.text import Say
from engine.monolith.view import SeatView
from render import cards, fonts
from render.canvas import Canvas
from render.icons import put_icon
from render.monolith import drawings, words
from render.monolith.pen import Pen
from render.monolith.prints import printed, unplaced
from render.monolith.tokens import put_token
from render.palette import Theme
from render.picture import Marks
from render.sprites import LazySprite, Sketch, Sprite

State = Literal["ready", "target", "chosen", "hidden"]

_WIDEST: Final = 190
_NARROW: Final = 110
"""A tile under this width has no room for the word Rune; it shows that it is one."""
_CAPTION: Final = 32


class Slots(Struct, frozen=True):
    """The part of a panel in which a hand lies."""

    x: int
    y: int
    width: int
    height: int


def put_hand(
    canvas: Canvas, seat: SeatView, slots: Slots, capacity: int, theme: Theme, say: Say, marks: Marks, *, acting: bool
) -> None:
    """The hand from the left, hidden tokens after it."""
    shown: list[tuple[str, State]] = [(token, _state(token, marks, acting=acting)) for token in seat.hand]
    shown += [(token, "hidden") for token in seat.hidden]
    count = max(capacity, len(seat.hand)) + len(seat.hidden)
    width = min(_WIDEST, slots.width // count)
    first = max(capacity, len(seat.hand)) - len(seat.hand)
    for n, (token, state) in enumerate(shown):
        at = n if n < len(seat.hand) else n + first
        name = say(words.short_name(token) if width < _NARROW else words.name(token))
        made = tile(token, seat.seat, state, name, width, slots.height, theme)
        canvas.put(made, slots.x + at * width, slots.y)


def _state(token: str, marks: Marks, *, acting: bool) -> State:
    """Tokens are pointed out by their id or, in the hand of who is to move, by what is typed for them."""
    p = printed(token)
    names = {p.id, p.code, f"{p.faction}-{p.name}".replace("_", "-")} if acting else {p.id}
    if names & set(marks.targets):
        return "target"
    return "chosen" if names & set(marks.chosen) else "ready"


@lru_cache(2048)
def tile(token: str, owner: int, state: State, name: str, width: int, height: int, theme: Theme) -> Sprite:
    """A token before its owner: its printed sides, its name below."""
    return LazySprite(width, height, partial(_drawn, token, owner, state, name, width, height, theme))


@lru_cache(32)
def _drawn(token: str, owner: int, state: State, name: str, width: int, height: int, theme: Theme) -> Sprite:
    sketch = Sketch(width, height)
    colour = {"target": theme.target, "chosen": theme.chosen}.get(state)
    if colour:
        cards.frame(sketch, theme.card, colour, line=5, corner=12)
    radius = min((height - _CAPTION - 4) / 2, (width - 6) / math.sqrt(3))
    x, y = width / 2, (height - _CAPTION) / 2 + 1
    pen = Pen(sketch, x, y, radius, theme.seats[owner], theme)
    if printed(token).kind == "order":
        put_order(pen, token)
        pen.emblem(owner, 0, -72, 10, pen.team.fill)
    else:
        put_token(pen, unplaced(token, owner), "", 0)
    if state == "hidden":
        _put_seal(sketch, min(x + radius * 0.75, width - 16), y - radius * 0.6, theme)
    _put_name(sketch, name, x, height - _CAPTION / 2 - 1, width - 8, theme)
    return sketch.sprite()


def _put_name(sketch: Sketch, name: str, x: float, y: float, room: int, theme: Theme) -> None:
    """As large as it fits, in as many lines as then have room."""
    for size in range(18, 6, -1):
        lines = fonts.lines(name, "SemiBold", size, room)
        if len(lines) * size * 1.05 <= _CAPTION and " ".join(lines) == name:
            break
    for n, line in enumerate(lines):
        sketch.words(line, "SemiBold", size, x, y + (n - (len(lines) - 1) / 2) * size * 1.02, theme.text)


def put_order(pen: Pen, token: str) -> None:
    """An order never stands on the board: an empty tile with a bright rim."""
    theme = pen.theme
    pen.hexagon(100, pen.team.fill)
    pen.hexagon(90, theme.background)
    pen.icon(drawings.TOKENS[printed(token).name], 86, 0, 4, theme.text, theme.groove)


def _put_seal(sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    """It lies hidden in a monolith."""
    sketch.disc(x, y, 15, theme.badge)
    put_icon(sketch, drawings.OBELISK, 20, x, y, theme.on_badge, theme.on_badge)


def specimens(theme: Theme) -> list[Sprite]:
    """A few tiles for the palette."""
    tokens = ("dragon_empire.knight", "lords_of_the_abyss.horror", "guardians_of_the_realm.order_push")
    made = [tile(token, owner, "ready", "Abc", 100, 142, theme) for token in tokens for owner in range(4)]
    return [
        *made,
        tile(tokens[0], 0, "target", "Abc", 100, 142, theme),
        tile(tokens[0], 1, "chosen", "A", 100, 142, theme),
    ]
