"""The viewer's hand: every card with its symbols and name, and the elixirs."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ATTACKS, PRINTED_ELIXIRS
from render.image import fonts, text_fitting
from render.image.sprites import Collage, Sketch, Sprite
from render.knockdown import layout, signs
from render.knockdown.pointed import State, edge, frame
from render.palette import Theme

COLUMNS: Final = 4
CARD: Final = ((layout.ROOM + 6) // COLUMNS - 6, 90)
"""Width and height of a card in hand."""
ELIXIR: Final = 46
"""Height of an elixir."""
_HALF: Final = 19


def card(card: str, state: State, theme: Theme, say: Say) -> Sprite:
    return _card(card, state, say(PRINTED_ATTACKS[card].name), theme)


@lru_cache(1024)
def _card(card: str, state: State, name: str, theme: Theme) -> Sprite:
    """A card with its symbols in a column and the name beside them in one or two lines, composed of cached sprites."""
    width, high = CARD
    sheet = Collage(width, high)
    sheet.put(_frame(state, theme), width / 2, high / 2)
    symbols = PRINTED_ATTACKS[card].symbols
    for n, symbol in enumerate(symbols):
        y = high / 2 + (n - (len(symbols) - 1) / 2) * (2 * _HALF + 3)
        sheet.put(_symbol(symbol), 10 + _HALF, y)
    found = fonts.lines(name, "SemiBold", layout.SMALL, width - 2 * _HALF - 26)
    for n, line in enumerate(found):
        y = high / 2 + (n - (len(found) - 1) / 2) * 32
        text_fitting.put_left(sheet, line, "SemiBold", layout.SMALL, 18 + 2 * _HALF, y, theme.text)
    return sheet.sprite()


@lru_cache(16)
def _frame(state: State, theme: Theme) -> Sprite:
    sketch = Sketch(*CARD)
    frame(sketch, state, theme.card, theme.edge, theme)
    return sketch.sprite()


@lru_cache(16)
def _symbol(symbol: str) -> Sprite:
    size = 2 * _HALF + 2  # the soft edge reaches one pixel further
    sketch = Sketch(size, size)
    signs.put_symbol(sketch, symbol, size / 2, size / 2, _HALF)
    return sketch.sprite()


def elixir(elixir: str, state: State, theme: Theme, say: Say) -> Sprite:
    return _elixir(elixir, state, say(PRINTED_ELIXIRS[elixir].name), theme)


@lru_cache(64)
def _elixir(elixir: str, state: State, name: str, theme: Theme) -> Sprite:
    sketch = Sketch(CARD[0], ELIXIR)
    frame(sketch, state, theme.card, theme.edge, theme)
    signs.put_token(sketch, elixir, 29, ELIXIR / 2, 18, theme, edge(state, theme))
    text_fitting.put_left(sketch, name, "SemiBold", layout.SMALL, 56, ELIXIR / 2, theme.text)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample cards for the palette."""
    return [card("oak_heel", "ready", theme, str), elixir("bile", "target", theme, str)]
