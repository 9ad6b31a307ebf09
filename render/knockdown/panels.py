"""The panel of each seat: fighter, damage, tokens, skills, special attacks and cards."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, PRINTED_SKILLS, KnockdownView, SeatView
from engine.knockdown.view import ROUNDS_TO_WIN as ROUNDS
from render import card_rows
from render.image import fonts, text_fitting
from render.image.box import Box
from render.image.canvas import Canvas
from render.image.icons import put_icon
from render.image.sprites import Collage, LazySprite, Sketch, Sprite
from render.knockdown import colors, drawings, layout, pointed, signs, words
from render.knockdown.figures import SHAPES, put_figure
from render.knockdown.pointed import State
from render.palette import Colour, Theme, mix
from render.picture import Marks

_HEAD: Final = 94
_TITLE: Final = 392
_WIDE: Final = layout.ROOM - 24
_CHIP: Final = 42
_CARD: Final = 60
_COUNT: Final = 150
_GAP: Final = 6
MORE: Final = "more"
"""The token that stands for extra heavy damage of the next attack."""
Special = Literal["ready", "paid", "unpaid", "unknown"]
"""A special attack: affordable and in range, affordable only, not affordable, or unknown."""


def put_panel(
    canvas: Canvas, view: KnockdownView, seat: SeatView, box: Box, theme: Theme, say: Say, marks: Marks
) -> None:
    acting = seat.seat in words.acting(view)
    x, y = box.x, box.y
    canvas.put(_frame(seat.seat, acting, theme), x, y)
    canvas.put(_title(seat.seat, seat.fighter, say(words.who(view, seat.seat)), acting, theme), x, y)
    canvas.put(_things(tokens(view, seat, marks), seat.victories, acting, seat.seat, theme), x + 98, y + 48)
    canvas.put(_damage(seat.heavy, seat.light, say(words.passes(seat.chance)), theme), x + _TITLE + 10, y + 4)
    own = view.seat == seat.seat
    canvas.put(_chips(_skills(seat, own, say, marks), theme), x + _TITLE + 10, y + 48)
    if seat.fighter:
        canvas.put(_specials(_attacks(view, seat, say, marks), theme), x + 12, y + _HEAD + 6)
    _put_hand(canvas, seat, own or view.open_hands, x + 12, y + _HEAD + _CHIP + 14, theme, say, marks)


def tokens(view: KnockdownView, seat: SeatView, marks: Marks) -> tuple[tuple[str, State], ...]:
    """The tokens on a fighter's board, and the bonus of its next attack."""
    found: list[tuple[str, State]] = [("curse", "ready") for _ in range(seat.curse)]
    found += [("poison", "ready") for _ in range(seat.poison)]
    found += [(elixir, pointed.state(elixir, marks)) for elixir in seat.elixirs]
    if view.bile and view.turn == seat.seat and view.phase == "turn":
        found.append((MORE, "ready"))
    return tuple(found)


@lru_cache(8)
def _frame(seat: int, acting: bool, theme: Theme) -> Sprite:
    sketch = Sketch(layout.ROOM, layout.UPPER.height)
    fill = theme.teams[seat].fill
    card_rows.frame(sketch, theme.card, fill if acting else mix(fill, theme.card, 0.45), line=5 if acting else 3)
    return sketch.sprite()


