"""The strip between the arena and the lower panel: the current attack, or piles, the last test and the legend."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import CANDLES, PRINTED_ELIXIRS, PRINTED_TOKENS, KnockdownView, RollView
from render.image import fonts, text_fitting
from render.image.canvas import Canvas, Rows
from render.image.icons import Drawing, icon_sprite, put_icon
from render.image.sprites import Collage, LazySprite, Sketch, Sprite
from render.knockdown import board, current_attack, drawings, layout, panels, signs, words
from render.knockdown.figures import SHAPES
from render.palette import Theme
from render.picture import NO_MARKS

_LINE: Final = 50
_DICE: Final = 800
_STEP: Final = 40
"""Distance between four lines."""
_SIGN: Final = 36
"""Width of a sign in the legend."""
_BESIDE: Final = 24
"""Space between a legend's text and the next sign."""
_LEGEND: Final = 2
"""Number of lines of the legend."""
_Meaning = tuple[str, str]
"""A sign and its text."""


def spare(view: KnockdownView) -> Rows:
    """The rows of the banner and those of the legend, which a panel may leave out."""
    banner = 0, layout.BANNER.bottom + 4
    if view.phase == "fighters" or view.attacks:
        return (banner,)
    step, top = _lines(view)
    return banner, (top + (1 + bool(view.roll)) * step, layout.BAND.bottom)


def _lines(view: KnockdownView) -> tuple[int, int]:
    """Distance between lines and upper edge of the first one, without a current attack."""
    box, step = layout.BAND, _STEP if view.roll else _LINE
    return step, box.y + (box.height - (_LEGEND + 1 + bool(view.roll)) * step) // 2 - (_LINE - step) // 2


def put_band(canvas: Canvas, view: KnockdownView, theme: Theme, say: Say) -> None:
    box = layout.BAND
    if view.attacks:
        canvas.put(current_attack.attack(view, theme, say), box.x, box.y)
        if view.roll:
            canvas.put(_dice(view.roll, say(words.TEST), theme), box.x + 14, box.y + _LINE + 4)
        return
    step, top = _lines(view)
    if view.phase == "skills":
        canvas.put(_words(say(words.INITIATIVE), theme), box.x, top)
    else:
        numbers = (view.deck, len(view.discards), _distance(view), view.candles)
        names = tuple(say(name) for name in (words.DECK, words.DISCARDS, words.DISTANCE, words.CANDLES))
        canvas.put(_piles(names, numbers, theme), box.x, top)
    if view.roll:
        top += step
        canvas.put(_dice(view.roll, say(words.LAST_TEST), theme), box.x, top)
    for line in _legend_lines(_meanings(view, say)):
        top += step
        canvas.put(_legend(line, theme), box.x, top)


def _distance(view: KnockdownView) -> int:
    one, two = (seat.at for seat in view.seats)
    return abs(int(one[1:]) - int(two[1:])) + (one[0] != two[0])


@lru_cache(16)
def _words(string: str, theme: Theme) -> Sprite:
    sketch = Sketch(layout.ROOM, _LINE)
    line, size = fonts.fit(string, "SemiBold", 32, layout.ROOM - 8, layout.SMALL)
    text_fitting.put_left(sketch, line, "SemiBold", size, 4, _LINE / 2, theme.text)
    return sketch.sprite()


@lru_cache(512)
def _piles(names: tuple[str, ...], numbers: tuple[int, ...], theme: Theme) -> Sprite:
    """Draw the numbers of cards in the piles, the distance of the fighters and the number of candles drawn."""
    sheet = Collage(layout.ROOM, _LINE)
    figures = [*map(str, numbers[:-1]), f"{numbers[-1]}/{CANDLES}"]
    icons: list[Drawing | None] = [drawings.DECK, drawings.DISCARDS, drawings.DISTANCE, None]
    widths = [
        44 + fonts.width(name, "SemiBold", layout.SMALL) + 10 + fonts.width(number, "Bold", 34)
        for name, number in zip(names, figures, strict=True)
    ]
    gap = (layout.ROOM - 8 - sum(widths)) / (len(widths) - 1)
    x, y = 4.0, _LINE / 2
    for icon, name, number, wide in zip(icons, names, figures, widths, strict=True):
        sheet.put(icon_sprite(icon, 34, theme.muted, theme.card) if icon else _candle(theme), x + 18, y)
        end = text_fitting.put_left(sheet, name, "SemiBold", layout.SMALL, x + 44, y, theme.muted)
        text_fitting.put_left(sheet, number, "Bold", 34, end + 10, y, theme.text)
        x += wide + gap
    return sheet.sprite()


@lru_cache(8)
def _candle(theme: Theme) -> Sprite:
    sketch = Sketch(_LINE, _LINE)
    board.put_candle(sketch, _LINE / 2, _LINE / 2, 20, theme)
    return sketch.sprite()


@lru_cache(1024)
def _dice(roll: RollView, title: str, theme: Theme) -> Sprite:
    return LazySprite(_DICE, _LINE, partial(_drawn_dice, roll, title, theme))


