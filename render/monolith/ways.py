"""The rotations of a tile, each as a small tile with its number and the tiles it would hit, net or affect."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.core.text import Say, Text, text
from engine.monolith.view import TokenView, Trial, Turning
from render import card_rows
from render.image import fonts
from render.image.sprites import Sketch, Sprite, group
from render.image.sprites import words as lettering
from render.monolith.pen import LEAST
from render.monolith.tokens import small
from render.palette import Theme

WIDTH: Final = 154
_TOP: Final = 200
"""The upper edge of the text."""
_LINE: Final = 32
_MOST: Final = 3


def ways(turning: Turning, theme: Theme, say: Say) -> list[Sprite]:
    """All rotations as cards of equal height."""
    texts = [_words(trial, say) for trial in turning.ways]
    height = _TOP - 6 + _LINE * max(1, *map(len, texts), 0)
    return [
        _way(trial.token, number(trial.code), words, height, theme)
        for trial, words in zip(turning.ways, texts, strict=True)
    ]


def _words(trial: Trial, say: Say) -> tuple[str, ...]:
    """The tiles it would hit, net or affect, in lines."""
    lines: list[Text] = []
    if trial.hits:
        lines.append(text("hits {fields}", fields=" ".join(trial.hits).lower()))
    elif trial.token.initiative:
        lines.append(text("no hits"))
    if trial.nets:
        lines.append(text("nets {fields}", fields=" ".join(trial.nets)))
    if trial.reaches:
        lines.append(text("reaches {fields}", fields=" ".join(trial.reaches)))
    found = [line for one in lines for line in fonts.lines(say(one), "SemiBold", LEAST, WIDTH - 16)]
    return tuple(found[:_MOST])


def number(code: str) -> str:
    """The number of a rotation among the options: r0 is the first."""
    return str(int(code.removeprefix("r")) + 1)


@lru_cache(1024)
def _way(token: TokenView, numbered: str, lines: tuple[str, ...], height: int, theme: Theme) -> Sprite:
    top = _TOP - height // 2
    texts = [(lettering(line, "SemiBold", LEAST, theme.text), 0, top + n * _LINE) for n, line in enumerate(lines)]
    return group((_frame(numbered, height, theme), 0, 0), (small(token, 68, theme), 0, 106 - height // 2), *texts)


@lru_cache(64)
def _frame(numbered: str, height: int, theme: Theme) -> Sprite:
    """A card with its number in the corner."""
    sketch = Sketch(WIDTH, height)
    card_rows.frame(sketch, theme.card, theme.target, line=5, corner=16)
    sketch.disc(29, 29, 21, theme.target)
    sketch.words(numbered, "Bold", 34, 29, 29, theme.on_target)
    return sketch.sprite()
