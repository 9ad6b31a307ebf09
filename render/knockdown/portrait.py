"""The card picture of an attack, skill, fighter, token or elixir, with its effect in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PIL import Image, ImageDraw

from engine.core.text import Say, Text
from engine.knockdown.data.components import KNOCK_OUT, TYPES, initiative, range_text
from engine.knockdown.view import (
    PRINTED_ATTACKS,
    PRINTED_ELIXIRS,
    PRINTED_FIGHTERS,
    PRINTED_SKILLS,
    PRINTED_TOKENS,
    SYMBOL_NAMES,
)
from render.image import fonts, text_fitting
from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.knockdown import attacks, board, colors, drawings, signs, words
from render.knockdown.figures import put_figure
from render.palette import Theme

WIDTH: Final = 800
_MOST: Final = 1500
_EDGE: Final = 40
_HEAD: Final = 140
_SIGN: Final = 96
_ROOM: Final = WIDTH - 2 * _EDGE


def paint(component: str, theme: Theme, say: Say) -> Image.Image:
    """The card in full color, as high as its text needs."""
    kind, _, name = component.partition(".")
    printed, painted = _KINDS.get(kind, ({}, _paint_thing))
    if name not in printed:
        raise ValueError(f"Knockdown has no card {component!r}")
    image = Image.new("RGB", (WIDTH, _MOST), theme.card)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 9), fill=theme.ring)
    draw.rectangle((_EDGE, _HEAD - 2, WIDTH - _EDGE, _HEAD), fill=theme.groove)
    end = painted(image, name, theme, say)
    return image.crop((0, 0, WIDTH, round(end) + 30))


def _paint_title(image: Image.Image, sign: Sprite, name: str, under: str, theme: Theme) -> None:
    room = _ROOM - _SIGN - 10
    title, size = fonts.fit(name, "Bold", 50, room, 22)
    text_fitting.paint_left(image, title, "Bold", size, _EDGE, 58, theme.text)
    line, size = fonts.fit(under, "SemiBold", 28, room, 13)
    text_fitting.paint_left(image, line, "SemiBold", size, _EDGE, 106, theme.muted)
    sign.paste_middle(image, WIDTH - _EDGE - _SIGN // 2, 74)


def _paint_text(
    image: Image.Image,
    text: Text,
    top: float,
    theme: Theme,
    say: Say,
    sizes: tuple[int, int] = (34, 18),
    most: int = 420,
) -> float:
    """Draw the sentences at the largest fitting size; returns their lower end."""
    if not text.msgid:
        return top
    found, size = text_fitting.paragraph(say(text), sizes, _ROOM, most)
    for n, line in enumerate(found):
        text_fitting.paint_left(image, line, "Medium", size, _EDGE, top + (n + 0.5) * size * 1.2, theme.text)
    return top + len(found) * size * 1.2


def _icon(drawing: Drawing, theme: Theme) -> Sprite:
    sketch = Sketch(_SIGN, _SIGN)
    put_icon(sketch, drawing, 84, _SIGN / 2, _SIGN / 2, theme.text, theme.groove)
    return sketch.sprite()


def _paint_attack(image: Image.Image, name: str, theme: Theme, say: Say) -> float:
    """Draw symbols, range, damage and the K.O. mark, each with its text; then the effect. Returns the lower end."""
    attack = attacks.PRINTED[name]
    what = words.SPECIAL if attack.cost else words.ATTACK
    under = f"{say(what)} · {say(TYPES[attack.type])}"
    _paint_title(image, _icon(drawings.TYPES[attack.type], theme), say(attack.name), under, theme)
    y = _HEAD + 26.0
    tiles, pool = attack.symbols or attack.cost, (attack.heavy, attack.light)
    title = say(words.COST if attack.cost else words.SYMBOLS)
    names = ", ".join(say(SYMBOL_NAMES[symbol]) for symbol in tiles)
    facts: list[tuple[Callable[[Sketch], object], str]] = [
        (lambda sketch: signs.put_symbols(sketch, tiles, 0, 32, 28), f"{title}: {names}"),
        (
            lambda sketch: signs.put_range(sketch, attack, 0, 32, 52, False, theme),
            say(range_text(attack.range, attack.reach)),
        ),
    ]
    if any(pool):
        text = f"{say(words.DAMAGE)}: {', '.join(say(part) for part in words.damage(attack))}"
        facts.append((lambda sketch: signs.put_cubes(sketch, *pool, 0, 32, 28, theme), text))
    if attack.ko:
        facts.append((lambda sketch: signs.put_ko(sketch, 0, 32, 50), say(KNOCK_OUT)))
    left = _EDGE + 270
    for put, text in facts:
        sketch = Sketch(260, 64)
        put(sketch)
        sketch.sprite().paste(image, _EDGE, round(y))
        found, size = text_fitting.paragraph(text, (30, 15), WIDTH - _EDGE - left, 68)
        for n, line in enumerate(found):
            down = y + 32 + (n - (len(found) - 1) / 2) * size * 1.1
            text_fitting.paint_left(image, line, "SemiBold", size, left, down, theme.text)
        y += 72
    return _paint_text(image, attack.text, y + 14, theme, say)


def _paint_skill(image: Image.Image, name: str, theme: Theme, say: Say) -> float:
    skill = PRINTED_SKILLS[name]
    sign = Sketch(_SIGN, _SIGN)
    sign.disc(_SIGN / 2, _SIGN / 2, 44, theme.groove)
    sign.words(str(skill.initiative), "Bold", 52, _SIGN / 2, _SIGN / 2, theme.text)
    under = f"{say(words.SKILL)} · {say(initiative(skill.initiative))}"
    _paint_title(image, sign.sprite(), say(skill.name), under, theme)
    return max(_HEAD + 160.0, _paint_text(image, skill.text, _HEAD + 26, theme, say, (38, 18)))


def _paint_fighter(image: Image.Image, name: str, theme: Theme, say: Say) -> float:
    """Draw the ability, then each special attack with its cost; returns the lower end."""
    fighter = PRINTED_FIGHTERS[name]
    sign = Sketch(_SIGN, _SIGN)
    put_figure(sign, name, "disc", _SIGN / 2, _SIGN / 2, _SIGN / 2 - 1, colors.team(None, theme))
    _paint_title(image, sign.sprite(), say(fighter.name), say(words.FIGHTER), theme)
    text_fitting.paint_left(image, say(fighter.ability), "Bold", 36, _EDGE, _HEAD + 38, theme.text)
    y = _paint_text(image, fighter.ability_text, _HEAD + 66, theme, say, (28, 16), 140) + 16
    draw = ImageDraw.Draw(image)
    for special in fighter.specials:
        draw.rectangle((_EDGE, y, WIDTH - _EDGE, y + 2), fill=theme.groove)
        sketch = Sketch(_ROOM, 48)
        x = signs.put_symbols(sketch, special.cost, 0, 24, 22)
        x = signs.put_range(sketch, special, x + 10, 24, 42, False, theme)
        x = signs.put_cubes(sketch, special.heavy, special.light, x + 10, 24, 22, theme)
        if special.ko:
            signs.put_ko(sketch, x + 14, 24, 40)
        kind = say(TYPES[special.type])
        wide = fonts.width(kind, "SemiBold", 24)
        title, size = fonts.fit(say(special.name), "Bold", 32, _ROOM - wide - 20, 18)
        text_fitting.paint_left(image, title, "Bold", size, _EDGE, y + 32, theme.text)
        text_fitting.paint_left(image, kind, "SemiBold", 24, WIDTH - _EDGE - wide, y + 32, theme.muted)
        sketch.sprite().paste(image, _EDGE, round(y) + 56)
        y = _paint_text(image, special.text, y + 112, theme, say, (26, 16), 130) + 16
    return y - 10


def _paint_thing(image: Image.Image, name: str, theme: Theme, say: Say) -> float:
    """Draw the text of a token or elixir; returns the lower end."""
    thing = PRINTED_TOKENS.get(name) or PRINTED_ELIXIRS[name]
    sign = Sketch(_SIGN, _SIGN)
    if name == "candle":
        board.put_candle(sign, _SIGN / 2, _SIGN / 2, _SIGN / 2 - 1, theme)
    else:
        signs.put_token(sign, name, _SIGN / 2, _SIGN / 2, _SIGN / 2 - 1, theme)
    under = say(words.ELIXIR if name in PRINTED_ELIXIRS else words.TOKEN)
    _paint_title(image, sign.sprite(), say(thing.name), under, theme)
    return max(_HEAD + 160.0, _paint_text(image, thing.text, _HEAD + 26, theme, say, (38, 18)))


_Painter = Callable[[Image.Image, str, Theme, Say], float]
_KINDS: Final[dict[str, tuple[dict[str, object], _Painter]]] = {
    "attack": (dict(PRINTED_ATTACKS), _paint_attack),
    "special": (dict(attacks.SPECIALS), _paint_attack),
    "skill": (dict(PRINTED_SKILLS), _paint_skill),
    "fighter": (dict(PRINTED_FIGHTERS), _paint_fighter),
    "token": (dict(PRINTED_TOKENS), _paint_thing),
    "elixir": (dict(PRINTED_ELIXIRS), _paint_thing),
}
"""Painter and components by the first part of a component's id."""
