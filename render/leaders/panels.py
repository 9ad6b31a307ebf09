"""Everything around the board: the banner, both teams beside their crowns, the market below."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal

from PIL import Image

from engine.core.text import Say
from engine.leaders.view import LeadersView
from render import cards, fonts
from render.canvas import Canvas
from render.icons import put_icon
from render.leaders import words
from render.leaders.drawings import DRAWINGS
from render.leaders.figures import SHAPES, faded, put_cross, put_tick, put_token
from render.palette import Colour, Team, Theme, mix
from render.picture import Marks
from render.sprites import Point, Sketch, Sprite
from render.sprites import words as lettering

CardState = Literal["ready", "spent", "banished", "target", "chosen"]

_EDGE: Final = 24
_BANNER: Final = (952, 76)
_BANNER_AT: Final[Point] = (_EDGE, 16)
_CARD: Final = (118, 100)
_ROW: Final = (104, 1002)
_ROW_X: Final = (24, 150, 276, 606, 732, 858)
_STRIP: Final = 1118
_OFFER: Final = (236, 84)
_OFFER_X: Final = (252, 496, 740)
_SMALL: Final = (112, 88)

HEIGHTS: Final = {"basic": 1218, "advanced": 1350}


def paint(image: Image.Image, theme: Theme, mode: str) -> None:
    """The places of the cards, empty."""
    slot = cards.dotted(*_CARD, theme.groove)
    for y in _ROW:
        for x in _ROW_X[1:]:
            slot.paste(image, x, y)
    if mode == "basic":
        offer = cards.dotted(*_OFFER, theme.groove)
        for x in _OFFER_X:
            offer.paste(image, x, _STRIP)


def put_banner(canvas: Canvas, view: LeadersView, theme: Theme, say: Say) -> None:
    """Who is to move, or who has won, in that side's colour."""
    over = view.phase == "over"
    acting = view.winners if over else view.to_move or (view.turn,)
    side = acting[0] if len(acting) == 1 else None
    x, y = _BANNER_AT
    width, middle = _BANNER[0], y + _BANNER[1] / 2
    canvas.put(_banner(side, over, theme), x, y)
    ink = _colours(side, theme).ink
    room = width - 86 - 28
    headline, size = fonts.fit(words.headline(view, say), "Bold", 40, round(room * 0.58), 24)
    big = lettering(headline, "Bold", size, ink)
    canvas.put(big, x + 84, middle - big.height / 2)
    subline, size = fonts.fit(words.subline(view, say), "SemiBold", 30, room - big.width - 20, 18)
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
        _put_emblem(sketch, side, 46, height / 2, team.ink, team.fill)
    return sketch.sprite()


def _put_emblem(sketch: Sketch, side: int, x: float, y: float, colour: Colour, inner: Colour) -> None:
    """A side's shape as an outline."""
    sketch.shape(SHAPES[side], x, y, 22, colour)
    sketch.shape(SHAPES[side], x, y, 14, inner)


def put_teams(canvas: Canvas, view: LeadersView, theme: Theme, say: Say, bottom: int) -> None:
    """Each side's name and cards, three left and three right of its crown."""
    for side in (0, 1):
        y = _ROW[1] if side == bottom else _ROW[0]
        to_move = view.phase != "over" and side in (view.to_move or (view.turn,))
        canvas.put(_name_plate(side, to_move, say(words.SIDES[side]), theme), _ROW_X[0], y)
        for card, x in zip(view.teams[side], _ROW_X[1:], strict=False):
            figures = words.figures(card)
            spent = side == view.turn and view.phase != "over" and all(f in view.acted for f in figures)
            state: CardState = "spent" if spent else "ready"
            canvas.put(_card(card, side, state, say(words.CARDS[card]), theme), x, y)


