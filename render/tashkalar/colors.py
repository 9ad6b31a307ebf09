"""The four colors of pieces, each with a shape of its own, and the colored squares of the arena."""

from __future__ import annotations

import math
from functools import cache
from typing import Final

from render.image.sprites import Sketch
from render.palette import THEMES, Colour, Team, Theme, mix

HUES: Final = ("blue", "red", "yellow", "green")
NOBODY: Final = ""
"""The hue of a seat without a deck, and of pieces on a neutral card."""


def _hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _team(fill: str, rim: str, ink: str, tint: str) -> Team:
    return Team(fill=_hex(fill), rim=_hex(rim), ink=_hex(ink), tint=_hex(tint))


_TEAMS: Final[dict[Theme, dict[str, Team]]] = {
    THEMES["classic"]: {
        "blue": _team("#2c68e6", "#c4d9ff", "#ffffff", "#79a2f2"),
        "red": _team("#cf2f2a", "#ffcfc2", "#ffffff", "#e8857c"),
        "yellow": _team("#f6b93c", "#fff1c9", "#2a1a05", "#ffe09a"),
        "green": _team("#357f22", "#cdf0b4", "#ffffff", "#86b877"),
    },
    THEMES["contrast"]: {
        "blue": _team("#2f3bb8", "#0c1116", "#ffffff", "#7680e8"),
        "red": _team("#a8123a", "#0c1116", "#ffffff", "#e0849c"),
        "yellow": _team("#ffc21f", "#0c1116", "#0c1116", "#fff3c9"),
        "green": _team("#5dfc8e", "#0c1116", "#0c1116", "#d5ffe2"),
    },
}


def team(hue: str, theme: Theme) -> Team:
    """The colors of a hue's pieces; neutral ones for nobody."""
    return _TEAMS[theme][hue] if hue else _nobody(theme)


@cache
def _nobody(theme: Theme) -> Team:
    return Team(fill=theme.muted, rim=theme.text, ink=theme.background, tint=theme.label)


@cache
def tile(colour: str, theme: Theme) -> tuple[Colour, Colour]:
    """The background of a `red` or `green` square, and of its pattern."""
    strong = _TEAMS[theme][colour].fill
    dark = sum(theme.background) < 384
    if colour == "red":
        ground = mix(theme.background, strong, 0.4) if dark else mix(theme.space, strong, 0.18)
        return ground, mix(strong, theme.text, 0.1) if dark else mix(theme.space, strong, 0.7)
    deep = strong if dark else mix(strong, theme.text, 0.45)
    return mix(theme.space, deep, 0.6 if dark else 0.3), mix(deep, theme.text, 0.3) if dark else deep


_TARGET: Final = {THEMES["classic"]: _hex("#f28ce1"), THEMES["contrast"]: _hex("#8a0f75")}


def target(theme: Theme) -> Colour:
    """The color of targets: an orchid that nobody confuses with the four hues or the colored squares."""
    return _TARGET[theme]


def put_emblem(sketch: Sketch, hue: str, x: float, y: float, r: float, colour: Colour) -> None:
    """Draw a hue's shape: diamond, square, triangle, clover; a ring for nobody."""
    match hue:
        case "blue":
            reach = r * 1.2
            points = ((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y))
            sketch.polygon(points, colour)
        case "red":
            sketch.box(x - r * 0.9, y - r * 0.9, r * 1.8, r * 1.8, r * 0.15, colour)
        case "yellow":
            corners = [(x + r * 1.25 * math.sin(turn), y + r * 0.18 - r * 1.25 * math.cos(turn)) for turn in _THIRDS]
            sketch.polygon(corners, colour)
        case "green":
            for turn in _THIRDS:
                sketch.disc(x + r * 0.6 * math.sin(turn), y - r * 0.1 - r * 0.6 * math.cos(turn), r * 0.56, colour)
            sketch.polygon(((x, y), (x + r * 0.34, y + r * 1.1), (x - r * 0.34, y + r * 1.1)), colour)
        case _:
            sketch.disc(x, y, r * 0.5, colour)


_THIRDS: Final = tuple(math.tau * n / 3 for n in range(3))


def colours(theme: Theme) -> list[Colour]:
    """All colors of this module, for the palette."""
    teams = [team(hue, theme) for hue in (*HUES, NOBODY)]
    found = [colour for one in teams for colour in (one.fill, one.rim, one.ink, one.tint)]
    return [*found, target(theme), *(colour for which in ("red", "green") for colour in tile(which, theme))]
