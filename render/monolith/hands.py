"""Tiles that lie beside the board: in rows with what they do in words, or side by side with their names."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct

from engine.core.text import Say
from engine.monolith.data.components import abilities, signs
from engine.monolith.data.content import Kind, kind_of
from engine.monolith.view import unplaced
from render import card_rows
from render.image import fonts, text_fitting
from render.image.sprites import Group, Sketch, Sprite, group
from render.image.sprites import words as lettering
from render.monolith import drawings, words
from render.monolith.panels import broken
from render.monolith.pen import LEAST, Pen, put_emblem
from render.monolith.tokens import small
from render.palette import Theme
from render.picture import Marks

State = Literal["ready", "target", "chosen"]

ROW: Final = (952, 146)
"""A tile with what it does in words."""
CELL: Final = (312, 100)
"""A tile with its name."""
HEADING: Final = (952, 36)
"""What lies below, and whose it is."""
_EDGE: Final = 6
_CORNER: Final = 16
_INDENT: Final = 164
_MOST: Final = 3
"""Lines of words beside a tile."""


class Lying(Struct, frozen=True):
    """A tile that lies beside the board."""

    token: str
    owner: int
    state: State = "ready"


def state(token: str, marks: Marks, *, acting: bool) -> State:
    """Tiles are pointed out by their id or, in the hand of who is to move, by what is typed for them."""
    kind = kind_of(token)
    names = {kind.id, kind.code, kind.id.replace(".", "-").replace("_", "-")} if acting else {kind.id}
    codes = marks.question.codes if marks.question else ()
    if names & {*marks.targets, *(codes if acting else ())}:
        return "target"
    return "chosen" if names & set(marks.chosen) else "ready"


@lru_cache(128)
def heading(title: str, owner: int | None, theme: Theme) -> Sprite:
    """What lies below, in the shape and color of the seat whose it is."""
    sketch = Sketch(*HEADING)
    x, y = 6.0, HEADING[1] / 2
    if owner is not None:
        put_emblem(sketch, owner, x + 14, y, 14, theme.seats[owner].rim)
        put_emblem(sketch, owner, x + 14, y, 11, theme.seats[owner].fill)
        x += 40
    line, size = fonts.fit(title, "Bold", 30, round(HEADING[0] - x), LEAST)
    text_fitting.put_left(sketch, line, "Bold", size, x, y, theme.text)
    return sketch.sprite()


def row(lying: Lying, theme: Theme, say: Say) -> Sprite:
    """A tile, its name and what it does."""
    told = _sentences(kind_of(lying.token), say)
    face = _row_face(lying.token, lying.owner, say(words.name(lying.token)), told, theme)
    return _framed(_frame(lying.state, theme), face, theme)


def _sentences(kind: Kind, say: Say) -> tuple[str, str]:
    """What a token does in words: all of it, and in short with its Features by name alone."""
    printed = [say(sign.meaning) for sign in signs(kind) if sign.id not in ("links", "points")]
    found = abilities(kind)
    whole = [f"{say(one.title)}: {say(one.body)}" if one.title else say(one.body) for one in found]
    short = [say(one.title or one.body) for one in found]
    return " · ".join(printed + whole), " · ".join(printed + short)


@lru_cache(1024)
def _framed(frame: Sprite, face: Sprite, theme: Theme) -> Sprite:
    """A frame by the tile's state and a face that stays as it is drawn, whatever happens to the tile."""
    return card_rows.mosaic(frame, theme.card, face, across=_CORNER, down=_EDGE)


@lru_cache(1024)
def _row_face(token: str, owner: int, name: str, told: tuple[str, ...], theme: Theme) -> Sprite:
    """Put together of few drawings and plain lettering: a sheet of this size would take long to draw."""
    width, room = ROW[0], ROW[0] - _INDENT - 20
    found, size = _paragraph(told, room)
    step = 34 if len(found) > 2 else 38
    top = -round(len(found) / 2 * step)
    title, weight, largest = _in_line(name, room)
    texts = [lettering(title, weight, largest, theme.text)]
    texts += [lettering(line, "Medium", size, theme.text) for line in found]
    placed = [(one, _INDENT + one.width // 2 - width // 2, top + n * step) for n, one in enumerate(texts)]
    return _face(ROW, (_tile(token, owner, 64, theme), 84 - width // 2, 0), *placed)


def _face(size: tuple[int, int], *parts: tuple[Sprite, int, int]) -> Sprite:
    """Parts by how far their middles lie right of the face's middle and below."""
    width, height = size[0] // 2, size[1] // 2
    return Group(*size, tuple((one, width + x - one.width // 2, height + y - one.height // 2) for one, x, y in parts))


@lru_cache(16)
def _frame(state: State, theme: Theme) -> Sprite:
    sketch = Sketch(*ROW)
    _put_frame(sketch, state, theme)
    return sketch.sprite()


def _tile(token: str, owner: int, radius: int, theme: Theme) -> Sprite:
    if kind_of(token).kind == "order":
        return _order(token, owner, radius, theme)
    return small(unplaced(token, owner), radius, theme)


@lru_cache(256)
def _order(token: str, owner: int, radius: int, theme: Theme) -> Sprite:
    sketch = Sketch(2 * math.ceil(radius * 0.87) + 4, 2 * radius + 4)
    pen = Pen(sketch, sketch.width / 2, sketch.height / 2, radius, theme.seats[owner], theme)
    put_order(pen, token)
    pen.emblem(owner, 0, -72, 10, pen.team.fill)
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
    """A tile and its name."""
    return _cell(lying, say(words.name(lying.token)), theme)


@lru_cache(1024)
def _cell(lying: Lying, name: str, theme: Theme) -> Sprite:
    width, _ = CELL
    found, size = broken(name, "SemiBold", LEAST, width - 112, 3)
    texts = [lettering(line, "SemiBold", size, theme.text) for line in found]
    step = size * 1.08
    placed = [
        (one, 102 + one.width // 2 - width // 2, round((n - (len(texts) - 1) / 2) * step))
        for n, one in enumerate(texts)
    ]
    return group(
        (_cell_frame(lying.state, theme), 0, 0),
        (_tile(lying.token, lying.owner, 45, theme), 52 - width // 2, 0),
        *placed,
    )


@lru_cache(16)
def _cell_frame(state: State, theme: Theme) -> Sprite:
    sketch = Sketch(*CELL)
    _put_frame(sketch, state, theme)
    return sketch.sprite()


def _put_frame(sketch: Sketch, state: State, theme: Theme) -> None:
    edge = {"target": theme.target, "chosen": theme.chosen}.get(state)
    card_rows.frame(sketch, theme.card, edge or theme.card, line=_EDGE, corner=_CORNER)


def put_order(pen: Pen, token: str) -> None:
    """An order never stands on the board: an empty tile with a bright rim."""
    theme = pen.theme
    pen.hexagon(100, pen.team.fill)
    pen.hexagon(90, theme.background)
    pen.icon(drawings.TOKENS[kind_of(token).short_id], 86, 0, 4, theme.text, theme.groove)


def specimens(theme: Theme) -> list[Sprite]:
    """A few tiles for the palette."""
    tokens = ("dragon_empire.knight", "lords_of_the_abyss.horror", "guardians_of_the_realm.order_push")
    made = [_cell(Lying(token, owner), "Abc", theme) for token in tokens for owner in range(4)]
    return [*made, *(_cell(Lying(tokens[0], 0, how), "Abc", theme) for how in ("target", "chosen"))]