@lru_cache(32)
def _name_plate(side: int, to_move: bool, name: str, theme: Theme) -> Sprite:
    width, height = _CARD
    sketch = Sketch(width, height)
    team = theme.teams[side]
    if to_move:
        cards.frame(sketch, team.fill, team.fill)
        _put_emblem(sketch, side, width / 2, 34, team.ink, team.fill)
    else:
        _put_emblem(sketch, side, width / 2, 34, team.fill, theme.background)
    cards.caption(sketch, name, 26, width - 12, (width / 2, 76), team.ink if to_move else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _card(card: str, side: int, state: CardState, name: str, theme: Theme) -> Sprite:
    """A card of a team."""
    width, height = _CARD
    sketch = Sketch(width, height)
    team = theme.teams[side]
    spent = state == "spent"
    cards.frame(sketch, theme.card, mix(team.fill, theme.card, 0.6) if spent else team.fill)
    shown = faded(team, theme) if spent else team
    figures = words.figures(card)
    for n, figure in enumerate(figures):
        shift = (n - (len(figures) - 1) / 2) * 50
        put_token(sketch, figure, side, width / 2 + shift, 31, 26 if n == 0 else 20, shown)
    cards.caption(sketch, name, 20, width - 14, (width / 2, 77), theme.muted if spent else theme.text)
    if spent:
        put_tick(sketch, width - 20, 20, theme, 15)
    return sketch.sprite()


def put_market(canvas: Canvas, view: LeadersView, theme: Theme, say: Say, marks: Marks) -> None:
    """The open cards; in the advanced mode also those that were banished, after them."""

    def state(card: str) -> CardState:
        return "target" if card in marks.targets else "chosen" if card in marks.chosen else "ready"

    title = lettering(say(words.MARKET), "Bold", 30, theme.text)
    if view.mode == "basic":
        canvas.put(title, _EDGE, _STRIP + 24 - title.height / 2)
        deck = lettering(say(words.deck(view.deck)), "Medium", 25, theme.muted)
        canvas.put(deck, _EDGE, _STRIP + 62 - deck.height / 2)
        for card, x in zip(view.market, _OFFER_X, strict=False):
            canvas.put(_offer(card, state(card), say(words.CARDS[card]), theme), x, _STRIP)
        return
    canvas.put(title, _EDGE, _STRIP + 14 - title.height / 2)
    shown: list[tuple[str, CardState]] = [(card, state(card)) for card in view.market]
    shown += [(card, "banished") for card in view.banished]
    for n, (card, how) in enumerate(shown):
        x, y = _EDGE + n % 8 * (_SMALL[0] + 8), _STRIP + 36 + n // 8 * (_SMALL[1] + 8)
        canvas.put(_small(card, how, say(words.CARDS[card]), theme), x, y)


@lru_cache(256)
def _offer(card: str, state: CardState, name: str, theme: Theme) -> Sprite:
    """A card of the market of three."""
    width, height = _OFFER
    sketch = Sketch(width, height)
    _frame(sketch, state, theme)
    for n, figure in enumerate(words.figures(card)):
        put_icon(sketch, DRAWINGS[figure], 54 if n == 0 else 30, 44 + n * 34, 42 + n * 14, theme.text, theme.groove)
    cards.caption(sketch, name, 25, width - 98, (82 + (width - 94) / 2, 42), theme.text)
    return sketch.sprite()


@lru_cache(256)
def _small(card: str, state: CardState, name: str, theme: Theme) -> Sprite:
    """A card of the market in which all lie open."""
    width, height = _SMALL
    sketch = Sketch(width, height)
    _frame(sketch, state, theme)
    banished = state == "banished"
    ink = mix(theme.muted, theme.background, 0.3) if banished else theme.text
    figures = words.figures(card)
    for n, figure in enumerate(figures):
        shift = (n - (len(figures) - 1) / 2) * 40
        tint = theme.background if banished else theme.groove
        put_icon(sketch, DRAWINGS[figure], 40 if n == 0 else 30, width / 2 + shift, 28, ink, tint)
    cards.caption(sketch, name, 18, width - 16, (width / 2, 66), ink)
    if banished:
        put_cross(sketch, width - 18, 18, theme, 13)
    return sketch.sprite()


def _frame(sketch: Sketch, state: CardState, theme: Theme) -> None:
    marked = {"target": theme.target, "chosen": theme.chosen}.get(state)
    fill = theme.background if state == "banished" else theme.card
    cards.frame(sketch, fill, marked or theme.groove, line=6 if marked else 3)


def specimens(theme: Theme) -> list[Sprite]:
    """Some of each kind of card, for the palette."""
    made = [_card("leader", side, state, "Leader", theme) for side in (0, 1) for state in ("ready", "spent")]
    made += [_small("rider", state, "Rider", theme) for state in ("ready", "banished", "target")]
    made += [_name_plate(side, to_move, "Gold", theme) for side in (0, 1) for to_move in (False, True)]
    return made
