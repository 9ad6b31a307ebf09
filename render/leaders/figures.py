"""Figures as tokens: an icon on the side's shape and color. Each side's list names the icons."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final, Literal

from render.image.icons import Drawing, Line, put_icon
from render.image.sprites import Shape, Sketch, Sprite
from render.leaders.drawings import DRAWINGS
from render.palette import Team, Theme, mix

State = Literal["ready", "spent", "fallen"]

SHAPES: Final[tuple[Shape, Shape]] = ("disc", "square")
_RADII: Final = {"leader": 54, "cub": 40}
_BADGE: Final = 18

TICK: Final[Drawing] = (Line("M 4 13 L 9.5 18.5 L 20 7", 4.4),)
CROSS: Final[Drawing] = (Line("M 5.5 5.5 L 18.5 18.5 M 18.5 5.5 L 5.5 18.5", 4.4),)


def radius(character: str) -> int:
    """The radius of a token: Leaders are bigger than others, the Cub is smaller."""
    return _RADII.get(character, 48)


def badge_reach(character: str) -> float:
    """Distance of badges from a token's center, sideways and up: on the rim, clear of the icon."""
    return max(35, radius(character) * 0.74)


@lru_cache(512)
def token(character: str, side: int, state: State, theme: Theme) -> Sprite:
    """A figure as it stands on the board."""
    r = radius(character)
    reach = badge_reach(character)
    middle = math.ceil(max(r, reach + _BADGE)) + 1
    sketch = Sketch(2 * middle, 2 * middle)
    team = theme.teams[side]
    put_token(sketch, character, side, middle, middle, r, faded(team, theme) if state != "ready" else team)
    if state == "spent":
        put_tick(sketch, middle - reach, middle - reach, theme)
    elif state == "fallen":
        put_cross(sketch, middle - reach, middle - reach, theme)
    return sketch.sprite()


def put_token(sketch: Sketch, character: str, side: int, x: float, y: float, r: float, team: Team) -> None:
    """Draw only the token. A Leader's has a second rim; the icon sits high to leave room for the coordinate."""
    shape, rim = SHAPES[side], max(3.0, r * 0.075)
    sketch.shape(shape, x, y, r, team.rim)
    sketch.shape(shape, x, y, r - rim, team.fill)
    if character == "leader":
        sketch.shape(shape, x, y, r - 2 * rim, team.rim)
        sketch.shape(shape, x, y, r - 2.5 * rim, team.fill)
    size = round(r * (1.2 if character == "leader" else 1.3))
    put_icon(sketch, DRAWINGS[character], size, x, y - r * 0.1, team.ink, team.tint)


def put_tick(sketch: Sketch, x: float, y: float, theme: Theme, r: float = _BADGE) -> None:
    """Draw a tick: the character has acted."""
    sketch.disc(x, y, r, theme.badge)
    sketch.disc(x, y, r - 2, theme.on_badge)
    put_icon(sketch, TICK, round(r * 1.5), x, y, theme.badge, theme.badge)


def put_cross(sketch: Sketch, x: float, y: float, theme: Theme, r: float = _BADGE) -> None:
    """Draw a cross: the character is out of the game."""
    sketch.disc(x, y, r, theme.badge)
    put_icon(sketch, CROSS, round(r * 1.4), x, y, theme.on_badge, theme.on_badge)


def faded(team: Team, theme: Theme) -> Team:
    """A side's colors for characters that have acted, closer to the board's."""
    fill = mix(team.fill, theme.space, 0.5)
    return Team(
        fill=fill,
        rim=mix(team.rim, theme.space, 0.35),
        ink=mix(team.ink, fill, 0.15),
        tint=mix(team.tint, fill, 0.6),
    )
