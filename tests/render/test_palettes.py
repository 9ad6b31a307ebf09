from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from itertools import combinations

import pytest
from PIL import Image

from render import PALETTES, knockdown, tashkalar
from render.palette import THEMES, Colour, Theme
from render.png import flatten
from render.registry import RENDERERS

# Machado, Oliveira and Fernandes 2009, severity 1, for linear light.
EYES = {
    "all three cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
Rows = tuple[tuple[float, float, float], ...]


def linear(colour: Colour) -> list[float]:
    return [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (c / 255 for c in colour)]


def times(rows: Rows, vector: list[float]) -> list[float]:
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in rows]


def lab(colour: Colour, eye: Rows) -> tuple[float, float, float]:
    """The colour in CIE L*a*b* as the eye sees it."""
    seen = [min(1.0, max(0.0, v)) for v in times(eye, linear(colour))]
    white = (0.95047, 1.0, 1.08883)
    x, y, z = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (a / b for a, b in zip(times(XYZ, seen), white, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def difference(one: Colour, other: Colour, eye: Rows) -> float:
    return math.dist(lab(one, eye), lab(other, eye))


def contrast(one: Colour, other: Colour) -> float:
    """The contrast ratio of WCAG."""
    dark, light = sorted(times(XYZ, linear(colour))[1] for colour in (one, other))
    return (light + 0.05) / (dark + 0.05)


def told_apart(theme: Theme) -> dict[str, Colour]:
    """What must never be taken for one another."""
    return {
        "Gold": theme.teams[0].fill,
        "Violet": theme.teams[1].fill,
        "target": theme.target,
        "chosen": theme.chosen,
        "trail": theme.trail,
        "space": theme.space,
    }


def test_there_is_a_classic_and_a_colour_blind_safe_palette() -> None:
    assert PALETTES[:2] == ("classic", "contrast")


@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_meanings_of_the_contrast_palette_apart(eye: str) -> None:
    for (one, first), (other, second) in combinations(told_apart(THEMES["contrast"]).items(), 2):
        assert difference(first, second, EYES[eye]) > 30, (one, other)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("eye", EYES)
def test_every_eye_tells_the_teams_and_the_targets_of_any_palette_apart(eye: str, palette: str) -> None:
    theme = THEMES[palette]
    for one, other in combinations((theme.teams[0].fill, theme.teams[1].fill, theme.target), 2):
        assert difference(one, other, EYES[eye]) > 35


@pytest.mark.parametrize("palette", PALETTES)
def test_words_and_icons_stand_out_from_their_ground(palette: str) -> None:
    theme = THEMES[palette]
    pairs = [
        (theme.label, theme.space),
        (theme.text, theme.background),
        (theme.text, theme.card),
        (theme.muted, theme.background),
        (theme.on_badge, theme.badge),
        (theme.on_target, theme.target),
        (theme.on_chosen, theme.chosen),
        *((team.ink, team.fill) for team in theme.teams),
    ]
    for ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (ink, ground)


PLAIN: dict[str, tuple[Callable[[Theme], Iterable[Colour]], int]] = {
    "leaders": (Theme.colours, 4),
    "monolith": (lambda theme: [*theme.colours(), *(team.fill for team in theme.guests)], 6),
    "tashkalar": (lambda theme: [*theme.colours(), *tashkalar.hues.colours(theme)], 6),
    "knockdown": (lambda theme: [*theme.colours(), *knockdown.hues.colours(theme)], 6),
}
"""The plain colours of a game's pictures, and how far off they may come out."""


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("game", PLAIN)
def test_plain_colours_survive_the_palette(game: str, palette: str) -> None:
    theme = THEMES[palette]
    colours, most = PLAIN[game]
    fixed = RENDERERS[game].palette(theme)
    for colour in colours(theme):
        found = flatten(Image.new("RGB", (1, 1), colour), fixed).convert("RGB").getpixel((0, 0))
        assert isinstance(found, tuple)
        assert max(abs(a - b) for a, b in zip(found, colour, strict=True)) <= most, colour
