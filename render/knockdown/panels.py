"""Before each seat: its fighter, its damage, its tokens, its skills and its cards."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, ROUNDS_TO_WIN, KnockdownView, SeatView
from render import cards, fonts, lines
from render.box import Box
from render.canvas import Canvas
from render.icons import put_icon
from render.knockdown import choices, drawings, hues, layout, pointed, signs, words
from render.knockdown.figures import SHAPES, put_figure
from render.knockdown.pointed import State
from render.palette import Theme, mix
from render.picture import Marks
from render.sprites import LazySprite, Sketch, Sprite

_HEAD: Final = 94
_TITLE: Final = 384
_PLACES: Final = 18
"""More than three dice can show, so a fighter with more damage falls for certain."""
_CARD: Final = 92
_COUNT: Final = 84
_GAP: Final = 6
_MORE: Final = "more"
"""Among the tokens: the next attack deals heavy damage besides."""


def put_panel(
    canvas: Canvas, view: KnockdownView, seat: SeatView, box: Box, theme: Theme, say: Say, marks: Marks
) -> None:
    acting = seat.seat in words.acting(view)
    x, y = box.x, box.y
    canvas.put(_frame(seat.seat, acting, theme), x, y)
    canvas.put(_title(seat.seat, seat.fighter, say(words.who(view, seat.seat)), acting, theme), x, y)
    canvas.put(_things(_tokens(view, seat, marks), seat.victories, acting, seat.seat, theme), x + 98, y + 48)
    canvas.put(_damage(seat.heavy, seat.light, seat.chance, theme), x + _TITLE + 10, y + 6)
    own = view.seat == seat.seat
    _put_skills(canvas, seat, own, x + 12, y + _HEAD + 6, theme, say, marks)
    _put_hand(canvas, seat, own or view.open_hands, x + 12, y + _HEAD + 6 + choices.SLOT[1] + 6, theme, say, marks)


def _tokens(view: KnockdownView, seat: SeatView, marks: Marks) -> tuple[tuple[str, State], ...]:
    """What lies on the board, each token by itself; and what its next attack gets besides."""
    found: list[tuple[str, State]] = [("curse", "ready") for _ in range(seat.curse)]
    found += [("poison", "ready") for _ in range(seat.poison)]
    found += [(elixir, pointed.state(elixir, marks)) for elixir in seat.elixirs]
    if view.bile and view.turn == seat.seat and view.phase == "turn":
        found.append((_MORE, "ready"))
    return tuple(found)


@lru_cache(8)
def _frame(seat: int, acting: bool, theme: Theme) -> Sprite:
    sketch = Sketch(layout.ROOM, layout.PANEL)
    fill = theme.teams[seat].fill
    cards.frame(sketch, theme.card, fill if acting else mix(fill, theme.card, 0.45), line=5 if acting else 3)
    return sketch.sprite()


@lru_cache(64)
def _title(seat: int, fighter: str, name: str, acting: bool, theme: Theme) -> Sprite:
    """The fighter and its name; on the seat's colour when it is to move."""
    sketch = Sketch(_TITLE, _HEAD)
    team = theme.teams[seat]
    if acting:
        sketch.box(0, 0, _TITLE, _HEAD, 14, team.fill)
    put_figure(sketch, fighter, SHAPES[seat], 50, _HEAD / 2, 40, team)
    line, size = fonts.fit(name, "Bold", 33, _TITLE - 112, 20)
    lines.put_left(sketch, line, "Bold", size, 102, 28, team.ink if acting else theme.text)
    return sketch.sprite()


@lru_cache(256)
def _things(tokens: tuple[tuple[str, State], ...], victories: int, acting: bool, seat: int, theme: Theme) -> Sprite:
    """The rounds won, then the tokens."""
    sketch = Sketch(_TITLE - 102, 44)
    team = theme.teams[seat]
    ground = team.fill if acting else theme.card
    x = 20.0
    for n in range(max(ROUNDS_TO_WIN, victories)):
        if n < victories:
            sketch.disc(x, 22, 18, theme.badge)
            put_icon(sketch, drawings.TOKENS["victory"], 26, x, 22, theme.on_badge, theme.ring)
        else:
            sketch.disc(x, 22, 17, team.ink if acting else theme.muted)
            sketch.disc(x, 22, 14.5, ground)
        x += 38
    x += 10
    step = min(41.0, (sketch.width - x - 20) / max(1, len(tokens) - 1))
    r = min(19.0, step / 2.1)
    for token, state in tokens:
        if token == _MORE:
            sketch.disc(x, 22, r, theme.badge)
            lines.put_left(sketch, "+", "Bold", round(r * 1.1), x - r * 0.8, 22, theme.on_badge)
            signs.put_cube(sketch, "heavy", x + r * 0.3, 22, r * 0.56, theme)
        else:
            signs.put_token(sketch, token, x, 22, r, theme, pointed.edge(state, theme))
        x += step
    return sketch.sprite()


@lru_cache(1024)
def _damage(heavy: int, light: int, chance: int, theme: Theme) -> Sprite:
    return LazySprite(layout.ROOM - _TITLE - 22, _HEAD - 8, partial(_drawn_damage, heavy, light, chance, theme))


