"""Choices before the first round: fighters on the board, skills as a list."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.knockdown.view import PRINTED_ELIXIRS, PRINTED_FIGHTERS, PRINTED_SKILLS
from render.image import fonts, text_fitting
from render.image.icons import put_icon
from render.image.sprites import LazySprite, Sketch, Sprite
from render.knockdown import colors, drawings, layout, signs
from render.knockdown.figures import put_figure
from render.knockdown.listing import LEFT, MIDDLE, height, put_text, text_lines
from render.knockdown.pointed import State, frame
from render.palette import Theme, mix

How = Literal["up", "down"]
_SPECIAL: Final = 38
"""Height of a special attack on a fighter's card."""
_KO: Final = 37
_COST: Final = 12.5
"""Half the side of a cost symbol on a fighter's card."""


def skill(skill: str, how: How, state: State, theme: Theme, say: Say, owner: int | None = None) -> Sprite:
    """A skill card, face up or, for its owner, face down; in the owner's color."""
    printed = PRINTED_SKILLS[skill]
    description = say(printed.text) if printed.text.msgid else ""
    return _skill(skill, how, state, say(printed.name), description, owner, theme)


@lru_cache(512)
def _skill(skill: str, how: How, state: State, name: str, description: str, owner: int | None, theme: Theme) -> Sprite:
    return LazySprite(
        layout.ROOM, height(description), partial(_drawn_skill, skill, how, state, name, description, owner, theme)
    )


@lru_cache(16)
def _drawn_skill(
    skill: str, how: How, state: State, name: str, description: str, owner: int | None, theme: Theme
) -> Sprite:
    """Draw the initiative and the name above, the benefit below."""
    down = how == "down"
    sketch = Sketch(layout.ROOM, height(description))
    quiet = theme.groove if owner is None else mix(theme.teams[owner].fill, theme.card, 0.3)
    frame(sketch, state, colors.quiet(theme) if down else theme.card, quiet, theme)
    sketch.disc(LEFT + 18, MIDDLE, 18, theme.groove)
    initiative = str(PRINTED_SKILLS[skill].initiative)
    sketch.words(initiative, "Bold", layout.SMALL, LEFT + 18, MIDDLE, theme.text)
    title, size = fonts.fit(name, "Bold", 30, layout.ROOM - 140, layout.SMALL)
    text_fitting.put_left(sketch, title, "Bold", size, LEFT + 50, MIDDLE, theme.text)
    if down:
        put_icon(sketch, drawings.FACE_DOWN, 30, layout.ROOM - LEFT - 16, MIDDLE, theme.muted, theme.card)
    put_text(sketch, text_lines(description), theme.text)
    return sketch.sprite()


def elixir(elixir: str, state: State, theme: Theme, say: Say) -> Sprite:
    """The card of an elixir that may be taken."""
    printed = PRINTED_ELIXIRS[elixir]
    return _elixir(elixir, state, say(printed.name), say(printed.text), theme)


@lru_cache(32)
def _elixir(elixir: str, state: State, name: str, description: str, theme: Theme) -> Sprite:
    sketch = Sketch(layout.ROOM, height(description))
    frame(sketch, state, theme.card, theme.groove, theme)
    signs.put_token(sketch, elixir, LEFT + 18, MIDDLE, 17, theme)
    text_fitting.put_left(sketch, name, "Bold", 30, LEFT + 50, MIDDLE, theme.text)
    put_text(sketch, text_lines(description), theme.text)
    return sketch.sprite()


def fighter(fighter: str, state: State, theme: Theme, say: Say, *, free: bool = True) -> Sprite:
    """The card of a fighter to choose; faint if it is taken."""
    printed = PRINTED_FIGHTERS[fighter]
    description = say(printed.ability_text) if printed.ability_text.msgid else ""
    names = tuple(say(one.name) for one in printed.specials)
    return _fighter(fighter, state, free, say(printed.name), say(printed.ability), description, names, theme)


@lru_cache(64)
def _fighter(
    fighter: str,
    state: State,
    free: bool,
    name: str,
    ability: str,
    description: str,
    names: tuple[str, ...],
    theme: Theme,
) -> Sprite:
    drawn = partial(_drawn_fighter, fighter, state, free, name, ability, description, names, theme)
    return LazySprite(*layout.FIGHTER, drawn)


@lru_cache(8)
def _drawn_fighter(
    fighter: str,
    state: State,
    free: bool,
    name: str,
    ability: str,
    description: str,
    names: tuple[str, ...],
    theme: Theme,
) -> Sprite:
    """Draw the emblem, name and ability; below them the special attacks with cost, damage and K.O."""
    width, high = layout.FIGHTER
    sketch = Sketch(width, high)
    frame(sketch, state, theme.card, theme.groove, theme)
    plain = sketch.sheet.copy()
    put_figure(sketch, fighter, "disc", 50, 46, 36, colors.team(None, theme))
    left, room = 98, width - 112
    title, size = fonts.fit(name, "Bold", 34, room, layout.SMALL)
    text_fitting.put_left(sketch, title, "Bold", size, left, 30, theme.text)
    line, size = fonts.fit(ability, "SemiBold", layout.SMALL, room, layout.SMALL)
    text_fitting.put_left(sketch, line, "SemiBold", size, left, 66, theme.muted)
    for n, line in enumerate(fonts.lines(description, "Medium", layout.SMALL, width - 32)):
        text_fitting.put_left(sketch, line, "Medium", layout.SMALL, 16, 102 + n * 29, theme.text)
    specials = PRINTED_FIGHTERS[fighter].specials
    top = high - 6 - _SPECIAL * len(specials)
    for n, (one, special) in enumerate(zip(names, specials, strict=True)):
        y = top + _SPECIAL * (n + 0.5)
        end = text_fitting.put_left(sketch, one, "SemiBold", layout.SMALL, 16, y, theme.text)
        knock = width - 12 - signs.ko_width(_KO)
        if special.ko:
            signs.put_ko(sketch, knock, y, _KO)
        pool = knock - 8 - signs.cubes_width(1, 1, 15)
        if end > pool - 8 - len(special.cost) * _COST * 2.16:
            pool = knock - 6 - signs.cubes_width(special.heavy, special.light, 15)
        signs.put_cubes(sketch, special.heavy, special.light, pool, y, 15, theme)
        signs.put_symbols(sketch, special.cost, pool - 4 - len(special.cost) * _COST * 2.16, y, _COST)
    if not free:
        colors.fade(sketch, plain, theme)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Sample cards for the palette."""
    return [
        skill("thick_hide", "up", "ready", theme, str, 0),
        skill("merciless", "down", "target", theme, str, 1),
        elixir("bile", "ready", theme, str),
    ]


def fighter_specimen(theme: Theme) -> Sprite:
    return fighter("mistling", "ready", theme, str)
