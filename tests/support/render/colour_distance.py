"""How different two colors look, also to people with color blindness."""

from __future__ import annotations

import math

from render.palette import Colour

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
    """The color in CIE L*a*b* as that eye sees it."""
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