@lru_cache(8)
def _drawn_damage(heavy: int, light: int, chance: int, theme: Theme) -> Sprite:
    """Cubes by kind, their sum and the chance to stand a test; below them the cubes in a row as long as dice reach."""
    width = layout.ROOM - _TITLE - 22
    sketch = Sketch(width, _HEAD - 8)
    y, x = 24.0, 16.0
    for kind, count in (("heavy", heavy), ("light", light)):
        signs.put_cube(sketch, kind, x, y, 19, theme)
        x = lines.put_left(sketch, str(count), "Bold", 36, x + 24, y, theme.text if count else theme.muted) + 34
    lines.put_left(sketch, f"= {heavy + light}", "Bold", 36, x - 16, y, theme.text)
    told = f"{chance}%"
    wide = fonts.width(told, "Bold", 36)
    lines.put_left(sketch, told, "Bold", 36, width - 6 - wide, y, theme.text)
    put_icon(sketch, drawings.DICE, 36, width - 6 - wide - 28, y, theme.muted, theme.groove)
    step, y = width / _PLACES, 66.0
    for n in range(_PLACES):
        at = step * (n + 0.5)
        if n < heavy + light:
            signs.put_cube(sketch, "heavy" if n < heavy else "light", at, y, 15, theme)
        else:
            sketch.disc(at, y, 4, theme.groove)
    return sketch.sprite()


def _put_skills(
    canvas: Canvas, seat: SeatView, own: bool, x: float, y: float, theme: Theme, say: Say, marks: Marks
) -> None:
    """Face-up skills first, then those that lie face down; empty places until both are there."""
    shown = [choices.skill(one, "up", pointed.state(one, marks), theme, say) for one in seat.skills]
    secret = seat.secret if own else ()
    shown += [choices.skill(one, "down", pointed.state(one, marks), theme, say) for one in secret]
    shown += [choices.back(say(words.FACE_DOWN), theme)] * (seat.down - len(secret))
    shown += [choices.nothing(*choices.SLOT, theme)] * (2 - len(shown))
    for n, made in enumerate(shown[:2]):
        canvas.put(made, x + n * (choices.SLOT[0] + 8), y)


def _put_hand(
    canvas: Canvas, seat: SeatView, seen: bool, x: float, y: float, theme: Theme, say: Say, marks: Marks
) -> None:
    """How many cards of how many, and the cards: their symbols, or their backs."""
    canvas.put(_count(seat.cards, seat.limit, theme), x, y)
    room = layout.ROOM - 24 - _COUNT
    places = max(seat.limit, seat.cards)
    width = (room + _GAP) // places - _GAP
    hand = seat.hand if seen else ()
    for n in range(places):
        if n < len(hand):
            name = say(PRINTED_ATTACKS[hand[n]].name)
            made = _card(hand[n], pointed.state(hand[n], marks), name, width, theme)
        elif n < seat.cards:
            made = _back(width, theme)
        else:
            made = choices.nothing(width, _CARD, theme)
        canvas.put(made, x + _COUNT + n * (width + _GAP), y)


@lru_cache(64)
def _count(count: int, limit: int, theme: Theme) -> Sprite:
    sketch = Sketch(_COUNT - 6, _CARD)
    put_icon(sketch, drawings.HAND, 36, 38, 28, theme.muted, theme.groove)
    told = f"/{limit}"
    wide = fonts.width(str(count), "Bold", 36) + 2 + fonts.width(told, "SemiBold", 24)
    end = lines.put_left(sketch, str(count), "Bold", 36, 38 - wide / 2, 68, theme.text)
    lines.put_left(sketch, told, "SemiBold", 24, end + 2, 71, theme.muted)
    return sketch.sprite()


@lru_cache(1024)
def _card(card: str, state: State, name: str, width: int, theme: Theme) -> Sprite:
    return LazySprite(width, _CARD, partial(_drawn, card, state, name, width, theme))


@lru_cache(32)
def _drawn(card: str, state: State, name: str, width: int, theme: Theme) -> Sprite:
    """A card in hand: only its symbols count."""
    sketch = Sketch(width, _CARD)
    pointed.frame(sketch, state, theme.background, theme.edge, theme)
    symbols = PRINTED_ATTACKS[card].symbols
    half = 19
    signs.put_symbols(sketch, symbols, width / 2 - half * 1.08 * len(symbols) + half * 0.08, 28, half)
    found, size = fonts.wrap(name, "SemiBold", 21, width - 16, 10)
    for n, line in enumerate(found):
        sketch.words(line, "SemiBold", size, width / 2, 66 + (n - (len(found) - 1) / 2) * size, theme.text)
    return sketch.sprite()


@lru_cache(16)
def _back(width: int, theme: Theme) -> Sprite:
    """A card of which only the back is seen."""
    sketch = Sketch(width, _CARD)
    cards.frame(sketch, hues.quiet(theme), theme.groove)
    sketch.box(12, 12, width - 24, _CARD - 24, 8, theme.groove)
    sketch.box(15, 15, width - 30, _CARD - 30, 6, hues.quiet(theme))
    put_icon(sketch, drawings.SYMBOLS["fist"], 36, width / 2, _CARD / 2, theme.groove, hues.quiet(theme))
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    tokens: tuple[tuple[str, State], ...] = (
        ("curse", "ready"),
        ("poison", "ready"),
        ("bile", "ready"),
        ("sap", "target"),
        (_MORE, "ready"),
    )
    made: list[Sprite] = []
    for seat, fighter in enumerate(("mistling", "barrow_warden")):
        made.append(_title(seat, fighter, "Abcdef", seat == 0, theme))
        made.append(_things(tokens, 1, seat == 0, seat, theme))
        made.append(_damage(5, 4 + seat, 74, theme))
    return [
        *made,
        _card("oak_heel", "ready", "Abc", 136, theme),
        _card("chain_lash", "target", "Abc", 136, theme),
        _back(136, theme),
        _count(4, 6, theme),
    ]
