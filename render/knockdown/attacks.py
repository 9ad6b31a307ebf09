"""Attack cards that lie open and special attacks: all that is printed on them, to be read on a phone."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_FIGHTERS, AttackView
from render import fonts, lines
from render.icons import put_icon
from render.knockdown import drawings, hues, layout, signs, words
from render.knockdown.pointed import State, frame
from render.palette import Theme, mix
from render.sprites import LazySprite, Sketch, Sprite

SPECIALS: Final = {one.id: one for fighter in PRINTED_FIGHTERS.values() for one in fighter.specials}
PRINTED: Final = PRINTED_ATTACKS | SPECIALS
_LEFT: Final = 18
_NAME: Final = 28
_SIGNS: Final = 72
_TEXT: Final = 98
"""How far down these stand; the last is where the words begin."""
_TAG: Final = 150
"""At most so wide is the name of a type."""


def card(
    attack: AttackView, state: State, theme: Theme, say: Say, *, reaches: bool, paid: bool | None = None
) -> Sprite:
    """`reaches`: it can hit now. `paid`, of a special attack: whether the hand covers its cost."""
    kind, name, told = say(words.TYPES[attack.type]), say(attack.name), say(attack.text) if attack.text.msgid else ""
    return _card(attack.id, state, kind, name, told, reaches, paid, theme)


@lru_cache(2048)
def _card(
    attack: str, state: State, kind: str, name: str, told: str, reaches: bool, paid: bool | None, theme: Theme
) -> Sprite:
    return LazySprite(*layout.CARD, partial(_drawn, attack, state, kind, name, told, reaches, paid, theme))


@lru_cache(16)
def _drawn(
    attack: str, state: State, kind: str, name: str, told: str, reaches: bool, paid: bool | None, theme: Theme
) -> Sprite:
    """The name and the type; symbols or cost, range, damage and the K.O. mark; the effect."""
    width, height = layout.CARD
    printed, faint = PRINTED[attack], paid is False
    sketch = Sketch(width, height)
    quiet = theme.ring if reaches else theme.groove
    frame(sketch, state, hues.quiet(theme) if faint else theme.card, quiet, theme, 5 if reaches else 3)
    ink = mix(theme.text, theme.muted, 0.7) if faint else theme.text
    left = float(_LEFT)
    if paid:
        put_tick(sketch, left + 15, _NAME, theme)
        left += 40
    used = _put_type(sketch, printed.type, kind, width - 16, _NAME, theme)
    title, size = fonts.fit(name, "Bold", 31, round(width - left - used - 28), 20)
    lines.put_left(sketch, title, "Bold", size, left, _NAME, ink)
    x = signs.put_symbols(sketch, printed.symbols or printed.cost, _LEFT, _SIGNS, 21)
    x = signs.put_range(sketch, printed, x + 8, _SIGNS, 40, reaches, theme)
    signs.put_cubes(sketch, printed.heavy, printed.light, x + 10, _SIGNS, 20, theme)
    if printed.ko:
        signs.put_ko(sketch, width - 16 - signs.ko_width(38), _SIGNS, 38)
    found, size = lines.paragraph(told, (26, 14), width - 2 * _LEFT, height - _TEXT - 8)
    lines.put_paragraph(sketch, found, "Medium", size, _LEFT, _TEXT + len(found) * size * 0.58, ink)
    return sketch.sprite()


def _put_type(sketch: Sketch, kind: str, name: str, right: float, y: float, theme: Theme) -> float:
    """The type at the right edge, and how much room it takes."""
    line, size = fonts.fit(name, "SemiBold", 23, _TAG, 15)
    wide = fonts.width(line, "SemiBold", size)
    lines.put_left(sketch, line, "SemiBold", size, right - wide, y, theme.muted)
    put_icon(sketch, drawings.TYPES[kind], 26, right - wide - 20, y, theme.muted, theme.card)
    return wide + 34


def put_tick(sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    """The hand covers the cost."""
    sketch.disc(x, y, 16, theme.text)
    put_icon(sketch, drawings.TICK, 22, x, y, theme.card, theme.card)


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    return [
        card(PRINTED["peat_elbow"], "ready", theme, str, reaches=True),
        card(PRINTED["stone_breath"], "target", theme, str, reaches=False),
        card(PRINTED["doom"], "chosen", theme, str, reaches=False, paid=True),
        card(PRINTED["coil"], "ready", theme, str, reaches=False, paid=False),
    ]
