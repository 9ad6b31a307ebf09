"""The small signs that cards and boards share: symbols, cubes, ranges, the K.O. mark, dice, tokens."""

from __future__ import annotations

import math
from typing import Final

from engine.knockdown.view import AttackView
from render.image import fonts, text_fitting
from render.image.icons import put_icon
from render.image.sprites import Point, Sketch
from render.knockdown import colors, drawings
from render.palette import Colour, Theme, mix

_PIPS: Final[dict[int, tuple[Point, ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def put_symbol(sketch: Sketch, symbol: str, x: float, y: float, half: float) -> None:
    """Draw a symbol on its tile."""
    sketch.box(x - half, y - half, 2 * half, 2 * half, half * 0.42, colors.SYMBOLS[symbol])
    size = round(half * (1.9 if symbol == "any" else 1.5))
    put_icon(sketch, drawings.SYMBOLS[symbol], size, x, y, colors.ON_SYMBOL, colors.SYMBOLS[symbol])


def put_symbols(sketch: Sketch, symbols: tuple[str, ...], x: float, y: float, half: float) -> float:
    """Draw the symbols from the point to the right; returns their right end."""
    for n, symbol in enumerate(symbols):
        put_symbol(sketch, symbol, x + half + n * half * 2.16, y, half)
    return x + len(symbols) * half * 2.16


def put_cube(sketch: Sketch, kind: str, x: float, y: float, r: float, theme: Theme) -> None:
    """Draw a cube seen from a corner; light damage is smaller."""
    tone = colors.cube(kind, theme)
    r = r if kind == "heavy" else r * 0.8
    sketch.polygon(_hexagon(x, y, r), tone.edge)
    inner = r * 0.86
    corners = _hexagon(x, y, inner)
    for face, colour in (((5, 0, 1), tone.top), ((1, 2, 3), tone.right), ((3, 4, 5), tone.left)):
        sketch.polygon([(x, y), *(corners[n] for n in face)], colour)
    for n in (1, 3, 5):
        sketch.line(((x, y), corners[n]), max(r * 0.09, 0.8), tone.edge)


def _hexagon(x: float, y: float, r: float) -> list[Point]:
    return [(x + r * math.sin(math.tau * n / 6), y - r * math.cos(math.tau * n / 6)) for n in range(6)]


def cubes_width(heavy: int, light: int, r: float) -> float:
    return r * (2.0 * heavy + 1.7 * light)


def put_cubes(sketch: Sketch, heavy: int, light: int, x: float, y: float, r: float, theme: Theme) -> float:
    """Draw damage cubes from the point to the right; return their right end."""
    for kind, count in (("heavy", heavy), ("light", light)):
        step = r * (2.0 if kind == "heavy" else 1.7)
        for _ in range(count):
            put_cube(sketch, kind, x + step / 2, y, r, theme)
            x += step
    return x


def span(attack: AttackView) -> str:
    """The range in figures."""
    if attack.range == "none":
        return "∞"
    return f"1–{attack.reach}" if attack.range == "upto" and attack.reach > 1 else str(attack.reach or "")


def put_range(
    sketch: Sketch, attack: AttackView, x: float, y: float, high: float, reaches: bool, theme: Theme
) -> float:
    """Draw the range, on a filled background if it reaches now; return its right end."""
    ground = colors.in_range(theme) if reaches else theme.groove
    inner = colors.in_range(theme) if reaches else theme.card
    ink = colors.on_range(theme) if reaches else theme.text
    size = round(high * 0.76)
    span_text = "" if attack.range == "projectile" else span(attack)
    wide = range_width(attack, high)
    sketch.box(x, y - high / 2, wide, high, high / 2, ground)
    sketch.box(x + 2.5, y - high / 2 + 2.5, wide - 5, high - 5, high / 2 - 2.5, inner)
    put_icon(sketch, drawings.AIM, size, x + 8 + size / 2, y, ink, inner)
    if span_text:
        text_fitting.put_left(sketch, span_text, "Bold", size, x + 12 + size, y, ink)
    else:
        sketch.box(x + 2.5, y - high / 2 + 2.5, wide - 5, high - 5, high / 2 - 2.5, inner)
        put_icon(sketch, drawings.LINE, size, x + wide / 2, y, ink, inner)
    return x + wide


def range_width(attack: AttackView, high: float) -> float:
    size = round(high * 0.76)
    span_text = "" if attack.range == "projectile" else span(attack)
    return size + 16 + (fonts.width(span_text, "Bold", size) + 6 if span_text else size * 0.2)


def put_ko(sketch: Sketch, x: float, y: float, high: float) -> None:
    """Draw the K.O. mark (the attacker may call for a test) from the point to the right."""
    wide = ko_width(high)
    sketch.box(x, y - high / 2, wide, high, high * 0.28, colors.KO)
    sketch.words("K.O.", "Bold", round(high * 0.76), x + wide / 2, y, colors.ON_SYMBOL)


def ko_width(high: float) -> float:
    return fonts.width("K.O.", "Bold", round(high * 0.76)) + high * 0.55


def put_die(sketch: Sketch, value: int, x: float, y: float, half: float, theme: Theme) -> None:
    sketch.box(x - half, y - half, 2 * half, 2 * half, half * 0.36, theme.badge)
    sketch.box(x - half + 2, y - half + 2, 2 * half - 4, 2 * half - 4, half * 0.3, colors.ON_SYMBOL)
    for dx, dy in _PIPS[value]:
        sketch.disc(
            x + dx * half * 0.48,
            y + dy * half * 0.48,
            half * 0.19,
            theme.badge if colors.dark_theme(theme) else theme.text,
        )


def put_token(
    sketch: Sketch, token: str, x: float, y: float, r: float, theme: Theme, edge: Colour | None = None
) -> None:
    """Draw a token on a disc or an elixir on a square."""
    drawing = drawings.ELIXIRS.get(token) or drawings.TOKENS[token]
    tint = {"curse": colors.SYMBOLS["rune"], "poison": colors.SYMBOLS["dash"]}.get(token, colors.SYMBOLS["kick"])
    rim = edge or mix(tint, colors.ON_SYMBOL, 0.55)
    thick = 4 if edge else 2
    if token in drawings.ELIXIRS:
        sketch.box(x - r, y - r, 2 * r, 2 * r, r * 0.5, rim)
        sketch.box(x - r + thick, y - r + thick, 2 * (r - thick), 2 * (r - thick), r * 0.4, tint)
    else:
        sketch.disc(x, y, r, rim)
        sketch.disc(x, y, r - thick, tint)
    put_icon(sketch, drawing, round(r * 1.3), x, y, colors.ON_SYMBOL, tint)
