"""The card picture of a tile: its sides, and its abilities in words."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from PIL import Image, ImageDraw

from engine.core.text import Say
from engine.monolith.data.components import KIND_NAMES, Ability, abilities, signs
from engine.monolith.data.content import FACTION_NAME, Kind, kind_of
from engine.monolith.view import unplaced
from render.image import fonts, text_fitting
from render.image.icons import Drawing, put_icon
from render.image.sprites import Sketch, Sprite
from render.monolith import drawings, words
from render.monolith.hands import put_order
from render.monolith.pen import Pen
from render.monolith.sides import put_sign
from render.monolith.tokens import NOBODY, put_token
from render.palette import Team, Theme, mix

WIDTH: Final = 800
_EDGE: Final = 40
_RADIUS: Final = 186
_MIDDLE: Final = 352
"""The vertical center of the tile."""
_FACTS: Final = 438
_BODY: Final = (580, 880)
"""The upper and lower limit of the text."""
_INDENT: Final = 66


def paint(token: str, theme: Theme, say: Say) -> Image.Image:
    """The card in full color, as high as its text needs."""
    kind = kind_of(token)
    image = Image.new("RGB", (WIDTH, _BODY[1] + 20), theme.card)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 9), fill=theme.ring)
    draw.rectangle((_EDGE, 136, WIDTH - _EDGE, 138), fill=theme.groove)
    _paint_title(image, kind, theme, say)
    _likeness(kind, theme).paste_middle(image, 220, _MIDDLE)
    _paint_facts(image, kind, theme, say)
    if not abilities(kind):
        return image.crop((0, 0, WIDTH, _BODY[0] - 10))
    draw.rectangle((_EDGE, 562, WIDTH - _EDGE, 564), fill=theme.groove)
    end = _paint_entries(image, kind, theme, say)
    return image.crop((0, 0, WIDTH, min(image.height, round(end) + 20)))


def team(theme: Theme) -> Team:
    """The colors of a tile without an owner."""
    fill = mix(theme.card, theme.groove, 0.55)
    return Team(fill=fill, rim=theme.ring, ink=theme.text, tint=theme.muted)


def _likeness(token: Kind, theme: Theme) -> Sprite:
    sketch = Sketch(2 * math.ceil(_RADIUS * 0.87) + 8, 2 * _RADIUS + 8)
    x, y = sketch.width / 2, sketch.height / 2
    own = team(theme)
    if token.kind == "order":
        own = Team(fill=own.rim, rim=own.rim, ink=own.ink, tint=own.tint)
        put_order(Pen(sketch, x, y, _RADIUS, own, theme), token.id)
    else:
        put_token(Pen(sketch, x, y, _RADIUS, own, theme), unplaced(token.id, NOBODY), 20)
    return sketch.sprite()


def _paint_title(image: Image.Image, token: Kind, theme: Theme, say: Say) -> None:
    room = WIDTH - 2 * _EDGE
    name, size = fonts.fit(say(words.name(token.id)), "Bold", 48, room, 26)
    text_fitting.paint_left(image, name, "Bold", size, _EDGE, 58, theme.text)
    kind = f"{say(KIND_NAMES[token.kind])} ×{token.count}"
    line, size = fonts.fit(f"{say(FACTION_NAME[token.faction])} · {kind}", "SemiBold", 28, room, 18)
    text_fitting.paint_left(image, line, "SemiBold", size, _EDGE, 106, theme.muted)


def _paint_facts(image: Image.Image, token: Kind, theme: Theme, say: Say) -> None:
    """Draw the meaning of the tile's symbols beside it."""
    facts = [(sign, say(meaning)) for sign, meaning in signs(token)]
    room = WIDTH - _FACTS - 62 - _EDGE
    step = min(72, 372 // max(1, len(facts)))
    for n, (what, string) in enumerate(facts):
        y = _MIDDLE + (n - (len(facts) - 1) / 2) * step
        _sign(what, token, theme).paste_middle(image, _FACTS + 24, y)
        found, size = fonts.wrap(string, "SemiBold", 28, room, 16)
        for m, line in enumerate(found):
            down = y + (m - (len(found) - 1) / 2) * size * 1.15
            text_fitting.paint_left(image, line, "SemiBold", size, _FACTS + 60, down, theme.text)


def _sign(what: str, token: Kind, theme: Theme) -> Sprite:
    size, own = 64, team(theme)
    sketch = Sketch(size, size)
    middle = size / 2
    ink = Team(fill=theme.card, rim=own.rim, ink=own.ink, tint=own.tint)
    match what:
        case "initiative":
            sketch.disc(middle, middle, 24, theme.badge)
            sketch.words(str(token.initiative[0]), "Bold", 34, middle, middle, theme.on_badge)
        case "toughness" | "points":
            put_icon(sketch, drawings.HEART, 40, middle, middle, theme.text, theme.text)
        case _:
            put_sign(Pen(sketch, middle, middle, 72 if what in ("net", "armor") else 120, ink, theme), what)
    return sketch.sprite()


class _Entry(NamedTuple):
    drawing: Drawing
    title: str
    lines: list[str]

    def height(self, size: int) -> float:
        return max(46.0, (len(self.lines) + bool(self.title)) * size * 1.2) + 16


def _paint_entries(image: Image.Image, token: Kind, theme: Theme, say: Say) -> float:
    """Draw the tile's abilities in sentences, as large as they fit; return their lower end."""
    room = WIDTH - 2 * _EDGE - _INDENT
    entries = [(_drawing(token, one), say(one.title) if one.title else "", say(one.body)) for one in abilities(token)]
    for size in range(30, 15, -1):
        made = [_Entry(d, title, fonts.lines(body, "Medium", size, room)) for d, title, body in entries]
        if sum(entry.height(size) for entry in made) <= _BODY[1] - _BODY[0]:
            break
    y = float(_BODY[0])
    for entry in made:
        _icon(entry.drawing, theme).paste_middle(image, _EDGE + 24, y + 22)
        at = y + size * 0.7
        if entry.title:
            text_fitting.paint_left(image, entry.title, "Bold", size, _EDGE + _INDENT, at, theme.text)
            at += size * 1.2
        for line in entry.lines:
            text_fitting.paint_left(image, line, "Medium", size, _EDGE + _INDENT, at, theme.text)
            at += size * 1.2
        y += entry.height(size)
    return y


def _drawing(token: Kind, ability: Ability) -> Drawing:
    if ability.title:
        return drawings.TRAITS[ability.id]
    return drawings.TOKENS[token.short_id] if token.kind == "order" else drawings.EFFECTS[ability.id]


def _icon(drawing: Drawing, theme: Theme) -> Sprite:
    sketch = Sketch(48, 48)
    put_icon(sketch, drawing, 44, 24, 24, theme.text, theme.groove)
    return sketch.sprite()
