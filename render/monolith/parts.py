"""The pictures under the board: hands with their tiles' texts, hidden tiles, tiles on the board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct
from PIL import Image

from engine.core.text import Say, Text, text
from engine.monolith.view import MonolithView, SeatView
from render.image.canvas import Canvas, Ground
from render.monolith import layout, question, status_list, words
from render.monolith.fixed_palette import palette
from render.monolith.hands import CELL, HEADING, ROW, HandTile, cell, heading, row, state
from render.monolith.ways import ways
from render.palette import Theme
from render.picture import Marks
from render.renderer import Part

_PAD: Final = 4
"""Space above a heading."""
_TOP: Final = _PAD + HEADING[1]
_GAP: Final = 8
_FOOT: Final = 6
"""Space below the last row."""
_ROWS: Final = 3
"""Most rows with text in a picture."""
_COLUMNS: Final = 3
_CELLS: Final = 12
"""Most tiles with names in a picture."""
_HIGHEST: Final = layout.SIZE[0] // 2
"""Greatest height of a picture."""


class _Group(Struct, frozen=True):
    """Tiles with their names under a heading, and their seat."""

    title: Text
    owner: int
    tiles: Sequence[HandTile]

    @property
    def height(self) -> int:
        return _TOP + -(-len(self.tiles) // _COLUMNS) * (CELL[1] + _GAP)


def paint_panel(view: MonolithView, theme: Theme, marks: Marks, say: Say, bottom: int) -> list[Part]:
    """The pictures below the board in a panel: what the question is about, otherwise the viewer's hand by name."""
    if view.turning:
        return [*_turning(view, theme, say)]
    current, seat = marks.question, view.seats[bottom]
    if current and (offered := [*_offer(view, theme, marks, say)]):
        return offered
    if chosen := question.unfolded(current):
        return [*_grids(text("In the monolith"), [_hidden(one, chosen) for one in view.seats], theme, say)]
    tiles = _hand_tiles(view, seat, marks)
    if current and question.played(current, seat):
        return [_rows(_hand_of(seat), tiles[:1], theme, say)]
    return [_cells(_hand_of(seat), tiles, theme, say)] if tiles else []


def paint(view: MonolithView, theme: Theme, _marks: Marks, say: Say, bottom: int) -> list[Part]:
    """The pictures below the board: the reader's hand with descriptions, the other hands, known hidden tiles, the tiles
    on the board.
    """
    first = _first(view, bottom)
    made = list(_hand(view.seats[first], theme, say))
    others = [_Group(_hand_of(seat), seat.seat, _in_hand(seat)) for seat in view.seats if seat.seat != first]
    made += _grids(text("Other hands"), others, theme, say)
    made += _grids(text("In the monolith"), [_hidden(seat) for seat in view.seats], theme, say)
    return [*made, *_roll(view, theme, say)]


def _hidden(seat: SeatView, chosen: str = "") -> _Group:
    """The tiles known to be in a seat's monolith."""
    tiles = [HandTile(token, seat.seat, "chosen" if token == chosen else "ready") for token in seat.hidden]
    return _Group(text("In the monolith"), seat.seat, tiles)


def _turning(view: MonolithView, theme: Theme, say: Say) -> Iterator[Part]:
    """The rotations of a tile side by side; their numbers are those of the options."""
    if view.turning:
        made = ways(view.turning, theme, say)
        title = text("{who}: facing which way?", who=words.name(view.turning.now.token.id))
        canvas = _canvas(made[0].height + 2 * _FOOT, theme)
        for n, one in enumerate(made):
            canvas.put(one, layout.EDGE + n * (one.width + 5), _FOOT)
        yield Part(title, canvas)


def _offer(view: MonolithView, theme: Theme, marks: Marks, say: Say) -> Iterator[Part]:
    """The tiles that may be hidden in a monolith."""
    if marks.question and view.seat is not None:
        tokens = question.offered(marks.question, view.seats[view.seat])
        tiles = [HandTile(token, view.seat, "target") for token in tokens]
        title = text("Which tile do you hide in your monolith?")
        for n in range(0, len(tiles), _CELLS):
            yield _cells(title, tiles[n : n + _CELLS], theme, say)


