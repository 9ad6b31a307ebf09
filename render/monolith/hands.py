"""Tokens that lie beside the board: in rows with what they do in words, or side by side with their names."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from msgspec import Struct

from engine.core.text import Say
from render import cards, fonts, lines
from render.monolith import drawings, explain, words
from render.monolith.panels import broken
from render.monolith.pen import LEAST, Pen
from render.monolith.prints import printed, unplaced
from render.monolith.tokens import put_token
from render.palette import Theme
from render.picture import Marks
from render.sprites import LazySprite, Sketch, Sprite

State = Literal["ready", "target", "chosen"]

ROW: Final = (952, 152)
"""A token with what it does in words."""
CELL: Final = (312, 100)
"""A token with its name."""
_INDENT: Final = 164
_MOST: Final = 3
"""Lines of words beside a token."""


class Lying(Struct, frozen=True):
    """A token that lies beside the board."""

    token: str
    owner: int
    state: State = "ready"


def state(token: str, marks: Marks, *, acting: bool) -> State:
    """Tokens are pointed out by their id or, in the hand of who is to move, by what is typed for them."""
    p = printed(token)
    names = {p.id, p.code, f"{p.faction}-{p.name}".replace("_", "-")} if acting else {p.id}
    codes = marks.question.codes if marks.question else ()
    if names & {*marks.targets, *(codes if acting else ())}:
        return "target"
    return "chosen" if names & set(marks.chosen) else "ready"


def row(lying: Lying, theme: Theme, say: Say) -> Sprite:
    """A token, its name and what it does."""
    told = tuple(explain.sentences(printed(lying.token), say))
    return _row(lying, say(words.name(lying.token)), told, theme)


@lru_cache(1024)
def _row(lying: Lying, name: str, told: tuple[str, ...], theme: Theme) -> Sprite:
    return LazySprite(*ROW, partial(_drawn_row, lying, name, told, theme))


@lru_cache(32)
def _drawn_row(lying: Lying, name: str, told: tuple[str, ...], theme: Theme) -> Sprite:
    width, height = ROW
    sketch = Sketch(width, height)
    _put_frame(sketch, lying, theme)
    _put_tile(sketch, lying, 84, height / 2, 68, theme)
    room = width - _INDENT - 20
    found, size = _paragraph(told, room)
    step = 34 if len(found) > 2 else 38
    top = height / 2 - len(found) / 2 * step
    lines.put_left(sketch, *_in_line(name, room), _INDENT, top, theme.text)
    for n, line in enumerate(found):
        lines.put_left(sketch, line, "Medium", size, _INDENT, top + (n + 1) * step, theme.text)
    return sketch.sprite()


def _in_line(name: str, room: int) -> tuple[str, fonts.Weight, int]:
    shown, size = fonts.fit(name, "Bold", 32, room, 10)
    return shown, "Bold", size


def _paragraph(told: tuple[str, ...], room: int) -> tuple[list[str], int]:
    """The longest of the texts that has room; if none has, the shortest, smaller."""
    for one in told:
        found = fonts.lines(one, "Medium", LEAST, room)
        if len(found) <= _MOST and " ".join(found) == one:
            return found, LEAST
    return broken(told[-1], "Medium", LEAST, room, _MOST)


def cell(lying: Lying, theme: Theme, say: Say) -> Sprite:
    """A token and its name."""
    return _cell(lying, say(words.name(lying.token)), theme)


@lru_cache(1024)
def _cell(lying: Lying, name: str, theme: Theme) -> Sprite:
    return LazySprite(*CELL, partial(_drawn_cell, lying, name, theme))


@lru_cache(64)
def _drawn_cell(lying: Lying, name: str, theme: Theme) -> Sprite:
    width, height = CELL
    sketch = Sketch(width, height)
    _put_frame(sketch, lying, theme)
    _put_tile(sketch, lying, 52, height / 2, 45, theme)
    found, size = broken(name, "SemiBold", LEAST, width - 112, 3)
    for n, line in enumerate(found):
        y = height / 2 + (n - (len(found) - 1) / 2) * size * 1.08
        lines.put_left(sketch, line, "SemiBold", size, 102, y, theme.text)
    return sketch.sprite()


def _put_frame(sketch: Sketch, lying: Lying, theme: Theme) -> None:
    edge = {"target": theme.target, "chosen": theme.chosen}.get(lying.state)
    cards.frame(sketch, theme.card, edge or theme.card, line=6, corner=16)


def _put_tile(sketch: Sketch, lying: Lying, x: float, y: float, radius: float, theme: Theme) -> None:
    pen = Pen(sketch, x, y, radius, theme.seats[lying.owner], theme)
    if printed(lying.token).kind == "order":
        put_order(pen, lying.token)
        pen.emblem(lying.owner, 0, -72, 10, pen.team.fill)
    else:
        put_token(pen, unplaced(lying.token, lying.owner), 20)


def put_order(pen: Pen, token: str) -> None:
    """An order never stands on the board: an empty tile with a bright rim."""
    theme = pen.theme
    pen.hexagon(100, pen.team.fill)
    pen.hexagon(90, theme.background)
    pen.icon(drawings.TOKENS[printed(token).name], 86, 0, 4, theme.text, theme.groove)


def specimens(theme: Theme) -> list[Sprite]:
    """A few tiles for the palette."""
    tokens = ("dragon_empire.knight", "lords_of_the_abyss.horror", "guardians_of_the_realm.order_push")
    made = [_cell(Lying(token, owner), "Abc", theme) for token in tokens for owner in range(4)]
    return [*made, *(_cell(Lying(tokens[0], 0, how), "Abc", theme) for how in ("target", "chosen"))]