@lru_cache(64)
def _title(seat: int, fighter: str, name: str, acting: bool, theme: Theme) -> Sprite:
    """Draw the fighter and its name; in the seat's color when it is to move."""
    sketch = Sketch(_TITLE, _HEAD)
    team = theme.teams[seat]
    if acting:
        sketch.box(0, 0, _TITLE, _HEAD, 14, team.fill)
    put_figure(sketch, fighter, SHAPES[seat], 50, _HEAD / 2, 40, team)
    line, size = fonts.fit(name, "Bold", 33, _TITLE - 112, layout.SMALL)
    text_fitting.put_left(sketch, line, "Bold", size, 102, 28, team.ink if acting else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _things(tokens: tuple[tuple[str, State], ...], victories: int, acting: bool, seat: int, theme: Theme) -> Sprite:
    """Draw the rounds won, then the tokens."""
    sketch = Sketch(_TITLE - 102, 44)
    team = theme.teams[seat]
    ground = team.fill if acting else theme.card
    x = 20.0
    for n in range(max(ROUNDS, victories)):
        if n < victories:
            put_trophy(sketch, x, 22, theme)
        else:
            sketch.disc(x, 22, 17, team.ink if acting else theme.muted)
            sketch.disc(x, 22, 14.5, ground)
        x += 38
    x += 10
    step = min(41.0, (sketch.width - x - 20) / max(1, len(tokens) - 1))
    r = min(19.0, step / 2.1)
    for token, state in tokens:
        put_thing(sketch, token, x, 22, r, theme, state)
        x += step
    return sketch.sprite()


def put_trophy(sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    """Draw the sign of a round won."""
    sketch.disc(x, y, 18, theme.badge)
    put_icon(sketch, drawings.TOKENS["victory"], 26, x, y, theme.on_badge, theme.ring)


def put_thing(sketch: Sketch, token: str, x: float, y: float, r: float, theme: Theme, state: State = "ready") -> None:
    """Draw a token, an elixir, or the bonus that Bile adds to the next attack."""
    if token != MORE:
        signs.put_token(sketch, token, x, y, r, theme, pointed.edge(state, theme))
        return
    sketch.disc(x, y, r, theme.badge)
    at, arm = x - r * 0.5, r * 0.26
    sketch.line(((at - arm, y), (at + arm, y)), r * 0.16, theme.on_badge)
    sketch.line(((at, y - arm), (at, y + arm)), r * 0.16, theme.on_badge)
    signs.put_cube(sketch, "heavy", x + r * 0.3, y, r * 0.56, theme)


@lru_cache(1024)
def _damage(heavy: int, light: int, passes: str, theme: Theme) -> Sprite:
    return LazySprite(layout.ROOM - _TITLE - 22, _CHIP, partial(_drawn_damage, heavy, light, passes, theme))


@lru_cache(8)
def _drawn_damage(heavy: int, light: int, passes: str, theme: Theme) -> Sprite:
    """Draw the damage of each kind, its total, and the chance to pass a test."""
    width = layout.ROOM - _TITLE - 22
    sketch = Sketch(width, _CHIP)
    y, x = 23.0, 18.0
    for kind, count in (("heavy", heavy), ("light", light)):
        signs.put_cube(sketch, kind, x, y, 19, theme)
        x = text_fitting.put_left(sketch, str(count), "Bold", 36, x + 24, y, theme.text if count else theme.muted) + 32
    text_fitting.put_left(sketch, f"= {heavy + light}", "Bold", 36, x - 16, y, theme.text)
    line, size = fonts.fit(passes, "SemiBold", 30, 300, layout.SMALL)
    text_fitting.put_left(
        sketch, line, "SemiBold", size, width - 4 - fonts.width(line, "SemiBold", size), y, theme.text
    )
    return sketch.sprite()


def _skills(seat: SeatView, own: bool, say: Say, marks: Marks) -> tuple[tuple[str, State, bool], ...]:
    """The skills, face-up ones first: name, state and whether it is face up."""
    shown = [(say(PRINTED_SKILLS[one].name), pointed.state(one, marks), False) for one in seat.skills]
    secret = seat.secret if own else ()
    shown += [(say(PRINTED_SKILLS[one].name), pointed.state(one, marks), True) for one in secret]
    hidden: list[tuple[str, State, bool]] = [(say(words.FACE_DOWN), "ready", True)]
    return (*shown, *hidden * (seat.down - len(secret)))


@lru_cache(512)
def _chips(shown: tuple[tuple[str, State, bool], ...], theme: Theme) -> Sprite:
    """Draw skills by their names."""
    width = layout.ROOM - _TITLE - 22
    sketch = Sketch(width, _CHIP)
    x = 0.0
    for name, state, down in shown:
        wide = fonts.width(name, "SemiBold", layout.SMALL) + 18 + (34 if down else 0)
        ground = colors.quiet(theme) if down else mix(theme.card, theme.plate, 0.5)
        _put_chip(sketch, x, wide, ground, pointed.edge(state, theme) or theme.groove)
        if down:
            put_icon(sketch, drawings.FACE_DOWN, 26, x + 24, _CHIP / 2, theme.muted, ground)
        ink = mix(theme.text, theme.muted, 0.7) if down else theme.text
        text_fitting.put_left(sketch, name, "SemiBold", layout.SMALL, x + 9 + (34 if down else 0), _CHIP / 2, ink)
        x += wide + 6
    return sketch.sprite()


def _put_chip(sketch: Sketch, x: float, wide: float, ground: Colour, edge: Colour) -> None:
    sketch.box(x, 1, wide, _CHIP - 2, 12, edge)
    sketch.box(x + 3, 4, wide - 6, _CHIP - 8, 9, ground)


def _attacks(view: KnockdownView, seat: SeatView, say: Say, marks: Marks) -> tuple[tuple[str, State, Special], ...]:
    """The fighter's special attacks in the order of its board: name, state and availability."""
    found: list[tuple[str, State, Special]] = []
    for one in PRINTED_FIGHTERS[seat.fighter].specials:
        kind: Special = "ready" if one.id in seat.ready else "paid" if one.id in seat.payable else "unpaid"
        if view.phase != "turn" or not (view.open_hands or view.seat == seat.seat):
            kind = "unknown"
        state = pointed.state(one.id, marks) if view.seat == seat.seat else "ready"
        found.append((say(one.name), state, kind))
    return tuple(found)


@lru_cache(512)
def _specials(shown: tuple[tuple[str, State, Special], ...], theme: Theme) -> Sprite:
    """Draw special attacks by name: bright if the hand can pay, framed if in range too, faint otherwise."""
    sketch = Sketch(_WIDE, _CHIP)
    widths = [fonts.width(name, "SemiBold", layout.SMALL) for name, _, _ in shown]
    pad = min(14.0, (_WIDE - sum(widths) - 6 * (len(shown) - 1)) / (2 * len(shown)))
    x = 0.0
    for (name, state, kind), wide in zip(shown, widths, strict=True):
        ground, edge, ink = special_colours(kind, theme)
        _put_chip(sketch, x, wide + 2 * pad, ground, pointed.edge(state, theme) or edge)
        text_fitting.put_left(sketch, name, "SemiBold", layout.SMALL, x + pad, _CHIP / 2, ink)
        x += wide + 2 * pad + 6
    return sketch.sprite()


def special_colours(kind: Special, theme: Theme) -> tuple[Colour, Colour, Colour]:
    """Background, edge and text color of a special attack."""
    if kind in ("ready", "paid"):
        ground = mix(theme.card, theme.text, 0.16)
        return ground, colors.in_range(theme) if kind == "ready" else ground, theme.text
    return theme.card, theme.card if kind == "unpaid" else theme.groove, mix(theme.muted, theme.card, 0.15)


def _put_hand(
    canvas: Canvas, seat: SeatView, seen: bool, x: float, y: float, theme: Theme, say: Say, marks: Marks
) -> None:
    """Draw the size and limit of the hand, and the cards: their symbols, or their backs."""
    canvas.put(_count(say(words.HAND), seat.cards, seat.limit, theme), x, y)
    places = max(seat.limit, seat.cards)
    width = min(108, (_WIDE - _COUNT + _GAP) // places - _GAP)
    hand = words.in_order(seat.hand) if seen else ()
    for n in range(places):
        if n < len(hand):
            made = _card(PRINTED_ATTACKS[hand[n]].symbols, pointed.state(hand[n], marks), width, theme)
        elif n < seat.cards:
            made = _back(width, theme)
        else:
            made = _nothing(width, theme)
        canvas.put(made, x + _COUNT + n * (width + _GAP), y)


@lru_cache(64)
def _count(name: str, count: int, limit: int, theme: Theme) -> Sprite:
    sheet = Collage(_COUNT - 4, _CARD)
    end = text_fitting.put_left(sheet, name, "SemiBold", layout.SMALL, 4, _CARD / 2, theme.muted)
    end = text_fitting.put_left(sheet, str(count), "Bold", 32, end + 10, _CARD / 2, theme.text)
    text_fitting.put_left(sheet, f"/{limit}", "SemiBold", layout.SMALL, end + 2, _CARD / 2 + 1, theme.muted)
    return sheet.sprite()


@lru_cache(512)
def _card(symbols: tuple[str, ...], state: State, width: int, theme: Theme) -> Sprite:
    """A card in hand, shown by its symbols only."""
    sketch = Sketch(width, _CARD)
    pointed.frame(sketch, state, theme.background, theme.edge, theme)
    half = min(21.0, (width - 14) / 4.4)
    wide = half * (2.16 * len(symbols) - 0.16)
    signs.put_symbols(sketch, symbols, (width - wide) / 2, _CARD / 2, half)
    return sketch.sprite()


@lru_cache(16)
def _nothing(width: int, theme: Theme) -> Sprite:
    """An empty place in the hand."""
    return card_rows.dotted(width, _CARD, theme.groove)


@lru_cache(16)
def _back(width: int, theme: Theme) -> Sprite:
    """The back of a card; without a symbol, which could be taken for the card's own."""
    sketch = Sketch(width, _CARD)
    card_rows.frame(sketch, colors.quiet(theme), theme.groove)
    sketch.box(10, 10, width - 20, _CARD - 20, 8, theme.groove)
    sketch.box(13, 13, width - 26, _CARD - 26, 6, colors.quiet(theme))
    sketch.box(20, 20, width - 40, _CARD - 40, 5, mix(theme.groove, colors.quiet(theme), 0.5))
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    things: tuple[tuple[str, State], ...] = (
        ("curse", "ready"),
        ("poison", "ready"),
        ("bile", "ready"),
        ("sap", "target"),
        (MORE, "ready"),
    )
    made: list[Sprite] = []
    for seat, fighter in enumerate(("mistling", "barrow_warden")):
        made.append(_title(seat, fighter, "Abcdef", seat == 0, theme))
        made.append(_things(things, 1, seat == 0, seat, theme))
        made.append(_damage(5, 4 + seat, "Abc 74%", theme))
    kinds: tuple[Special, ...] = ("ready", "paid", "unpaid", "unknown")
    return [
        *made,
        _card(("fist", "block"), "ready", 108, theme),
        _card(("rune",), "target", 108, theme),
        _back(108, theme),
        _chips((("Abc", "ready", False), ("Abcdef", "target", True)), theme),
        _specials(tuple(("Abcdef", "ready", kind) for kind in kinds), theme),
    ]
