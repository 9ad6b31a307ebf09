"""Tokens: a hexagon in its owner's colour, what it is in the middle, what it does on its sides, what ails it around."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Final

import msgspec

from engine.monolith.view import TokenView
from render.icons import Drawing
from render.monolith import drawings
from render.monolith.faces import put_face
from render.monolith.pen import Pen
from render.monolith.sides import put_sides
from render.palette import Colour, Team, Theme, mix
from render.sprites import LazySprite, Sketch, Sprite

RADIUS: Final = 101
NOBODY: Final = -1
"""The owner of a token on a card."""
_SIZE: Final = (180, 208)


def sprite(token: TokenView, name: str, points: int, theme: Theme) -> Sprite:
    """A token as it stands on the board, the same on any field; `points` are the hit points of a Banner."""
    return _sprite(msgspec.structs.replace(token, at="", rot=0), name, points, theme)


@lru_cache(4096)
def _sprite(token: TokenView, name: str, points: int, theme: Theme) -> Sprite:
    return LazySprite(*_SIZE, partial(_drawn, token, name, points, theme))


@lru_cache(128)
def _drawn(token: TokenView, name: str, points: int, theme: Theme) -> Sprite:
    width, height = _SIZE
    sketch = Sketch(width, height)
    put_token(Pen(sketch, width / 2, height / 2, RADIUS, theme.seats[token.owner], theme), token, name, points)
    return sketch.sprite()


def put_token(pen: Pen, token: TokenView, name: str, points: int) -> None:
    """The whole token; without a name its face is larger. It shows an owner's emblem if it has an owner."""
    if token.netted:
        pen = pen.recoloured(faded(pen.team, pen.theme))
    _put_ground(pen, token)
    if token.netted:
        _put_mesh(pen)
    put_sides(pen, token)
    if token.owner != NOBODY:
        pen.emblem(token.owner, 0, -80, 9.5, pen.team.ink)
    put_face(pen, token, name, points)
    _put_ailments(pen, token)


def faded(team: Team, theme: Theme) -> Team:
    """An owner's colours for what is held fast."""
    fill = mix(team.fill, theme.space, 0.28)
    return Team(fill=fill, rim=mix(team.rim, theme.space, 0.3), ink=team.ink, tint=mix(team.tint, fill, 0.5))


def bright(team: Team) -> Colour:
    """The middle of a rune."""
    return mix(team.fill, team.tint, 0.5)


def _put_ground(pen: Pen, token: TokenView) -> None:
    """Banners have a second rim, runes a bright middle."""
    team = pen.team
    pen.hexagon(100, team.rim)
    pen.hexagon(100 - max(4.5, 2 / pen.unit), team.fill)
    if token.kind == "banner":
        pen.hexagon(69, team.rim)
        pen.hexagon(65.5, team.fill)
    if token.kind == "rune":
        pen.hexagon(65, bright(team))


def _put_mesh(pen: Pen) -> None:
    """A net over the whole token; its sides and its face stay readable."""
    for angle in (45, 135):
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        for off in (-62, -31, 0, 31, 62):
            reach = math.sqrt(80 * 80 - off * off)
            ends = [(-dy * off + dx * way * reach, dx * off + dy * way * reach) for way in (-1, 1)]
            pen.line(ends, 5.2, pen.theme.badge)
            pen.line(ends, 2.6, pen.theme.on_badge)


def _put_ailments(pen: Pen, token: TokenView) -> None:
    """Markers in the corners between the sides."""
    if token.poison:
        _put_marker(pen, drawings.DROP, -70, 44, str(token.poison))
    if token.disarmed:
        _put_marker(pen, drawings.NO_SWORD, 70, -44)
    if token.trench:
        _put_marker(pen, drawings.TRENCH, 70, 44)
    if token.net_marker:
        _put_marker(pen, drawings.NET, -70, -44)


def _put_marker(pen: Pen, drawing: Drawing, x: float, y: float, label: str = "") -> None:
    dark, light = pen.theme.badge, pen.theme.on_badge
    width = 42 if label else 30
    pen.pill(x, y, width, 30, dark)
    pen.pill(x, y, width - 4, 26, light)
    pen.icon(drawing, 20, x - 8 if label else x, y, dark, light)
    if label:
        pen.words(label, "Bold", 20, x + 9, y, dark)
