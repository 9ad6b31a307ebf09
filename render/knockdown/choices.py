"""Skills and fighters: to be chosen before the first round, and the skills of a panel."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Final, Literal

from engine.core.text import Say
from engine.knockdown.view import PRINTED_FIGHTERS, PRINTED_SKILLS
from render import cards, fonts, lines
from render.icons import put_icon
from render.knockdown import drawings, hues, layout
from render.knockdown.figures import put_figure
from render.knockdown.pointed import State, frame
from render.palette import Theme, mix
from render.sprites import LazySprite, Sketch, Sprite

SLOT: Final = (460, 118)
"""A skill in a panel."""
How = Literal["up", "down", "offer"]


def skill(skill: str, how: How, state: State, theme: Theme, say: Say) -> Sprite:
    """Face up, face down for the one who may look at it, or on offer."""
    printed = PRINTED_SKILLS[skill]
    told = say(printed.text) if printed.text.msgid else ""
    return _skill(skill, how, state, say(printed.name), told, theme)


@lru_cache(512)
def _skill(skill: str, how: How, state: State, name: str, told: str, theme: Theme) -> Sprite:
    size = layout.CARD if how == "offer" else SLOT
    return LazySprite(*size, partial(_drawn_skill, skill, how, state, name, told, theme))


@lru_cache(16)
def _drawn_skill(skill: str, how: How, state: State, name: str, told: str, theme: Theme) -> Sprite:
    """The initiative and the name above, the benefit below."""
    width, height = layout.CARD if how == "offer" else SLOT
    large = how == "offer"
    sketch = Sketch(width, height)
    down = how == "down"
    frame(sketch, state, hues.quiet(theme) if down else mix(theme.card, theme.plate, 0.5), theme.groove, theme)
    ink = mix(theme.text, theme.muted, 0.7) if down else theme.text
    top, r = (34, 21) if large else (23, 15)
    left = 18 if large else 12
    sketch.disc(left + r, top, r, theme.groove)
    sketch.words(str(PRINTED_SKILLS[skill].initiative), "Bold", round(r * 1.3), left + r, top, theme.text)
    room = width - left - 2 * r - 26 - (30 if down else 0)
    title, size = fonts.fit(name, "Bold", 32 if large else 25, room, 16)
    lines.put_left(sketch, title, "Bold", size, left + 2 * r + 10, top, ink)
    if down:
        put_icon(sketch, drawings.FACE_DOWN, 24, width - 26, top, theme.muted, theme.card)
    begin = 60 if large else 42
    found, size = lines.paragraph(told, (28 if large else 22, 13), width - 2 * left, height - begin - 8)
    lines.put_paragraph(sketch, found, "Medium", size, left, begin + len(found) * size * 0.58, ink)
    return sketch.sprite()


@lru_cache(16)
def back(name: str, theme: Theme) -> Sprite:
    """A skill of which only the back is seen."""
    width, height = SLOT
    sketch = Sketch(width, height)
    cards.frame(sketch, hues.quiet(theme), theme.groove)
    line, size = fonts.fit(name, "SemiBold", 26, width - 120, 15)
    left = (width - fonts.width(line, "SemiBold", size) - 52) / 2
    put_icon(sketch, drawings.FACE_DOWN, 38, left + 19, height / 2, theme.muted, theme.card)
    lines.put_left(sketch, line, "SemiBold", size, left + 52, height / 2, theme.muted)
    return sketch.sprite()


@lru_cache(8)
def nothing(width: int, height: int, theme: Theme) -> Sprite:
    """A place where a card is still to come."""
    return cards.dotted(width, height, theme.groove)


def fighter(fighter: str, state: State, theme: Theme, say: Say) -> Sprite:
    """A fighter on offer."""
    printed = PRINTED_FIGHTERS[fighter]
    told = say(printed.ability_text) if printed.ability_text.msgid else ""
    return _fighter(fighter, state, say(printed.name), say(printed.ability), told, theme)


@lru_cache(64)
def _fighter(fighter: str, state: State, name: str, ability: str, told: str, theme: Theme) -> Sprite:
    return LazySprite(*layout.CARD, partial(_drawn_fighter, fighter, state, name, ability, told, theme))


@lru_cache(8)
def _drawn_fighter(fighter: str, state: State, name: str, ability: str, told: str, theme: Theme) -> Sprite:
    """The emblem, the name, the ability."""
    width, height = layout.CARD
    sketch = Sketch(width, height)
    frame(sketch, state, theme.card, theme.groove, theme)
    put_figure(sketch, fighter, "disc", 54, 50, 38, hues.team(None, theme))
    left, room = 106, width - 122
    title, size = fonts.fit(name, "Bold", 33, room, 20)
    lines.put_left(sketch, title, "Bold", size, left, 32, theme.text)
    line, size = fonts.fit(ability, "SemiBold", 25, room, 15)
    lines.put_left(sketch, line, "SemiBold", size, left, 66, theme.muted)
    found, size = lines.paragraph(told, (26, 13), width - 36, height - 106)
    lines.put_paragraph(sketch, found, "Medium", size, 18, 98 + len(found) * size * 0.58, theme.text)
    return sketch.sprite()


def ability(fighter: str, seat: int, theme: Theme, say: Say) -> Sprite:
    """The own fighter's ability, over the special attacks."""
    printed = PRINTED_FIGHTERS[fighter]
    told = say(printed.ability_text) if printed.ability_text.msgid else ""
    return _ability(fighter, seat, say(printed.ability), told, theme)


@lru_cache(16)
def _ability(fighter: str, seat: int, name: str, told: str, theme: Theme) -> Sprite:
    width, height = layout.ROOM, layout.ABILITY
    sketch = Sketch(width, height)
    cards.frame(sketch, theme.card, mix(hues.team(seat, theme).fill, theme.card, 0.45))
    put_icon(sketch, drawings.FIGHTERS[fighter], 54, 44, height / 2, theme.text, theme.groove)
    found, size = lines.fitted(name, "Bold", (28, 20), 190)
    for n, line in enumerate(found):
        y = height / 2 + (n - (len(found) - 1) / 2) * size * 1.05
        lines.put_left(sketch, line, "Bold", size, 84, y, theme.text)
    body, size = lines.paragraph(told, (26, 14), width - 306, height - 14)
    lines.put_paragraph(sketch, body, "Medium", size, 288, height / 2, theme.text)
    return sketch.sprite()


def specimens(theme: Theme) -> list[Sprite]:
    """Some for the palette."""
    made = [skill("thick_hide", "up", "ready", theme, str), skill("merciless", "down", "target", theme, str)]
    return [*made, back("Abc", theme), fighter("mistling", "ready", theme, str)]