@lru_cache(8)
def _drawn_dice(roll: RollView, title: str, theme: Theme) -> Sprite:
    """Draw the last test: fighter, dice, total to reach, result."""
    sketch = Sketch(_DICE, _LINE)
    y, own = _LINE / 2, theme.teams[roll.seat]
    x = text_fitting.put_left(sketch, title, "SemiBold", layout.SMALL, 4, y, theme.muted) + 32
    sketch.shape(SHAPES[roll.seat], x, y, 17, own.rim)
    sketch.shape(SHAPES[roll.seat], x, y, 14, own.fill)
    x += 48
    for value in roll.dice:
        signs.put_die(sketch, value, x, y, 21, theme)
        x += 48
    x -= 16
    if roll.bonus:
        x = text_fitting.put_left(sketch, f"{roll.bonus:+d}".replace("-", "−"), "Bold", 30, x, y, theme.muted) + 14
    x = text_fitting.put_left(sketch, "=", "Bold", 30, x, y, theme.muted) + 12
    x = text_fitting.put_left(sketch, f"{sum(roll.dice) + roll.bonus}", "Bold", 38, x, y, theme.text) + 14
    sign = "≥" if roll.passed else "<"
    x = text_fitting.put_left(sketch, f"{sign} {roll.total}", "Bold", 32, x, y, theme.muted) + 36
    sketch.disc(x, y, 20, theme.badge)
    sketch.disc(x, y, 18, theme.on_badge)
    put_icon(sketch, drawings.TICK if roll.passed else drawings.CROSS, 28, x, y, theme.badge, theme.badge)
    return sketch.sprite()


def _meanings(view: KnockdownView, say: Say) -> tuple[_Meaning, ...]:
    """The signs that are visible, with their texts: those of the arena first, then tokens."""
    found = [("start", say(words.START))]
    if view.dark:
        found.append(("dark", say(words.DARK)))
    held = [token for seat in view.seats for token, _ in panels.tokens(view, seat, NO_MARKS)]
    printed = PRINTED_TOKENS | PRINTED_ELIXIRS
    found += [(token, say(printed[token].name)) for token in dict.fromkeys(held) if token in printed]
    if any(seat.victories for seat in view.seats):
        found.append(("victory", say(PRINTED_TOKENS["victory"].name)))
    found += [("heavy", say(words.HEAVY)), ("light", say(words.LIGHT))]
    if any(seat.fighter for seat in view.seats) and view.phase == "turn":
        found += [("paid", say(words.PAYABLE)), ("ready", say(words.READY))]
    return tuple(found)


@lru_cache(256)
def _legend_lines(meanings: tuple[_Meaning, ...]) -> tuple[tuple[_Meaning, ...], ...]:
    """The legend's signs in lines, as many lines as there is room for."""
    found: list[list[_Meaning]] = [[]]
    x = 4
    for one in meanings:
        wide = _SIGN + 8 + fonts.width(one[1], "SemiBold", layout.SMALL)
        if x + wide > layout.ROOM:
            if len(found) == _LEGEND:
                break
            found.append([])
            x = 4
        found[-1].append(one)
        x += wide + _BESIDE
    return tuple(map(tuple, found))


@lru_cache(256)
def _legend(meanings: tuple[_Meaning, ...], theme: Theme) -> Sprite:
    sheet = Collage(layout.ROOM, _LINE)
    x, y = 4.0, _LINE / 2
    for sign, name in meanings:
        sheet.put(_sign(sign, theme), x + _SIGN / 2, y)
        x = text_fitting.put_left(sheet, name, "SemiBold", layout.SMALL, x + _SIGN + 8, y, theme.muted) + _BESIDE
    return sheet.sprite()


@lru_cache(64)
def _sign(sign: str, theme: Theme) -> Sprite:
    size = _SIGN + 2
    sketch = Sketch(size, size)
    _SIGNS.get(sign, partial(_put_token, sign))(sketch, size / 2, size / 2, theme)
    return sketch.sprite()


def _put_token(token: str, sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    signs.put_token(sketch, token, x, y, 17, theme)


def _put_chip(kind: panels.Special, sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    ground, edge, _ = panels.special_colours(kind, theme)
    sketch.box(x - 17, y - 14, 34, 28, 9, edge)
    sketch.box(x - 14, y - 11, 28, 22, 7, ground)


def _put_cube(kind: str, sketch: Sketch, x: float, y: float, theme: Theme) -> None:
    signs.put_cube(sketch, kind, x, y, 17, theme)


_SIGNS: Final[dict[str, Callable[[Sketch, float, float, Theme], None]]] = {
    "start": lambda sketch, x, y, theme: board.put_start(sketch, x, y, 16, theme),
    "dark": lambda sketch, x, y, theme: board.put_dark(sketch, x, y, 16, theme),
    "victory": panels.put_trophy,
    "heavy": partial(_put_cube, "heavy"),
    "light": partial(_put_cube, "light"),
    "paid": partial(_put_chip, "paid"),
    "ready": partial(_put_chip, "ready"),
}


def specimens(theme: Theme) -> list[Sprite]:
    """Sample sprites for the palette."""
    return [
        _dice(RollView(0, (1, 4, 6), 1, 9, True), "Abc", theme),
        _dice(RollView(1, (2, 3, 5), 0, 14, False), "Abc", theme),
        _piles(("Abc", "Abc", "Abc", "Abc"), (12, 3, 8, 1), theme),
        _legend(
            (
                ("start", "Abc"),
                ("dark", "Abc"),
                ("curse", "Abc"),
                ("heavy", "Abc"),
                ("light", "Abc"),
                ("paid", "Abc"),
                ("ready", "Abc"),
            ),
            theme,
        ),
    ]
