"""The current attack, large, in the middle of the board."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.knockdown.data.components import TYPES
from engine.knockdown.view import AttackUnderway, KnockdownView
from render import card_rows
from render.image import fonts, text_fitting
from render.image.icons import put_icon
from render.image.sprites import Collage, Sketch, Sprite
from render.knockdown import attacks, drawings, layout, signs, words
from render.knockdown.figures import SHAPES, put_figure
from render.palette import Colour, Theme

_LEFT: Final = 72
_LINE: Final = 31
_TITLE: Final = 68
"""The height of the attack's title, which holds everything but lines of text."""
_HALF_SYMBOL: Final = 17


def attack(view: KnockdownView, theme: Theme, say: Say) -> Sprite:
    """The attack declared last; once its test is rolled, the dice take the place of its effect."""
    now = view.attacks[-1]
    printed = attacks.PRINTED[now.attack]
    description = say(printed.text) if printed.text.msgid and not view.roll else ""
    label = say(words.DEALT if now.dealt else words.DEALS)
    labels = say(printed.name), say(TYPES[printed.type]), description, say(words.source(view, now)), label
    return _attack(now, view.seats[now.seat].fighter, labels, theme)


@lru_cache(64)
def _attack(now: AttackUnderway, fighter: str, labels: tuple[str, ...], theme: Theme) -> Sprite:
    """The current attack; `labels` are its name, its type, its effect, its source and the word before the damage."""
    name, kind, effect, source, label = labels
    printed, team = attacks.PRINTED[now.attack], theme.teams[now.seat]
    width, high = layout.ROOM, layout.BAND.height
    sheet = Collage(width, high)
    sheet.put(_frame(theme.card, team.fill), width / 2, high / 2)
    sketch = Sketch(width, _TITLE)
    put_figure(sketch, fighter, SHAPES[now.seat], 38, 34, 26, team)
    x = text_fitting.put_left(sheet, name, "Bold", 34, _LEFT, 31, theme.text) + 34
    put_icon(sketch, drawings.TYPES[printed.type], 28, x, 31, theme.muted, theme.card)
    text_fitting.put_left(sheet, kind, "SemiBold", layout.SMALL, x + 20, 31, theme.muted)
    right = width - 16.0
    if printed.ko:
        right -= signs.ko_width(42)
        signs.put_ko(sketch, right, 31, 42)
        right -= 14
    if printed.heavy + printed.light + now.heavy + now.light:
        right -= max(signs.cubes_width(now.heavy, now.light, 20), fonts.width("0", "Bold", 34))
        if now.heavy + now.light:
            signs.put_cubes(sketch, now.heavy, now.light, right, 31, 20, theme)
        else:
            text_fitting.put_left(sheet, "0", "Bold", 34, right, 31, theme.text)
        right -= fonts.width(label, "SemiBold", layout.SMALL) + 10
        text_fitting.put_left(sheet, label, "SemiBold", layout.SMALL, right, 31, theme.muted)
    sheet.put(sketch.sprite(), width / 2, _TITLE / 2)
    lines = fonts.lines(effect, "Medium", layout.SMALL, width - 36)
    y = {0: 88.0, 1: 76.0}.get(len(lines), 70.0)
    for n, line in enumerate(lines):
        text_fitting.put_left(sheet, line, "Medium", layout.SMALL, 18, y + n * _LINE, theme.text)
    line, _ = fonts.fit(source, "SemiBold", layout.SMALL, width - 36, layout.SMALL)
    y = high - (20 if len(lines) > 1 else 30)
    text_fitting.put_left(sheet, line, "SemiBold", layout.SMALL, 18, y, theme.muted)
    if printed.cost and not now.paid:
        end = 18 + fonts.width(line, "SemiBold", layout.SMALL)
        row = Sketch(width, 2 * _HALF_SYMBOL + 2)  # the symbols' soft edges reach one pixel further
        signs.put_symbols(row, printed.cost, end + 14, row.height / 2, _HALF_SYMBOL)
        sheet.put(row.sprite(), width / 2, y)
    return sheet.sprite()


@lru_cache(16)
def _frame(fill: Colour, edge: Colour) -> Sprite:
    sketch = Sketch(layout.ROOM, layout.BAND.height)
    card_rows.frame(sketch, fill, edge, line=5, corner=18)
    return sketch.sprite()
