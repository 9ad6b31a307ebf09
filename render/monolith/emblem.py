"""Emblems of tiles: the icon without the symbols on its sides."""

from __future__ import annotations

from typing import Final

from engine.monolith.data.content import kind_of
from render.emblem import MIDDLE, SIZE, neutral
from render.image.sprites import Sketch, Sprite
from render.monolith import drawings
from render.monolith.pen import Pen
from render.palette import Theme, mix

_ICON: Final = 116
_RIM: Final = 88


def paint(token: str, theme: Theme) -> Sprite:
    """The emblem of a tile in neutral colors; a rune has a bright middle, an order a dark one."""
    sketch, team, tile = Sketch(SIZE, SIZE), neutral(theme), kind_of(token)
    pen = Pen(sketch, MIDDLE, MIDDLE, MIDDLE, team, theme)
    pen.hexagon(100, team.rim)
    middles = {"rune": mix(team.fill, team.tint, 0.5), "order": theme.background}
    pen.hexagon(_RIM, middles.get(tile.kind, team.fill))
    pen.icon(drawings.TOKENS.get(tile.short_id) or drawings.EFFECTS[tile.effect], _ICON, 0, 0, team.ink, team.tint)
    return sketch.sprite()
