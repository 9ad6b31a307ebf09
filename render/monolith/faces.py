"""The middle of a token: what it is, how fast it is, how tough, and what else it can do."""

from __future__ import annotations

from typing import Final, NamedTuple

from engine.monolith.view import TokenView
from render import fonts
from render.icons import Drawing
from render.monolith import drawings
from render.monolith.pen import Pen
from render.monolith.prints import printed

_PLUS: Final = frozenset(
    ("melee_strength_plus", "ranged_strength_plus", "melee_and_ranged_strength_plus", "initiative_plus")
)
_ROOM: Final = 106
_LEADING: Final = 17


class _Face(NamedTuple):
    """How far below the middle things stand, and how large they are."""

    icon: float
    name: float
    signs: float
    scale: float


_NAMELESS: Final = _Face(-7, 0, 42, 1.18)
_ONE_LINE: Final = _Face(-13, 26, 48, 1)
_TWO_LINES: Final = _Face(-19, 24, 49, 0.84)
_BANNER: Final = _Face(-15, 22, 45, 1)
_NAMELESS_BANNER: Final = _Face(-10, 0, 34, 1)


def put_face(pen: Pen, token: TokenView, name: str, points: int) -> None:
    """Without a name everything else is larger."""
    lines, size = _lines(name, pen)
    face = (_NAMELESS, _ONE_LINE, _TWO_LINES)[len(lines)]
    if token.kind == "banner":
        face = _BANNER if name else _NAMELESS_BANNER
    _put_icon(pen, token, points, face)
    for n, line in enumerate(lines):
        y = face.name + (n - (len(lines) - 1) / 2) * _LEADING
        if token.netted:
            pen.pill(0, y, fonts.width(line, "SemiBold", size) / pen.unit + 8, 20, pen.team.fill)
        pen.sketch.words(line, "SemiBold", size, *pen.at(0, y), pen.team.ink)
    if token.kind == "banner":
        _put_initiative(pen, token, -13, face.signs, 11)
        _put_signs(pen, _signs(token), 13, face)
    else:
        _put_initiative(pen, token, 31 * face.scale, face.icon, 18 * max(1, face.scale))
        _put_signs(pen, _signs(token), 0, face)


def _lines(name: str, pen: Pen) -> tuple[tuple[str, ...], int]:
    """A name in one line if that can be read, else in two."""
    if not name:
        return (), 0
    room = pen.size(_ROOM)
    line, size = fonts.fit(name, "SemiBold", pen.size(20), room, pen.size(16))
    if line == name:
        return (line,), size
    return fonts.wrap(name, "SemiBold", pen.size(19), room, pen.size(10))


def _put_icon(pen: Pen, token: TokenView, points: int, face: _Face) -> None:
    """Beside it what a rune adds or a Banner still has, or room for the initiative."""
    p, team, scale = printed(token.id), pen.team, face.scale
    drawing = drawings.EFFECTS[p.effect] if p.kind == "rune" else drawings.TOKENS[p.name]
    beside = ""
    if token.kind == "banner":
        beside = str(points)
    elif p.kind == "rune" and p.effect in _PLUS:
        beside = f"+{p.value}"
    if beside:
        pen.icon(drawing, 44 * scale, -23 * scale, face.icon, team.ink, team.tint)
        pen.words(beside, "Bold", 36 * scale, 22 * scale, face.icon, team.ink)
    elif token.initiative:
        pen.icon(drawing, 52 * scale, -21 * scale, face.icon, team.ink, team.tint)
    else:
        pen.icon(drawing, 60 * scale, 0, face.icon, team.ink, team.tint)


def _put_initiative(pen: Pen, token: TokenView, x: float, y: float, radius: float) -> None:
    """The segments it attacks in, one above the other; bright when a bonus has raised them."""
    dark, light = pen.theme.badge, pen.theme.on_badge
    ground, ink = (light, dark) if token.faster else (dark, light)
    radius *= {1: 1.0, 2: 0.8}.get(len(token.initiative), 0.62)
    for n, value in enumerate(token.initiative):
        at = y + (n - (len(token.initiative) - 1) / 2) * radius * 2.1
        pen.disc(x, at, radius + 2, dark)
        pen.disc(x, at, radius, ground)
        pen.words(str(value), "Bold", radius * 1.5, x, at, ink)


class _Sign(NamedTuple):
    drawing: Drawing
    solid: bool = False


def _signs(token: TokenView) -> list[_Sign]:
    """Toughness, whole or broken by wounds; what a Banner gives; a raised strength; traits."""
    left = token.toughness - token.wounds
    found = [_Sign(drawings.BROKEN_HEART)] * min(token.wounds, token.toughness)
    found += [_Sign(drawings.HEART, solid=True)] * max(0, left)
    if token.kind == "banner" and token.effect in drawings.EFFECTS:
        found.append(_Sign(drawings.EFFECTS[token.effect]))
    if token.stronger:
        found.append(_Sign(drawings.STRONGER))
    return found + [_Sign(drawings.TRAITS[t]) for t in dict.fromkeys(token.traits) if t in drawings.TRAITS]


def _put_signs(pen: Pen, signs: list[_Sign], x: float, face: _Face) -> None:
    step = min(22.0, 84 / max(1, len(signs))) * face.scale
    for n, sign in enumerate(signs):
        at = x + (n - (len(signs) - 1) / 2) * step
        ink = pen.team.ink
        pen.icon(sign.drawing, min(21 * face.scale, step), at, face.signs, ink, ink if sign.solid else pen.team.tint)
