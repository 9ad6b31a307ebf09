"""Tiles beside the board: in rows with their texts, or side by side with their names."""

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
"""Width and height of a tile with its text."""
CELL: Final = (312, 100)
"""Width and height of a tile with its name."""
HEADING: Final = (952, 36)
"""Width and height of a heading."""
_EDGE: Final = 6
_CORNER: Final = 16
_INDENT: Final = 164
_MOST: Final = 3
"""Most lines of text beside a tile."""


class HandTile(Struct, frozen=True):
    """A tile beside the board."""

    token: str
    owner: int
    state: State = "ready"


def state(token: str, marks: Marks, *, acting: bool) -> State:
    """The highlight of a tile: marks use its id or, in the hand of the seat to move, what is typed for it."""
    kind = kind_of(token)
    names = {kind.id, kind.code, kind.id.replace(".", "-").replace("_", "-")} if acting else {kind.id}
    codes = marks.question.codes if marks.question else ()
    if names & {*marks.targets, *(codes if acting else ())}:
        return "target"
    return "chosen" if names & set(marks.chosen) else "ready"


@lru_cache(128)
def heading(title: str, owner: int | None, theme: Theme) -> Sprite:
    """A heading in the shape and color of its seat."""
    sketch = Sketch(*HEADING)
    x, y = 6.0, HEADING[1] / 2
    if owner is not None:
        put_emblem(sketch, owner, x + 14, y, 14, theme.seats[owner].rim)
        put_emblem(sketch, owner, x + 14, y, 11, theme.seats[owner].fill)
        x += 40
    line, size = fonts.fit(title, "Bold", 30, round(HEADING[0] - x), LEAST)
    text_fitting.put_left(sketch, line, "Bold", size, x, y, theme.text)
    return sketch.sprite()


def row(tile: HandTile, theme: Theme, say: Say) -> Sprite:
    """A tile with its name and text."""
    texts = _sentences(kind_of(tile.token), say)
    face = _row_face(tile.token, tile.owner, say(words.name(tile.token)), texts, theme)
    return _framed(_frame(tile.state, theme), face, theme)


def _sentences(kind: Kind, say: Say) -> tuple[str, str]:
    """The text of a tile: in full, and in short with its Features by name only."""
    printed = [say(sign.meaning) for sign in signs(kind) if sign.id not in ("links", "points")]
    found = abilities(kind)
    whole = [f"{say(one.title)}: {say(one.body)}" if one.title else say(one.body) for one in found]
    short = [say(one.title or one.body) for one in found]
    return " · ".join(printed + whole), " · ".join(printed + short)


@lru_cache(1024)
def _framed(frame: Sprite, face: Sprite, theme: Theme) -> Sprite:
    """A frame that depends on the tile's state around a cached face."""
    return card_rows.mosaic(frame, theme.card, face, across=_CORNER, down=_EDGE)


@lru_cache(1024)
def _row_face(token: str, owner: int, name: str, texts: tuple[str, ...], theme: Theme) -> Sprite:
    """A tile's face with its text, composed of cached sprites: a sheet of this size would take long to draw."""
    width, room = ROW[0], ROW[0] - _INDENT - 20
    found, size = _paragraph(texts, room)
    step = 34 if len(found) > 2 else 38
    top = -round(len(found) / 2 * step)
    title, weight, largest = _in_line(name, room)
    lines = [lettering(title, weight, largest, theme.text)]
    lines += [lettering(line, "Medium", size, theme.text) for line in found]
    placed = [(one, _INDENT + one.width // 2 - width // 2, top + n * step) for n, one in enumerate(lines)]
    return _face(ROW, (_tile(token, owner, 64, theme), 84 - width // 2, 0), *placed)


def _face(size: tuple[int, int], *parts: tuple[Sprite, int, int]) -> Sprite:
    """A face of these parts, each with the offset of its center from the face's center."""
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


def _paragraph(texts: tuple[str, ...], room: int) -> tuple[list[str], int]:
    """The longest of the texts that fits; if none fits, the shortest, smaller."""
    for one in texts:
        found = fonts.lines(one, "Medium", LEAST, room)
        if len(found) <= _MOST and " ".join(found) == one:
            return found, LEAST
    return broken(texts[-1], "Medium", LEAST, room, _MOST)


def cell(tile: HandTile, theme: Theme, say: Say) -> Sprite:
    """A tile with its name."""
    return _cell(tile, say(words.name(tile.token)), theme)


@lru_cache(1024)
def _cell(tile: HandTile, name: str, theme: Theme) -> Sprite:
    width, _ = CELL
    found, size = broken(name, "SemiBold", LEAST, width - 112, 3)
    texts = [lettering(line, "SemiBold", size, theme.text) for line in found]
    step = size * 1.08
    placed = [
        (one, 102 + one.width // 2 - width // 2, round((n - (len(texts) - 1) / 2) * step))
        for n, one in enumerate(texts)
    ]
    return group(
        (_cell_frame(tile.state, theme), 0, 0),
        (_tile(tile.token, tile.owner, 45, theme), 52 - width // 2, 0),
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
    """Draw an order: an empty tile with a bright rim, because it is never on the board."""
    theme = pen.theme
    pen.hexagon(100, pen.team.fill)
    pen.hexagon(90, theme.background)
    pen.icon(drawings.TOKENS[kind_of(token).short_id], 86, 0, 4, theme.text, theme.groove)


def specimens(theme: Theme) -> list[Sprite]:
    """Sample tiles for the palette."""
    tokens = ("dragon_empire.knight", "lords_of_the_abyss.horror", "guardians_of_the_realm.order_push")
    made = [_cell(HandTile(token, owner), "Abc", theme) for token in tokens for owner in range(4)]
    return [*made, *(_cell(HandTile(tokens[0], 0, how), "Abc", theme) for how in ("target", "chosen"))]
