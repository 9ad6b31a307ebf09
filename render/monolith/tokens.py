"""Tiles: a hexagon in the owner's color with icon and values in the middle and symbols on its sides."""

from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Final

import msgspec

from engine.monolith.data.content import kind_of
from engine.monolith.view import TokenView
from render.image.icons import Drawing
from render.image.sprites import LazySprite, Point, Sketch, Sprite
from render.monolith import drawings
from render.monolith.faces import Element, crowded, face
from render.monolith.pen import Pen
from render.monolith.sides import put_side
from render.palette import Colour, Team, Theme, mix

RADIUS: Final = 101
NOBODY: Final = -1
"""The owner of a tile on a card."""
_SIZE: Final = (180, 208)
_BANNER_POINTS: Final = 20
"""Hit points of a Banner that is not on the board."""
_CORNERS: Final[tuple[Point, ...]] = ((73, -39), (-73, -39), (73, 39), (-73, 39))
"""Positions of Features given by other tiles: at most four."""


def sprite(token: TokenView, points: int, theme: Theme) -> Sprite:
    """A tile as it appears on the board, the same on any space; `points` are the hit points of a Banner."""
    return _sprite(msgspec.structs.replace(token, at="", rot=0), points, theme)


@lru_cache(4096)
def _sprite(token: TokenView, points: int, theme: Theme) -> Sprite:
    return LazySprite(*_SIZE, partial(_drawn, token, points, theme))


@lru_cache(128)
def _drawn(token: TokenView, points: int, theme: Theme) -> Sprite:
    width, height = _SIZE
    sketch = Sketch(width, height)
    put_token(Pen(sketch, width / 2, height / 2, RADIUS, theme.seats[token.owner], theme), token, points)
    return sketch.sprite()


def small(token: TokenView, radius: int, theme: Theme) -> Sprite:
    """A tile as it appears beside the board."""
    return _small(msgspec.structs.replace(token, at="", rot=0), radius, theme)


@lru_cache(2048)
def _small(token: TokenView, radius: int, theme: Theme) -> Sprite:
    return LazySprite(2 * math.ceil(radius * 0.87) + 4, 2 * radius + 4, partial(_drawn_small, token, radius, theme))


@lru_cache(128)
def _drawn_small(token: TokenView, radius: int, theme: Theme) -> Sprite:
    sketch = Sketch(2 * math.ceil(radius * 0.87) + 4, 2 * radius + 4)
    pen = Pen(sketch, sketch.width / 2, sketch.height / 2, radius, theme.seats[token.owner], theme)
    put_token(pen, token, _BANNER_POINTS)
    return sketch.sprite()


def put_token(pen: Pen, token: TokenView, points: int) -> None:
    """Draw the whole tile: its background, then its elements."""
    if token.netted:
        pen = pen.recoloured(faded(pen.team, pen.theme))
    _put_ground(pen, token)
    for element in elements(token, points, pen.radius):
        element.draw(pen)


def elements(token: TokenView, points: int, radius: float) -> list[Element]:
    """All elements of a tile of this radius, without overlaps; with the owner's emblem if it has an owner."""
    found = [Element(f"side {way}", partial(_put_side, token=token, way=way)) for way in range(6)]
    if token.owner != NOBODY:
        found.append(Element("emblem", lambda pen: pen.emblem(token.owner, 0, -80, 9.5, pen.team.ink)))
    found += face(token, points, radius)
    for (name, drawing), place in zip(_in_corners(token), _CORNERS, strict=False):
        found.append(Element(name, partial(_put_in_corner, drawing=drawing, at=place)))
    return found


def _put_side(pen: Pen, *, token: TokenView, way: int) -> None:
    put_side(pen, token, way)


def _in_corners(token: TokenView) -> list[tuple[str, Drawing]]:
    """The corner elements: a marker without room elsewhere, and Features given by runes and Banners."""
    own = kind_of(token.id).traits
    found = [("net marker", drawings.NET)] if crowded(token) else []
    given = [trait for trait in dict.fromkeys(token.traits) if trait not in own and trait in drawings.TRAITS]
    return found + [(trait, drawings.TRAITS[trait]) for trait in given]


def _put_in_corner(pen: Pen, *, drawing: Drawing, at: Point) -> None:
    dark, light = pen.theme.badge, pen.theme.on_badge
    pen.disc(*at, 13, light)
    pen.icon(drawing, 20, *at, dark, light)


def faded(team: Team, theme: Theme) -> Team:
    """An owner's colors for netted tiles."""
    fill = mix(team.fill, theme.space, 0.28)
    return Team(fill=fill, rim=mix(team.rim, theme.space, 0.3), ink=team.ink, tint=mix(team.tint, fill, 0.5))


def bright(team: Team) -> Colour:
    """The color of a rune's middle."""
    return mix(team.fill, team.tint, 0.5)


def _put_ground(pen: Pen, token: TokenView) -> None:
    """Draw the background: Banners have a second rim, runes a bright middle, netted tiles a mesh around it."""
    team = pen.team
    pen.hexagon(100, team.rim)
    pen.hexagon(100 - max(4.5, 2 / pen.unit), team.fill)
    if token.netted:
        _put_mesh(pen)
        pen.hexagon(64, team.fill)
    if token.kind == "banner":
        pen.hexagon(69, team.rim)
        pen.hexagon(65.5, team.fill)
    if token.kind == "rune":
        pen.hexagon(65, bright(team))


def _put_mesh(pen: Pen) -> None:
    """Draw the mesh of a netted tile in a color that contrasts with the symbols on it."""
    dark, light = pen.theme.badge, pen.theme.on_badge
    colour = light if sum(pen.team.ink) < sum(pen.team.fill) else dark
    for angle in (45, 135):
        dx, dy = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        for off in (-72, -54, -36, -18, 0, 18, 36, 54, 72):
            reach = math.sqrt(84 * 84 - off * off)
            ends = [(-dy * off + dx * way * reach, dx * off + dy * way * reach) for way in (-1, 1)]
            pen.line(ends, 2.6, colour)
