"""The arena: pieces, last moves, choices and the pieces of a pattern."""

from __future__ import annotations

import re
from typing import Final

from engine.tashkalar.view import PieceView, TashkalarView
from render.image.canvas import Canvas
from render.image.sprites import Sprite, group
from render.marks import TrailPoint, head, way
from render.marks import outline as ring
from render.palette import Theme
from render.picture import Marks, Question
from render.tashkalar import board, grids, hands, signs
from render.tashkalar.pieces import outline, piece, reach

_PIECE: Final = board.CELL - 6
_LEFT: Final = 20
"""The radius of the ring around a square that was left."""
_CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
_ASIDE: Final = 46
"""Distance of direction signs from a being, sideways and up or down."""
_LIKE_A_SQUARE: Final = re.compile(r"[a-z]\d+")
_MANY: Final = 30
"""With more targets than this, free squares are marked faintly."""
_ACTION: Final = "tashkalar.action"
_IMAGE: Final = "tashkalar.image"
"""The question that chooses the pieces a being is summoned with."""
_IMPROVISE: Final = "tashkalar.improvise"
_ON: Final = "tashkalar.summon-on"
_MARK: Final = "tashkalar.mark"
"""The question that chooses the squares of opening pieces."""
_LETTERS: Final = "abcd"
"""The letters of colors in option codes."""
_OPENINGS: Final = ("c5", "g5")
"""The squares of the opening pieces in a duel; the other color takes the other square."""
_Parts = list[tuple[Sprite, int, int]]


class Scene:
    """The arena of a view with its highlights."""

    def __init__(self, canvas: Canvas, view: TashkalarView, theme: Theme, marks: Marks) -> None:
        self.canvas, self.view, self.theme = canvas, view, theme
        self.standing = {one.at: one for one in view.pieces}
        asked = marks.question
        self.targets, self.chosen = set(_squares(marks.targets)), set(_squares(marks.chosen))
        self.crowded = len(self.targets) > _MANY
        self.pattern = _pattern(view, asked)
        self.trail = [path for path in map(_squares, marks.trail) if path]
        self.numbers = _numbers(view) if asked is None or asked.prompt == _ACTION else {}
        if asked and asked.prompt == _IMAGE:
            self.targets, self.numbers = set(), _ways(asked)
        if asked and asked.prompt in (_IMAGE, _IMPROVISE):
            self.chosen |= {*asked.about[1:2]}
        self.openings = _openings(view, asked) if asked and asked.prompt == _MARK else {}
        self.ways = [code for code in asked.codes if code in grids.STEPS] if asked and view.being else []
        if asked and asked.about and view.being in self.standing and not self.ways:
            self.chosen.add(view.being)

    def put(self) -> None:
        trails = [[self._stop(spot) for spot in path] for path in self.trail]
        for path in self.trail:
            for spot in path:
                if spot not in self.standing:
                    self.canvas.centre(ring("disc", _LEFT, 5, self.theme.trail), *board.PLACES[spot])
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, ())
        for one in self.view.pieces:
            self._put_piece(one)
        for stops in trails:
            head(self.canvas, stops, self.theme.trail, self.theme.plate)
        for spot in board.SQUARES:
            parts = self._signs(spot)
            if parts and spot not in self.standing:
                self.canvas.centre(group(*parts), *board.PLACES[spot])
        for code in self.ways:
            (x, y), (dx, dy) = board.PLACES[self.view.being], grids.STEPS[code]
            self.canvas.centre(signs.arrow(dx, dy, self.theme), x + dx * _ASIDE, y + dy * _ASIDE)

    def _stop(self, spot: str) -> TrailPoint:
        found = self.standing.get(spot)
        clear = _PIECE / 2 * reach(found.rank) + 6 if found else _LEFT
        return TrailPoint(*board.PLACES[spot], clear, clear if found else 0)

    def _put_piece(self, one: PieceView) -> None:
        theme, spot = self.theme, one.at
        parts: _Parts = [(piece(one.rank, self.view.colours[one.colour].hue, _PIECE, theme), 0, 0)]
        if any(spot in path[-1:] for path in self.trail):
            parts.insert(0, (outline(one.rank, _PIECE, 5, theme.trail), 0, 0))
        self.canvas.centre(group(*parts, *self._signs(spot)), *board.PLACES[spot])

    def _signs(self, spot: str) -> _Parts:
        """The signs of a square, at its edge and in its corners."""
        theme, parts = self.theme, list[tuple[Sprite, int, int]]()
        if spot in self.chosen:
            parts.append((signs.frame(theme.chosen, theme), 0, 0))
        elif spot in self.pattern:
            parts.append((signs.frame(theme.ring, theme), 0, 0))
        if spot in self.openings:
            parts.append((signs.openings(spot, self.openings[spot], spot in self.targets, theme), 0, 0))
        elif spot in self.targets:
            free = spot not in self.standing
            parts.append((signs.choice(spot * free, free and self.crowded, theme), 0, 0))
        found = self.numbers.get(spot, ()) if spot not in self.targets else ()
        badges = [signs.badge(number, theme) for number in found]
        if (spot,) in self.trail and spot in self.standing:
            badges.insert(0, signs.plus(theme.trail, theme.background))
        for made, (dx, dy) in zip(badges, _CORNERS, strict=False):
            parts.append((made, dx * signs.CORNER, dy * signs.CORNER))
        return parts


