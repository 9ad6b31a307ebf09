"""The picture of Tash-Kalar."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say
from engine.tashkalar.view import PieceView, TashkalarView
from render.canvas import Canvas, Ground
from render.marks import TrailPoint, head, pill, plus, target, way
from render.marks import outline as ring
from render.palette import Theme
from render.picture import Marks
from render.png import fixed_palette
from render.renderer import Renderer
from render.sprites import Sprite, group
from render.tashkalar import banner, board, grids, hands, hues, layout, panels, portrait, tasks
from render.tashkalar.pieces import outline, piece, reach
from render.tashkalar.specimen import specimen

_FREE: Final = 40
"""Marks and trails go round the middle of a free square at this distance."""
_PIECE: Final = board.CELL - 6
_LABEL: Final = 35
"""How far below its piece's middle a coordinate stands."""
_CORNER: Final = 31
"""How far from the middle of a square the numbers of cards stand, to the side and up or down."""
_BADGES: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (0, 1), (-1, 0), (1, 0), (0, 0))
_LIKE_A_SQUARE: Final = re.compile(r"[a-z]\d+")


def _paint(view: TashkalarView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    above, below = layout.sides(view, bottom)
    plan = layout.plan(len(above), len(below), tasks=view.form == "high", rows=hands.rows(view))
    canvas = Canvas(_ground(theme, plan, view.red, view.green, view.central))
    banner.put_banner(canvas, view, theme, say)
    panels.put_panels(canvas, view, theme, say, bottom, plan)
    banner.put_corners(canvas, view, theme, say, plan.arena)
    tasks.put_tasks(canvas, view, theme, say, marks, plan)
    hands.put_hand(canvas, view, theme, say, marks, plan)
    _Scene(canvas, view, theme, marks, plan.arena).put()
    return canvas


@lru_cache(32)
def _ground(
    theme: Theme, plan: layout.Plan, red: tuple[str, ...], green: tuple[str, ...], central: tuple[str, ...]
) -> Ground:
    image = Image.new("RGB", (board.WIDTH, plan.height), theme.background)
    board.paint(image, theme, plan.arena, red, green, central)
    return Ground(image, _palette(theme))


@lru_cache(8)
def _palette(theme: Theme) -> Image.Image:
    extra = [*hues.colours(theme), board.deep(theme), *grids.marked(theme)]
    return fixed_palette(list(dict.fromkeys([*theme.colours(), *extra])), specimen(theme))


class _Scene:
    """What stands and happens in the arena."""

    def __init__(self, canvas: Canvas, view: TashkalarView, theme: Theme, marks: Marks, top: int) -> None:
        self.canvas, self.view, self.theme = canvas, view, theme
        self.places = board.places(top)
        self.standing = {one.at: one for one in view.pieces}
        self.targets, self.chosen = self._squares(marks.targets), self._squares(marks.chosen)
        self.trail = [path for path in map(self._squares, marks.trail) if path]
        self.numbers = self._numbers()

    def _squares(self, spots: tuple[str, ...]) -> tuple[str, ...]:
        """Those of the spots that lie in the arena; cards, tasks, decks and colours lie elsewhere."""
        squares = tuple(spot.lower() for spot in spots if _LIKE_A_SQUARE.fullmatch(spot.lower()))
        for square in squares:
            if square not in self.places:
                raise ValueError(f"the arena of Tash-Kalar has no square {square!r}")
        return squares

    def _numbers(self) -> dict[str, list[int]]:
        """By square: the numbers of the cards in hand that can be summoned there."""
        given, found = hands.numbers(self.view), dict[str, list[int]]()
        for summon in self.view.summons:
            if summon.card in given:
                for square in summon.squares:
                    found.setdefault(square, []).append(given[summon.card])
        return found

    def put(self) -> None:
        trails = [[self._stop(spot) for spot in path] for path in self.trail]
        for path in self.trail:
            self._put_left_squares(path)
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, ())
        for one in self.view.pieces:
            self._put_piece(one)
        for stops in trails:
            head(self.canvas, stops, self.theme.trail, self.theme.plate)
        self._put_free_squares()

    def _stop(self, spot: str) -> TrailPoint:
        found = self.standing.get(spot)
        return TrailPoint(*self.places[spot], _PIECE / 2 * reach(found.rank) + 6 if found else 24)

    def _put_left_squares(self, path: tuple[str, ...]) -> None:
        for spot in path:
            if spot not in self.standing:
                self.canvas.centre(ring("disc", 24, 6, self.theme.trail), *self.places[spot])

    def _put_piece(self, one: PieceView) -> None:
        """The piece, around it what is pointed out, over it the numbers of cards."""
        theme, spot = self.theme, one.at
        parts: list[tuple[Sprite, int, int]] = [
            (piece(one.rank, self.view.colours[one.colour].hue, _PIECE, theme), 0, 0)
        ]
        label = None
        if spot in self.targets:
            parts.insert(0, (outline(one.rank, _PIECE, 8, theme.target), 0, 0))
            label = pill(spot, theme.target, theme.on_target)
        elif spot in self.chosen:
            parts.insert(0, (outline(one.rank, _PIECE, 8, theme.chosen), 0, 0))
            label = pill(spot, theme.chosen, theme.on_chosen)
        elif any(spot in path[-1:] for path in self.trail):
            parts.insert(0, (outline(one.rank, _PIECE, 6, theme.trail), 0, 0))
        if label:
            parts.append((label, 0, _LABEL))
        if (spot,) in self.trail:
            parts.append((plus(theme.trail, theme.background), -_CORNER, -_CORNER))
        self.canvas.centre(group(*parts, *self._badges(spot)), *self.places[spot])

    def _badges(self, spot: str) -> list[tuple[Sprite, int, int]]:
        return [
            (hands.badge(number, self.theme), dx * _CORNER, dy * _CORNER)
            for number, (dx, dy) in zip(self.numbers.get(spot, ()), _BADGES, strict=False)
        ]

    def _put_free_squares(self) -> None:
        for spot, (x, y) in self.places.items():
            if spot in self.standing:
                continue
            parts: list[tuple[Sprite, int, int]] = []
            if spot in self.targets:
                parts.append((target(spot, _FREE - 2, self.theme), 0, 0))
            if spot in self.chosen:
                parts.append((ring("disc", _FREE + 2, 8, self.theme.chosen), 0, 0))
            parts += self._badges(spot)
            if parts:
                self.canvas.centre(group(*parts), x, y)


RENDERER: Final = Renderer(TashkalarView, lambda view: len(view.seats), _paint, portrait.paint, _palette)
