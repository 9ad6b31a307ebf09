"""The middle of a tile: icon, initiative, Toughness and state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from engine.monolith.data.content import kind_of
from engine.monolith.view import TokenView
from render.image.icons import Drawing
from render.monolith import drawings
from render.monolith.pen import Pen

_SMALL: Final = 90
"""A tile of a smaller radius, in pixels, shows only its icon above its initiative."""
_TINY: Final = 60
"""A tile of a smaller radius shows only its icon."""
_PLUS: Final = frozenset(
    ("melee_strength_plus", "ranged_strength_plus", "melee_and_ranged_strength_plus", "initiative_plus")
)
_WIDE: Final = 98.0
"""The width between the symbols of the left and the right side."""
_ROWS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 27),),
    2: ((-20, 23), (20, 23)),
    3: ((-33, 20), (0, 29), (33, 20)),
}
"""Positions of a tile's state badges, by their number; a fourth goes into a corner."""

_STEP: Final = 22.0
"""Distance between the figures of a badge."""
_SEGMENTS: Final = 3
"""Most segments that fit on a tile; the list of tiles on the board shows them all."""

_FIRST_ROW: Final = (0, -16, -19, -16)
"""Vertical offset of the icon, by the number of state badges."""
MOST: Final = 3
"""Most states that fit into the middle."""

Drawn = Callable[[Pen], None]


class Element(NamedTuple):
    """A drawn part of a tile and its area, which nothing else may cover."""

    name: str
    draw: Drawn


def face(token: TokenView, points: int, radius: float) -> list[Element]:
    """Everything in the middle of a tile of this radius; `points` are the hit points of a Banner."""
    if radius < _TINY:
        return [Element("icon", lambda pen: _put_icon(pen, token, 72, 0, 0))]
    if radius < _SMALL:
        return _small(token, points)
    states = _states(token)
    y = _FIRST_ROW[len(states)]
    found = _banner(points, y) if token.kind == "banner" else _likeness(token, y, grown=not states)
    places = _ROWS.get(len(states), ())
    return found + [Element(one.name, _moved(one.draw, *place)) for one, place in zip(states, places, strict=True)]


def _moved(draw: Drawn, x: float, y: float) -> Drawn:
    return lambda pen: draw(pen.moved(x, y))


def _small(token: TokenView, points: int) -> list[Element]:
    """The icon, below it the initiative, a rune's bonus or a Banner's hit points."""
    beside = str(points) if token.kind == "banner" else _added(token)
    if beside:
        return [
            Element("icon", lambda pen: _put_icon(pen, token, 48, 0, -22)),
            Element("figure", lambda pen: _put_figure(pen, beside, 40, 0, 24)),
        ]
    if not token.initiative:
        return [Element("icon", lambda pen: _put_icon(pen, token, 72, 0, 0))]
    return [
        Element("icon", lambda pen: _put_icon(pen, token, 46, 0, -24)),
        Element("initiative", lambda pen: _put_initiative(pen, token, 0, 24, 23)),
    ]


def _banner(points: int, y: float) -> list[Element]:
    return [
        Element("icon", lambda pen: pen.icon("flag", 36, -29, y, pen.team.ink, pen.team.tint)),
        Element("figure", lambda pen: _put_figure(pen, str(points), 40, 18, y)),
    ]


def _likeness(token: TokenView, y: float, *, grown: bool) -> list[Element]:
    """The icon, and beside it a rune's bonus or the initiative, which takes as much room as it needs."""
    radius = 17.0 if len(token.initiative) > 1 else 20.0 if grown else 18.0
    size = 50.0 if grown else 42.0
    if added := _added(token):
        return [
            Element("icon", lambda pen: _put_icon(pen, token, size - 4, -24, y)),
            Element("figure", lambda pen: _put_figure(pen, added, 36, 24, y)),
        ]
    if not token.initiative and token.disarmed:
        return [
            Element("icon", lambda pen: _put_icon(pen, token, size, -24, y)),
            Element("disarmed", lambda pen: _put_marker(pen.moved(28, y), drawings.NO_SWORD)),
        ]
    if not token.initiative:
        return [Element("icon", lambda pen: _put_icon(pen, token, size + 10 if grown else size, 0, y))]
    taken = _breadth(min(len(token.initiative), _SEGMENTS), radius)
    left = _WIDE - taken - 4
    badge = Element("initiative", lambda pen: _put_initiative(pen, token, (_WIDE - taken) / 2, y, radius))
    if left < 24:
        return [Element("initiative", lambda pen: _put_initiative(pen, token, 0, y, radius))]
    size = min(size, left)
    return [Element("icon", lambda pen: _put_icon(pen, token, size, -_WIDE / 2 + left / 2, y)), badge]


