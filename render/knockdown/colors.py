"""Colors of Knockdown only: card symbols, damage cubes, dark columns."""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple

from PIL import Image

from render.image.sprites import Sketch
from render.palette import Colour, Team, Theme, mix

FADED: Final = 0.45
"""How much of the background shows through faint parts."""


def _hex(code: str) -> Colour:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


ON_SYMBOL: Final = _hex("#ffffff")
SYMBOLS: Final[dict[str, Colour]] = {
    "block": _hex("#2a5cb8"),
    "dash": _hex("#1a7550"),
    "fist": _hex("#b5352a"),
    "kick": _hex("#94540c"),
    "rune": _hex("#7b3fb5"),
    "any": _hex("#5d5866"),
}
"""The same in every theme: white drawings distinguish them without color."""
KO: Final = _hex("#c22a20")


class Cube(NamedTuple):
    """The colors of a cube's three faces and its edges."""

    top: Colour
    left: Colour
    right: Colour
    edge: Colour


def _cube(top: str, left: str, right: str, edge: str) -> Cube:
    return Cube(_hex(top), _hex(left), _hex(right), _hex(edge))


_ON_DARK: Final = {
    "heavy": _cube("#ff8d68", "#d8431f", "#9c2a10", "#2c0a03"),
    "light": _cube("#fffaf0", "#ddd0b4", "#b3a484", "#3a3325"),
}
_ON_WHITE: Final = {
    "heavy": _cube("#6b7783", "#0c1116", "#343d47", "#0c1116"),
    "light": _cube("#ffffff", "#e9edf2", "#c3ccd6", "#0c1116"),
}


def dark_theme(theme: Theme) -> bool:
    return sum(theme.background) < 384


def cube(kind: str, theme: Theme) -> Cube:
    """A cube of `heavy` or `light` damage: one is large and deep in tone, the other small and pale."""
    return (_ON_DARK if dark_theme(theme) else _ON_WHITE)[kind]


@cache
def night(theme: Theme) -> tuple[Colour, Colour]:
    """The background of a space in a dark column, and its hatching."""
    if dark_theme(theme):
        return theme.badge, mix(theme.badge, theme.groove, 0.55)
    return mix(theme.groove, theme.text, 0.15), mix(theme.groove, theme.text, 0.5)


def in_range(theme: Theme) -> Colour:
    """The color of attacks that reach the opponent; all kinds of color vision distinguish it from targets."""
    return theme.ring if dark_theme(theme) else theme.text


def on_range(theme: Theme) -> Colour:
    """The color of text and icons on `in_range`."""
    return theme.badge if dark_theme(theme) else theme.on_badge


def start(theme: Theme) -> Colour:
    """The color of a start space's frame."""
    return theme.guests[0].fill


def team(seat: int | None, theme: Theme) -> Team:
    """A seat's colors; neutral ones for None."""
    if seat is None:
        return Team(fill=theme.muted, rim=theme.text, ink=theme.background, tint=theme.text)
    return theme.teams[seat]


@cache
def quiet(theme: Theme) -> Colour:
    """The background of face-down and unusable cards."""
    return mix(theme.card, theme.background, 0.6)


def faint(colour: Colour, theme: Theme) -> Colour:
    """The color as it appears on a faint card."""
    return mix(colour, theme.card, FADED)


def fade(sketch: Sketch, plain: Image.Image, theme: Theme) -> None:
    """Fade everything drawn on the sketch after its state `plain`."""
    sketch.fade(plain, theme.card, FADED)


def colours(theme: Theme) -> list[Colour]:
    """All colors of this module, for the palette."""
    cubes = [colour for kind in ("heavy", "light") for colour in cube(kind, theme)]
    faint = [mix(colour, theme.card, FADED) for colour in (KO, ON_SYMBOL, *SYMBOLS.values(), *cubes, theme.text)]
    return [ON_SYMBOL, KO, *SYMBOLS.values(), *cubes, *night(theme), start(theme), quiet(theme), *faint]