def _squares(spots: tuple[str, ...]) -> tuple[str, ...]:
    """The spots that are squares of the arena; other spots are cards, tasks, decks and colors."""
    squares = tuple(spot.lower() for spot in spots if _LIKE_A_SQUARE.fullmatch(spot.lower()))
    for square in squares:
        if square not in board.PLACES:
            raise ValueError(f"the arena of Tash-Kalar has no square {square!r}")
    return squares


def _numbers(view: TashkalarView) -> dict[str, list[int]]:
    """By square: the badge numbers of the cards in hand that can be summoned there."""
    given, found = hands.numbers(view), dict[str, list[int]]()
    for summon in view.summons:
        if summon.card in given:
            for square in summon.squares:
                found.setdefault(square, []).append(given[summon.card])
    return found


def _ways(asked: Question) -> dict[str, list[int]]:
    """By square: the numbers of the ways that use it, without squares that all ways use."""
    found: dict[str, list[int]] = {}
    for number, code in enumerate(asked.codes, 1):
        for square in code.split("+"):
            found.setdefault(square, []).append(number)
    return {square: numbers for square, numbers in found.items() if len(numbers) < len(asked.codes)}


def _openings(view: TashkalarView, asked: Question) -> dict[str, tuple[str, ...]]:
    """By square: the colors that an opening piece may have there, in the order of the options."""
    found: dict[str, tuple[str, ...]] = {}
    hues = [one.hue for one in view.colours]
    for code in asked.codes:
        letter, _, square = code.partition("-")
        hue = hues[_LETTERS.index(letter)]
        found[square] = (*found.get(square, ()), hue)
        if len(hues) == len(_OPENINGS) and square in _OPENINGS:
            rest = _OPENINGS[square == _OPENINGS[0]]
            found[rest] = (*found.get(rest, ()), next(other for other in hues if other != hue))
    return found


def _pattern(view: TashkalarView, asked: Question | None) -> set[str]:
    """The squares of the pieces that the summons in question uses, or may use."""
    if asked is None or not asked.about:
        return set()
    if asked.prompt == _IMAGE:
        return {square for code in asked.codes for square in code.split("+")}
    card = asked.about[0]
    code = card.rpartition(".")[2].replace("_", "-")
    since = asked.picked[::-1].index(code) if code in asked.picked else 0
    for picked in asked.picked[len(asked.picked) - since :]:
        if "+" in picked:
            return {*picked.split("+")}
    uses = {
        square: used
        for one in view.summons
        if one.card == card
        for square, used in zip(one.squares, one.uses, strict=False)
    }
    if asked.prompt == _ON:
        return {square for used in uses.values() for square in used}
    return {*uses.get(asked.about[1], ())} if asked.prompt == _IMPROVISE else {*view.pattern}
