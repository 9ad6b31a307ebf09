"""Attack cards that lie open and special attacks, as lines of a list: all that is printed on them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

from msgspec import Struct

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, AttackView
from render import fonts, lines
from render.icons import put_icon
from render.knockdown import drawings, hues, layout, signs, words
from render.knockdown.listing import LEFT, MIDDLE, Look, height, put_text, text_lines
from render.knockdown.pointed import State, frame
from render.palette import Theme
from render.sprites import LazySprite, Sketch, Sprite

SPECIALS: Final = {one.id: one for fighter in PRINTED_FIGHTERS.values() for one in fighter.specials}
PRINTED: Final = PRINTED_ATTACKS | SPECIALS
_NAME: Final = 30
_HALF: Final = 18
"""Half a symbol's side."""
_RANGE: Final = 37
_CUBE: Final = 17
_KO: Final = 38
_TICK: Final = 38


class Columns(Struct, frozen=True):
    """Where the symbols, the range and the damage begin in every line of a list."""

    symbols: int
    reach: int
    pool: int


def columns(shown: Sequence[AttackView], say: Say, *, ticks: bool) -> Columns:
    """As wide as the widest need them."""
    left = LEFT + (_TICK if ticks else 0)
    names = max((fonts.width(say(one.name), "Bold", _NAME) for one in shown), default=0)
    tiles = max((len(one.symbols or one.cost) for one in shown), default=0)
    spans = max((signs.range_width(one, _RANGE) for one in shown), default=0)
    symbols = left + names + 16
    reach = symbols + round(tiles * _HALF * 2.16) + 8
    return Columns(symbols, reach, reach + round(spans) + 12)


def card(
    attack: AttackView,
    state: State,
    theme: Theme,
    say: Say,
    places: Columns,
    *,
    reaches: bool | None,
    paid: bool | None = None,
) -> Sprite:
    """`reaches`: whether it can hit now, if that is a question. `paid`: whether the hand covers its cost."""
    kind, name, told = say(words.TYPES[attack.type]), say(attack.name), say(attack.text) if attack.text.msgid else ""
    look: Look = "faint" if paid is False or (reaches is False and paid is None) else "plain"
    return _card(attack.id, state, look, kind, name, told, bool(reaches), bool(paid), places, theme)


@lru_cache(2048)
def _card(
    attack: str,
    state: State,
    look: Look,
    kind: str,
    name: str,
    told: str,
    reaches: bool,
    paid: bool,
    places: Columns,
    theme: Theme,
) -> Sprite:
    drawn = partial(_drawn, attack, state, look, kind, name, told, reaches, paid, places, theme)
    return LazySprite(layout.ROOM, height(told), drawn)


@lru_cache(16)
def _drawn(
    attack: str,
    state: State,
    look: Look,
    kind: str,
    name: str,
    told: str,
    reaches: bool,
    paid: bool,
    places: Columns,
    theme: Theme,
) -> Sprite:
    """The name, symbols or cost, range, damage, the K.O. mark and the type; the effect below."""
    printed = PRINTED[attack]
    sketch = Sketch(layout.ROOM, height(told))
    faint = look == "faint"
    quiet = hues.in_range(theme) if reaches else theme.groove
    frame(sketch, state, theme.card, quiet, theme, 4 if reaches else 2.5, faint=faint)
    plain = sketch.sheet.copy()
    if paid:
        put_tick(sketch, LEFT + 14, MIDDLE, theme)
    begin = LEFT + (_TICK if paid else 0)
    title, size = fonts.fit(name, "Bold", _NAME, places.symbols - begin - 8, layout.SMALL)
    lines.put_left(sketch, title, "Bold", size, begin, MIDDLE, theme.text)
    signs.put_symbols(sketch, printed.symbols or printed.cost, places.symbols, MIDDLE, _HALF)
    signs.put_range(sketch, printed, places.reach, MIDDLE, _RANGE, reaches, theme)
    signs.put_cubes(sketch, printed.heavy, printed.light, places.pool, MIDDLE, _CUBE, theme)
    used = _put_type(sketch, printed.type, kind, layout.ROOM - LEFT, MIDDLE, theme)
    if printed.ko:
        signs.put_ko(sketch, layout.ROOM - LEFT - used - 14 - signs.ko_width(_KO), MIDDLE, _KO)
    put_text(sketch, text_lines(told), theme.text)
    if faint:
        hues.fade(sketch, plain, theme)
    return sketch.sprite()


def _put_type(sketch: Sketch, kind: str, name: str, right: float, y: float, theme: Theme) -> float:
    """The type at the right edge, and how much room it takes."""
    wide = fonts.width(name, "SemiBold", layout.SMALL)
    lines.put_left(sketch, name, "SemiBold", layout.SMALL, right - wide, y, theme.muted)
    put_icon(sketch, drawings.TYPES[kind], 28, right - wide - 20, y, theme.muted, theme.card)
    return wide + 36


def put_tick(sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    """The hand covers the cost."""
    sketch.disc(x, y, 16, theme.text)
    put_icon(sketch, drawings.TICK, 22, x, y, theme.card, theme.card)


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    shown = [PRINTED[one] for one in ("peat_elbow", "snuffed_wick", "doom", "coil")]
    places = columns(shown, str, ticks=True)
    one, two, three, four = shown
    return [
        card(one, "ready", theme, str, places, reaches=True),
        card(two, "target", theme, str, places, reaches=False),
        card(three, "chosen", theme, str, places, reaches=False, paid=True),
        card(four, "ready", theme, str, places, reaches=None, paid=False),
    ]
