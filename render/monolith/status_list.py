"""The tiles on the board in words: space, name and state, for which tiles have no room."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final

from engine.core.text import Say, Text, text
from engine.monolith.data.components import TRAITS
from engine.monolith.data.content import kind_of
from engine.monolith.view import MonolithView, TokenView
from render.image import fonts, text_fitting
from render.image.sprites import LazySprite, Sketch, Sprite
from render.monolith import words
from render.monolith.pen import LEAST, put_emblem
from render.palette import Theme

LINE: Final = (470, 44)
_INDENT: Final = 84
_NAME_AT_LEAST: Final = 10
_TRAITS: Final[dict[str, Text]] = {
    **{one.id: one.title for one in TRAITS.values() if one.title},
    "penetration": text("Penetration"),
    "regeneration": text("Regeneration"),
}


def listed(view: MonolithView) -> list[TokenView]:
    """The tiles worth listing, by owner and space: all but Banners without markers and effects."""
    found = [token for token in view.tokens if token.kind != "banner" or _states(token)]
    return sorted(found, key=lambda token: (token.owner, token.at))


def line(token: TokenView, theme: Theme, say: Say) -> Sprite:
    states = [say(one) for one in _states(token)]
    names = say(words.name(token.id)), say(words.short_name(token.id))
    return _line(token.owner, token.at, names, tuple(states), theme)


def _states(token: TokenView) -> list[Text]:
    """The tile's markers and the effects of other tiles, in words."""
    found: list[Text] = []
    if token.wounds:
        found.append(text("wounds: {n}", n=token.wounds))
    if token.poison:
        found.append(text("poison: {n}", n=token.poison))
    if token.netted:
        found.append(text("netted"))
    if token.disarmed:
        found.append(text("disarmed"))
    if token.trench:
        found.append(text("entrenched"))
    own = kind_of(token.id).traits
    return found + [_TRAITS[one] for one in dict.fromkeys(token.traits) if one not in own and one in _TRAITS]


@lru_cache(2048)
def _line(owner: int, at: str, names: tuple[str, str], states: tuple[str, ...], theme: Theme) -> Sprite:
    return LazySprite(*LINE, partial(_drawn, owner, at, names, states, theme))


@lru_cache(128)
def _drawn(owner: int, at: str, names: tuple[str, str], states: tuple[str, ...], theme: Theme) -> Sprite:
    width, height = LINE
    sketch = Sketch(width, height)
    middle, room = height / 2, width - _INDENT
    put_emblem(sketch, owner, 16, middle, 14, theme.seats[owner].rim)
    put_emblem(sketch, owner, 16, middle, 11, theme.seats[owner].fill)
    text_fitting.put_left(sketch, at, "Bold", LEAST, 40, middle, theme.muted)
    full, short = names
    shown, size = fonts.fit(
        short if states or fonts.width(full, "SemiBold", LEAST) > room else full,
        "SemiBold",
        LEAST,
        room,
        _NAME_AT_LEAST,
    )
    end = text_fitting.put_left(sketch, shown, "SemiBold", size, _INDENT, middle, theme.text)
    while states and fonts.width(", ".join(states), "Medium", LEAST) > width - end - 12:
        states = states[:-1]
    if states:
        text_fitting.put_left(sketch, ", ".join(states), "Medium", LEAST, end + 12, middle, theme.muted)
    return sketch.sprite()