def _added(token: TokenView) -> str:
    kind = kind_of(token.id)
    return f"+{kind.value}" if kind.kind == "rune" and kind.effect in _PLUS else ""


def _put_icon(pen: Pen, token: TokenView, size: float, x: float, y: float) -> None:
    kind = kind_of(token.id)
    drawing = drawings.EFFECTS[kind.effect] if kind.kind == "rune" else drawings.TOKENS[kind.short_id]
    pen.icon(drawing, size, x, y, pen.team.ink, pen.team.tint)


def _put_figure(pen: Pen, figure: str, size: float, x: float, y: float) -> None:
    pen.figure(figure, size, x, y, pen.team.ink)


def _breadth(count: int, radius: float) -> float:
    """Width of a badge with `count` digits."""
    return 2 * radius + 4 + _STEP * (count - 1)


def _put_initiative(pen: Pen, token: TokenView, x: float, y: float, radius: float) -> None:
    """Draw the segments of its attacks side by side; bright if a bonus has raised them, crossed out if disarmed."""
    dark, light = pen.theme.badge, pen.theme.on_badge
    ground, ink = (light, dark) if token.faster else (dark, light)
    shown = token.initiative[:_SEGMENTS]
    step = max(_STEP, _STEP / pen.unit)
    width = 2 * radius + step * (len(shown) - 1)
    pen.pill(x, y, width + 4, 2 * radius + 4, dark)
    pen.pill(x, y, width, 2 * radius, ground)
    for n, value in enumerate(shown):
        at = x + (n - (len(shown) - 1) / 2) * step
        pen.figure(str(value), radius * 1.5, at, y, ink)
        if n:
            pen.line(((at - step / 2, y - radius + 5), (at - step / 2, y + radius - 5)), 2.4, ink)
    if token.disarmed:
        ends = ((x - width / 2 + 6, y + radius - 6), (x + width / 2 - 6, y - radius + 6))
        pen.line(ends, 9, ground)
        pen.line(ends, 4.5, ink)


def _states(token: TokenView) -> list[Element]:
    """The states: a Banner's initiative, remaining Toughness, poison, markers."""
    found: list[Element] = []
    if token.kind == "banner":
        found.append(Element("initiative", lambda pen: _put_initiative(pen, token, 0, 0, 15)))
    elif token.toughness:
        found.append(Element("toughness", lambda pen: _put_heart(pen, token.toughness - token.wounds, token.wounds)))
    if token.poison:
        found.append(Element("poison", lambda pen: _put_drop(pen, token.poison)))
    if token.trench:
        found.append(Element("trench", lambda pen: _put_marker(pen, drawings.TRENCH)))
    if token.net_marker and len(found) < MOST:
        found.append(Element("net marker", lambda pen: _put_marker(pen, drawings.NET)))
    return found


def crowded(token: TokenView) -> bool:
    """Whether a net marker has to be drawn in a corner."""
    return token.net_marker and all(element.name != "net marker" for element in _states(token))


def _put_heart(pen: Pen, left: int, wounds: int) -> None:
    """Draw how many wounds it survives: in a whole heart, or a hollow one if it is wounded."""
    ink, fill = pen.team.ink, pen.team.fill
    drawing, inside, figure = (drawings.HOLLOW_HEART, fill, ink) if wounds else (drawings.HEART, ink, fill)
    pen.icon(drawing, 40 if wounds else 43, 0, 1, ink, inside)
    pen.figure(str(max(0, left)), 28, 0, -1, figure)


def _put_drop(pen: Pen, count: int) -> None:
    pen.icon(drawings.DROP, 44, 0, -2, pen.theme.badge, pen.theme.badge)
    pen.figure(str(count), 28, 0, 3, pen.theme.on_badge)


def _put_marker(pen: Pen, drawing: Drawing) -> None:
    dark, light = pen.theme.badge, pen.theme.on_badge
    pen.disc(0, 0, 16.5, dark)
    pen.disc(0, 0, 14.5, light)
    pen.icon(drawing, 22, 0, 0, dark, light)
