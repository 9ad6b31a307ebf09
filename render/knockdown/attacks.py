"""Face-up attack cards and special attacks as lines of a list, with everything printed on them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from engine.core.text import Say
from engine.knockdown.data.components import TYPES
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, AttackView
from render.image import fonts, text_fitting
from render.image.icons import icon_sprite, put_icon
from render.image.sprites import Collage, Sketch, Sprite, see_through
from render.knockdown import colors, drawings, layout, signs
from render.knockdown.listing import LEFT, MIDDLE, Look, height, text_lines, text_places
from render.knockdown.pointed import State, frame
from render.palette import Colour, Theme

SPECIALS: Final = {one.id: one for fighter in PRINTED_FIGHTERS.values() for one in fighter.specials}
PRINTED: Final = PRINTED_ATTACKS | SPECIALS
_NAME: Final = 30
_HALF: Final = 18
"""Half the side of a symbol."""
_RANGE: Final = 37
_CUBE: Final = 17
_KO: Final = 38
_TICK: Final = 38


class Columns(Struct, frozen=True):
    """The left edges of symbols, range and damage in every line of a list."""

    symbols: int
    reach: int
    pool: int


def columns(shown: Sequence[AttackView], say: Say, *, ticks: bool) -> Columns:
    """Columns as wide as their widest entries."""
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
    """An attack as a line of a list.

    `reaches`: whether it is in range, None if that does not matter. `paid`: whether the hand covers its cost.
    """
    kind, name, description = say(TYPES[attack.type]), say(attack.name), say(attack.text) if attack.text.msgid else ""
    look: Look = "faint" if paid is False or (reaches is False and paid is None) else "plain"
    return _card(attack.id, state, look, kind, name, description, bool(reaches), bool(paid), places, theme)


@lru_cache(256)
def _card(
    attack: str,
    state: State,
    look: Look,
    kind: str,
    name: str,
    description: str,
    reaches: bool,
    paid: bool,
    places: Columns,
    theme: Theme,
) -> Sprite:
    """Draw the name, symbols or cost, range, damage, the K.O. mark and the type; the effect below."""
    printed = PRINTED[attack]
    sheet, faint = Collage(layout.ROOM, height(description)), look == "faint"
    sheet.put(_frame(state, faint, reaches, sheet.height, theme), layout.ROOM / 2, sheet.height / 2)

    def put(sign: Sprite, left: float) -> None:
        sheet.put(_faint(sign) if faint else sign, left + sign.width / 2, MIDDLE)

    def write(string: str, weight: fonts.Weight, size: int, left: float, y: float, ink: Colour) -> None:
        text_fitting.put_left(sheet, string, weight, size, left, y, colors.faint(ink, theme) if faint else ink)

    if paid:
        put(tick(theme), LEFT - 2)
    begin = LEFT + (_TICK if paid else 0)
    title, size = fonts.fit(name, "Bold", _NAME, places.symbols - begin - 8, layout.SMALL)
    write(title, "Bold", size, begin, MIDDLE, theme.text)
    put(_symbols(printed.symbols or printed.cost), places.symbols)
    put(_range(attack, reaches, theme), places.reach)
    put(_cubes(printed.heavy, printed.light, theme), places.pool)
    wide = fonts.width(kind, "SemiBold", layout.SMALL)
    write(kind, "SemiBold", layout.SMALL, layout.ROOM - LEFT - wide, MIDDLE, theme.muted)
    put(icon_sprite(drawings.TYPES[printed.type], 28, theme.muted, theme.card), layout.ROOM - LEFT - wide - 34)
    if printed.ko:
        put(_ko(), layout.ROOM - LEFT - wide - 50 - signs.ko_width(_KO))
    for line, y in text_places(text_lines(description)):
        write(line, "Medium", layout.SMALL, LEFT, y, theme.text)
    return sheet.sprite()


@lru_cache(64)
def _frame(state: State, faint: bool, reaches: bool, high: int, theme: Theme) -> Sprite:
    sketch = Sketch(layout.ROOM, high)
    quiet = colors.in_range(theme) if reaches else theme.groove
    frame(sketch, state, theme.card, quiet, theme, 4 if reaches else 2.5, faint=faint)
    return sketch.sprite()


@lru_cache(128)
def _faint(sign: Sprite) -> Sprite:
    return see_through(sign, colors.FADED)


@lru_cache(64)
def _symbols(symbols: tuple[str, ...]) -> Sprite:
    sketch = Sketch(math.ceil(len(symbols) * _HALF * 2.16), 2 * _HALF)
    signs.put_symbols(sketch, symbols, 0, _HALF, _HALF)
    return sketch.sprite()


@lru_cache(64)
def _range(attack: str, reaches: bool, theme: Theme) -> Sprite:
    printed = PRINTED[attack]
    sketch = Sketch(math.ceil(signs.range_width(printed, _RANGE)), _RANGE + 1)
    signs.put_range(sketch, printed, 0, sketch.height / 2, _RANGE, reaches, theme)
    return sketch.sprite()


@lru_cache(64)
def _cubes(heavy: int, light: int, theme: Theme) -> Sprite:
    sketch = Sketch(max(1, math.ceil(signs.cubes_width(heavy, light, _CUBE))), 2 * _CUBE + 2)
    signs.put_cubes(sketch, heavy, light, 0, sketch.height / 2, _CUBE, theme)
    return sketch.sprite()


@lru_cache(1)
def _ko() -> Sprite:
    sketch = Sketch(math.ceil(signs.ko_width(_KO)), _KO)
    signs.put_ko(sketch, 0, _KO / 2, _KO)
    return sketch.sprite()


@lru_cache(4)
def tick(theme: Theme) -> Sprite:
    """The sign that the hand covers the cost."""
    sketch = Sketch(32, 32)
    sketch.disc(16, 16, 16, theme.text)
    put_icon(sketch, drawings.TICK, 22, 16, 16, theme.card, theme.card)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample cards for the palette."""
    shown = [PRINTED[one] for one in ("peat_elbow", "snuffed_wick", "doom", "coil")]
    places = columns(shown, str, ticks=True)
    one, two, three, four = shown
    return [
        card(one, "ready", theme, str, places, reaches=True),
        card(two, "target", theme, str, places, reaches=False),
        card(three, "chosen", theme, str, places, reaches=False, paid=True),
        card(four, "ready", theme, str, places, reaches=None, paid=False),
    ]
