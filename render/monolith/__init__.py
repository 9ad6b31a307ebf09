"""The picture of Monolith Arena."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PIL import Image

from engine.core.text import Say
from engine.monolith.data.content import FACTIONS, KIND_OF, KINDS
from engine.monolith.view import MonolithView, TokenView
from render.image.canvas import Canvas, Ground
from render.image.sprites import Point, group
from render.image.sprites import words as lettering
from render.marks import TrailPoint, head, outline, pill, way
from render.monolith import board, emblem, layout, panels, parts, portrait
from render.monolith.fixed_palette import palette
from render.monolith.tokens import sprite
from render.palette import Theme
from render.picture import Marks
from render.renderer import Renderer

_FREE: Final = (66, 36)
"""Clearance around a free space's label: of marks and trails, and of arrows."""
_TOKEN: Final = (92, 88)
"""The same clearances around a tile's center."""
LABEL: Final = 86
"""Distance from a tile's center down to its coordinate."""
_ELSEWHERE: Final = {
    *KIND_OF,
    *(kind.code for kind in KINDS),
    *(token.replace("_", "-").replace(".", "-") for token in KIND_OF),
    *FACTIONS,
}


def _paint(view: MonolithView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    canvas = Canvas(_ground(theme))
    panels.put_banner(canvas, view, theme, say, marks.task)
    panels.put_seats(canvas, view, theme, say, bottom)
    _Scene(canvas, view, theme, marks).put()
    return canvas


@lru_cache(8)
def _ground(theme: Theme) -> Ground:
    image = Image.new("RGB", layout.SIZE, theme.background)
    board.paint(image, theme, layout.MIDDLE)
    return Ground(image, palette(theme))


class _Scene:
    """The board with its pieces and highlights."""

    def __init__(self, canvas: Canvas, view: MonolithView, theme: Theme, marks: Marks) -> None:
        self.canvas, self.view, self.theme = canvas, view, theme
        self.places = board.places(layout.MIDDLE)
        self.standing = {token.at: token for token in view.tokens}
        self.targets, self.chosen = self._fields(marks.targets), self._fields(marks.chosen)
        if marks.question:
            self.chosen += tuple(one for one in marks.question.about if one in self.standing)
        self.hits: tuple[str, ...] = ()
        if view.turning:
            tried = view.turning.now
            self.standing[tried.token.at] = tried.token
            self.chosen, self.hits = (*self.chosen, tried.token.at), tried.hits
        self.stones = {field for seat in view.seats if seat.monolith == "unfolded" for field in seat.segments}
        self.trail = [self._fields(path) for path in marks.trail]

    def _fields(self, spots: tuple[str, ...]) -> tuple[str, ...]:
        """The spots that are spaces of the board; other spots are tiles in hand and factions."""
        fields = tuple(spot.upper() for spot in spots if spot not in _ELSEWHERE)
        for field in fields:
            if field not in self.places:
                raise ValueError(f"the board of Monolith Arena has no field {field!r}")
        return fields

    def put(self) -> None:
        trails = [[self._stop(spot) for spot in path] for path in self.trail]
        self._put_stones()
        for path in self.trail:
            self._put_left_fields(path)
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, self._free_labels())
        for token in self.standing.values():
            self._put_token(token)
        for stops in trails:
            head(self.canvas, stops, self.theme.trail, self.theme.plate)
        self._put_free_marks()

    def _free_labels(self) -> list[Point]:
        return [place for field, place in self.places.items() if field not in self.standing]

    def _stop(self, spot: str) -> TrailPoint:
        if spot in self.standing:
            return TrailPoint(*self.places[spot], *_TOKEN, (board.PILL[0] / 2, LABEL + board.PILL[1] / 2))
        return TrailPoint(*self.places[spot], *_FREE)

    def _put_stones(self) -> None:
        """Draw the segments of monoliths, under their tiles."""
        for seat in self.view.seats:
            banner = next((t.at for t in self.view.tokens if t.kind == "banner" and t.owner == seat.seat), "")
            if seat.monolith == "folded" and banner:
                self.canvas.centre(board.stack(seat.seat, self.theme), *self.places[banner])
            if seat.monolith == "unfolded":
                for field in (banner, *seat.segments):
                    if field:
                        self._put_stone(seat.seat, field)

    def _put_stone(self, owner: int, field: str) -> None:
        x, y = self.places[field]
        free = field not in self.standing
        self.canvas.centre(board.stone(owner, free, self.theme), x, y)
        if free and field not in self.targets:
            self.canvas.centre(lettering(field, "SemiBold", 34, self.theme.label), x, y + board.LOW)

    def _put_left_fields(self, path: tuple[str, ...]) -> None:
        for spot in path:
            if spot not in self.standing:
                self.canvas.centre(outline("disc", _FREE[0], 6, self.theme.trail), *self.places[spot])

    def _put_token(self, token: TokenView) -> None:
        """Draw the tile with its coordinate, and its highlights around it."""
        theme, spot = self.theme, token.at
        ground, ink = theme.badge, theme.on_badge
        around = None
        if spot in self.targets:
            ground, ink = theme.target, theme.on_target
            around = board.ring(ground, 8)
        elif spot in self.chosen:
            ground, ink = theme.chosen, theme.on_chosen
            around = board.ring(ground, 8)
        elif spot in self.hits:
            ground, ink = theme.chosen, theme.on_chosen
            around = board.aim(ground)
        elif any(spot in path[-1:] for path in self.trail):
            around = board.ring(theme.trail, 7)
            if (spot,) in self.trail:
                ground, ink = theme.trail, theme.background
        points = self.view.hit_points[self.view.seats[token.owner].team] if token.kind == "banner" else 0
        pieces = [(sprite(token, points, theme), 0, 0), (pill(spot.lower(), board.PILL, ground, ink), 0, LABEL)]
        if around:
            pieces.insert(0, (around, 0, 0))
        self.canvas.centre(group(*pieces), *self.places[spot])

    def _put_free_marks(self) -> None:
        for spot in self.targets:
            if spot not in self.standing:
                low = board.LOW if spot in self.stones else 0
                self.canvas.centre(board.free_target(spot, low, self.theme), *self.places[spot])
        for spot in self.chosen:
            if spot not in self.standing:
                self.canvas.centre(outline("disc", _FREE[0], 8, self.theme.chosen), *self.places[spot])


RENDERER: Final = Renderer(
    MonolithView,
    lambda view: len(view.seats),
    _paint,
    portrait.paint,
    palette,
    parts.paint,
    parts.paint_panel,
    lambda _: layout.SPARE,
    emblem.paint,
)