def _roll(view: MonolithView, theme: Theme, say: Say) -> Iterator[Part]:
    """The tiles on the board by name, in two columns."""
    tokens = status_list.listed(view)
    if tokens:
        rows = -(-len(tokens) // 2)
        title = text("Tiles on the board")
        canvas = _canvas(_TOP + rows * status_list.LINE[1] + _FOOT, theme)
        canvas.put(heading(say(title), None, theme), layout.EDGE, _PAD)
        for n, token in enumerate(tokens):
            across, down = divmod(n, rows)
            x = layout.EDGE + across * (layout.ROOM - status_list.LINE[0])
            canvas.put(status_list.line(token, theme, say), x, _TOP + down * status_list.LINE[1])
        yield Part(title, canvas)


def _first(view: MonolithView, bottom: int) -> int:
    """The seat whose hand is shown with texts: the viewer's, or in public the seat to move."""
    acting = words.acting(view)
    return bottom if view.seat is not None or bottom in acting or not acting else acting[0]


def _hand_of(seat: SeatView) -> Text:
    return text("Hand of the {side:gen}", side=words.who(seat))


def _in_hand(seat: SeatView) -> list[HandTile]:
    return [HandTile(token, seat.seat) for token in seat.hand]


def _hand(seat: SeatView, theme: Theme, say: Say) -> Iterator[Part]:
    tiles = _in_hand(seat)
    title = _hand_of(seat)
    for n in range(0, len(tiles), _ROWS):
        some = tiles[n : n + _ROWS]
        canvas = _canvas(_TOP + len(some) * (ROW[1] + _GAP) - _GAP + _FOOT, theme)
        canvas.put(heading(say(title), seat.seat, theme), layout.EDGE, _PAD)
        for m, one in enumerate(some):
            canvas.put(row(one, theme, say), layout.EDGE, _TOP + m * (ROW[1] + _GAP))
        yield Part(title, canvas)


def _rows(title: Text, tiles: Sequence[HandTile], theme: Theme, say: Say) -> Part:
    """Tiles with their texts, without a heading."""
    canvas = _canvas(len(tiles) * (ROW[1] + _GAP) - _GAP + 2 * _FOOT, theme)
    for n, one in enumerate(tiles):
        canvas.put(row(one, theme, say), layout.EDGE, _FOOT + n * (ROW[1] + _GAP))
    return Part(title, canvas)


def _cells(title: Text, tiles: Sequence[HandTile], theme: Theme, say: Say) -> Part:
    """Tiles with their names, without a heading."""
    canvas = _canvas(-(-len(tiles) // _COLUMNS) * (CELL[1] + _GAP) - _GAP + 2 * _FOOT, theme)
    _put_cells(canvas, tiles, _FOOT, theme, say)
    return Part(title, canvas)


def _put_cells(canvas: Canvas, tiles: Sequence[HandTile], top: int, theme: Theme, say: Say) -> None:
    step = (layout.ROOM - CELL[0]) / (_COLUMNS - 1)
    for n, one in enumerate(tiles):
        down, across = divmod(n, _COLUMNS)
        canvas.put(cell(one, theme, say), layout.EDGE + across * step, top + down * (CELL[1] + _GAP))


def _hand_tiles(view: MonolithView, seat: SeatView, marks: Marks) -> list[HandTile]:
    acting = seat.seat in words.acting(view)
    played = question.played(marks.question, seat) if acting and marks.question else ""
    tiles = [HandTile(token, seat.seat, state(token, marks, acting=acting)) for token in seat.hand]
    return [HandTile(played, seat.seat, "chosen"), *tiles] if played else tiles


def _grids(title: Text, groups: Sequence[_Group], theme: Theme, say: Say) -> Iterator[Part]:
    """Tiles with their names, three side by side, each group under its heading; `title` is for several groups."""
    pages: list[list[_Group]] = []
    for one in groups:
        if one.tiles and (not pages or sum(other.height for other in (*pages[-1], one)) > _HIGHEST):
            pages.append([one])
        elif one.tiles:
            pages[-1].append(one)
    for page in pages:
        canvas, top = _canvas(sum(one.height for one in page), theme), 0
        for one in page:
            _put_group(canvas, one, top, theme, say)
            top += one.height
        yield Part(title if len(page) > 1 else page[0].title, canvas)


def _put_group(canvas: Canvas, group: _Group, top: int, theme: Theme, say: Say) -> None:
    canvas.put(heading(say(group.title), group.owner, theme), layout.EDGE, top + _PAD)
    _put_cells(canvas, group.tiles, top + _TOP, theme, say)


def _canvas(height: int, theme: Theme) -> Canvas:
    return Canvas(_ground(height, theme))


@lru_cache(64)
def _ground(height: int, theme: Theme) -> Ground:
    return Ground(Image.new("RGB", (layout.SIZE[0], height), theme.background), palette(theme))
