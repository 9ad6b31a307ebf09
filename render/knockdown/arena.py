"""The arena with fighters and highlights."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.knockdown.view import KnockdownView, SeatView
from render.image.canvas import Canvas
from render.image.sprites import Sketch, Sprite, group
from render.knockdown import board, layout
from render.knockdown.figures import RADIUS, around, figure
from render.marks import TrailPoint, head, outline, way
from render.palette import Colour, Theme
from render.picture import Marks

_FREE: Final = 44
"""Clearance of marks and trails around the center of a free space."""
_LABEL: Final = 35
"""Distance from a fighter's center down to its coordinate."""
_PILL: Final = (54, 32)
"""Width and height of a fighter's coordinate."""


class Arena:
    """The arena with its highlights."""

    def __init__(self, canvas: Canvas, view: KnockdownView, theme: Theme, marks: Marks) -> None:
        self.canvas, self.view, self.theme = canvas, view, theme
        self.places = board.places(layout.ARENA)
        self.standing = {seat.at: seat for seat in view.seats if seat.fighter}
        self.targets, self.chosen = self._spaces(marks.targets), self._spaces(marks.chosen)
        self.trail = [path for path in map(self._spaces, marks.trail) if path]

    def _spaces(self, spots: tuple[str, ...]) -> tuple[str, ...]:
        """The spots that are spaces of the arena; other spots are highlighted elsewhere."""
        return tuple(spot.lower() for spot in spots if spot.lower() in self.places)

    def put(self) -> None:
        self._put_night()
        trails = [[self._stop(spot) for spot in path] for path in self.trail]
        for path in self.trail:
            for spot in path:
                if spot not in self.standing:
                    self.canvas.centre(outline("disc", _FREE, 6, self.theme.trail), *self.places[spot])
        free = [place for spot, place in self.places.items() if spot not in self.standing]
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, free)
        for seat in self.standing.values():
            self._put_fighter(seat)
        for stops in trails:
            head(self.canvas, stops, self.theme.trail, self.theme.plate)
        self._put_free_marks()

    def _put_night(self) -> None:
        """Draw the dark columns and the candles at their inner edges."""
        middle = (board.COLUMNS + 1) // 2
        left = tuple(column for column in self.view.dark if column < middle)
        right = tuple(column for column in self.view.dark if column > middle)
        for columns, inner in ((left, -1), (right, 0)):
            if columns:
                self.canvas.put(board.night(columns, self.theme), *board.night_at(columns, layout.ARENA))
                self.canvas.centre(board.candle(self.theme), *board.candle_at(columns[inner], layout.ARENA))

    def _stop(self, spot: str) -> TrailPoint:
        if spot in self.standing:
            return TrailPoint(*self.places[spot], RADIUS + 6, RADIUS + 2, (_PILL[0] / 2, _LABEL + _PILL[1] / 2))
        return TrailPoint(*self.places[spot], _FREE, _FREE - 16)

    def _put_fighter(self, seat: SeatView) -> None:
        """Draw the fighter with its coordinate, and its highlights around it."""
        theme, spot = self.theme, seat.at
        ground, ink = theme.badge, theme.on_badge
        parts: list[tuple[Sprite, int, int]] = [(figure(seat.fighter, seat.seat, theme), 0, 0)]
        if spot in self.targets:
            ground, ink = theme.target, theme.on_target
            parts.insert(0, (around(seat.seat, 7, ground), 0, 0))
        elif spot in self.chosen:
            ground, ink = theme.chosen, theme.on_chosen
            parts.insert(0, (around(seat.seat, 7, ground), 0, 0))
        elif any(spot in path[-1:] for path in self.trail):
            parts.insert(0, (around(seat.seat, 6, theme.trail), 0, 0))
        parts.append((_pill(spot, ground, ink), 0, _LABEL))
        self.canvas.centre(group(*parts), *self.places[spot])

    def _put_free_marks(self) -> None:
        """Draw rings around free spaces, which stay visible inside."""
        for spot in dict.fromkeys(self.targets):
            if spot not in self.standing:
                self.canvas.centre(outline("disc", _FREE, 7, self.theme.target), *self.places[spot])
        for spot in dict.fromkeys(self.chosen):
            if spot not in self.standing:
                self.canvas.centre(outline("square", _FREE + 8, 8, self.theme.chosen), *self.places[spot])


@lru_cache(64)
def _pill(label: str, ground: Colour, ink: Colour) -> Sprite:
    """The coordinate label at a fighter's foot."""
    width, height = _PILL
    sketch = Sketch(width, height)
    sketch.box(0, 0, width, height, height / 2, ground)
    sketch.words(label, "Bold", layout.SMALL, width / 2, height / 2, ink)
    return sketch.sprite()
