"""The pictures under the board: the market, and the texts of the characters in question."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say, Text, joined
from engine.leaders.data.blurbs import BLURBS
from engine.leaders.view import LeadersView
from render.image.canvas import Canvas, Ground
from render.image.sprites import words as lettering
from render.leaders import words
from render.leaders.palette_sample import palette
from render.leaders.rows import LEAST, NOBODY, ROW, SMALL, CardState, row, small
from render.leaders.spots import target
from render.palette import Theme
from render.picture import Marks
from render.renderer import Part

_WIDTH: Final = 1000
_EDGE: Final = 24
_MARGIN: Final = 10
_GAP: Final = 8
_ROWS: Final = 4
"""Most rows in a picture, so that it is still twice as wide as high."""
_HEADER: Final = 44
_LEGEND: Final = 60
_ACROSS: Final = 4
_HAND: Final = 5
"""The number of cards of a complete side, the Leader included."""

Shown = tuple[str, int]
"""A card and the side that owns it."""


def paint(view: LeadersView, theme: Theme, _marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    """The pictures below the board: the market, and for players the texts of all characters on the board."""
    return [] if view.phase == "over" else [*_parts(view, theme, say)]


def _parts(view: LeadersView, theme: Theme, say: Say) -> Iterator[Part]:
    if any(len(team) < _HAND for team in view.teams):
        yield from _market(view, theme, say)
    for side in () if view.seat is None else (view.seat, 1 - view.seat):
        yield from _roster(view, side, theme, say)


def paint_panel(_view: LeadersView, theme: Theme, marks: Marks, say: Say, _bottom: int) -> Sequence[Part]:
    """The pictures below the board in a panel: only the legend of targets."""
    return [_legend(theme, say)] if marks.special else []


def _market(view: LeadersView, theme: Theme, say: Say) -> Iterator[Part]:
    """The market's cards: with their texts in the basic mode, by name in the advanced mode."""
    if view.mode != "basic":
        yield _cards(view, theme, say)
        return
    shown: list[Shown] = [(card, NOBODY) for card in view.market]
    yield from _characters(words.MARKET, shown, theme, say, say(words.deck(view.deck)))


def _cards(view: LeadersView, theme: Theme, say: Say) -> Part:
    """All face-up cards and all banished cards, by name."""
    shown: list[tuple[str, CardState]] = [(card, "ready") for card in view.market]
    shown += [(card, "banished") for card in view.banished]
    rows = -(-len(shown) // _ACROSS)
    canvas = Canvas(_ground(theme, _HEADER + rows * (SMALL[1] + _GAP) - _GAP + 2 * _MARGIN))
    _put_header(canvas, say(words.MARKET), "", theme)
    for n, (card, how) in enumerate(shown):
        x, y = _EDGE + n % _ACROSS * (SMALL[0] + _GAP), _MARGIN + _HEADER + n // _ACROSS * (SMALL[1] + _GAP)
        canvas.put(small(card, how, say(words.CARDS[card]), theme), x, y)
    return Part(words.MARKET, canvas)


def _roster(view: LeadersView, side: int, theme: Theme, say: Say) -> Iterator[Part]:
    """The texts of a side's characters, without the Leader."""
    yield from _characters(words.TEAMS[side], [(card, side) for card in view.teams[side][1:]], theme, say)


def _legend(theme: Theme, say: Say) -> Part:
    """The legend of the markers: targets of moves and targets of abilities."""
    canvas = Canvas(_ground(theme, _LEGEND))
    x, y = _EDGE + 40, _LEGEND / 2
    for special, word in ((False, words.MOVE), (True, words.ABILITY)):
        canvas.centre(target("", theme, 20, special=special), x, y)
        label = lettering(say(word), "SemiBold", LEAST, theme.text)
        canvas.put(label, x + 36, y - label.height / 2)
        x += label.width + 110
    return Part(joined((words.MOVE, words.ABILITY), ", "), canvas)


def _characters(title: Text, shown: Sequence[Shown], theme: Theme, say: Say, note: str = "") -> Iterator[Part]:
    """Characters in rows, divided evenly among as few pictures as possible; a note adds a heading to each picture."""
    pictures = -(-len(shown) // _ROWS)
    top = _MARGIN + (_HEADER if note else 0)
    for number in range(pictures):
        part = shown[number * len(shown) // pictures : (number + 1) * len(shown) // pictures]
        canvas = Canvas(_ground(theme, top + len(part) * (ROW[1] + _GAP) - _GAP + _MARGIN))
        if note:
            _put_header(canvas, say(title), note, theme)
        for n, (card, side) in enumerate(part):
            sprite = row(card, side, say(words.CARDS[card]), say(BLURBS[card]), theme)
            canvas.put(sprite, _EDGE, top + n * (ROW[1] + _GAP))
        yield Part(title, canvas)


def _put_header(canvas: Canvas, title: str, note: str, theme: Theme) -> None:
    big = lettering(title, "Bold", 32, theme.text)
    canvas.put(big, _EDGE + 4, _MARGIN + 16 - big.height / 2)
    if note:
        more = lettering(note, "Medium", LEAST, theme.muted)
        canvas.put(more, _WIDTH - _EDGE - 4 - more.width, _MARGIN + 16 - more.height / 2)


@lru_cache(32)
def _ground(theme: Theme, height: int) -> Ground:
    return Ground(Image.new("RGB", (_WIDTH, height), theme.background), palette(theme))
