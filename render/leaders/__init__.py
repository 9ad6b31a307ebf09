"""The picture of Leaders."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace
from PIL import Image

from engine.core.text import Say
from engine.leaders.view import Figure, LeadersView
from render.image.canvas import Canvas, Ground
from render.image.sprites import Sprite
from render.leaders import board, emblem, panels, parts, portrait, words
from render.leaders.figures import SHAPES, State, badge_reach, radius, token
from render.leaders.palette_sample import palette
from render.leaders.spots import FREE, PILL, alarm, crown_target, moved, points, target
from render.marks import TrailPoint, head, outline, pill, plus, way
from render.palette import Theme
from render.picture import Marks
from render.renderer import Renderer

_MOVES: Final = frozenset(("leaders.how", "leaders.where", "leaders.target", "leaders.where-to", "leaders.nemesis"))
"""Questions about a character on the board: who acts, how, on whom."""
_OWN: Final = frozenset(("treat",))
"""Abilities used on an own character that ask a question after it."""
_LABEL: Final = 28
"""Clearance of arrows around the center of a free space, so that its coordinate stays legible."""
_ASIDE: Final = 45
"""Sideways offset of an arrow between two figures of a column without room between them."""
_BETWEEN: Final = 38
"""Clearance of that arrow at the figures' centers."""


def _paint(view: LeadersView, theme: Theme, marks: Marks, say: Say, bottom: int) -> Canvas:
    canvas = Canvas(_ground(theme, bottom))
    panels.put_banner(canvas, view, theme, say, marks.task)
    panels.put_teams(canvas, view, theme, say, bottom)
    _Scene(canvas, view, theme, marks, bottom).put()
    return canvas


@lru_cache(16)
def _ground(theme: Theme, bottom: int) -> Ground:
    image = Image.new("RGB", (board.WIDTH, board.HEIGHT), theme.background)
    board.paint(image, theme, bottom)
    panels.paint(image, theme)
    return Ground(image, palette(theme))


class _Scene:
    """The board with its pieces and highlights."""

    def __init__(self, canvas: Canvas, view: LeadersView, theme: Theme, marks: Marks, bottom: int) -> None:
        self.canvas, self.view, self.theme, self.marks, self.bottom = canvas, view, theme, marks, bottom
        self.standing = {figure.at: figure for figure in view.figures}
        acting, pushed = self._in_question()
        self.chosen = {*marks.chosen, *acting, *pushed}
        self.moved = pushed

    def put(self) -> None:
        trails = [[self._stop(spot) for spot in path] for path in self.marks.trail]
        for path in self.marks.trail:
            self._put_left_spaces(path)
        for stops in trails:
            way(self.canvas, stops, self.theme.trail, board.places(self.bottom).values())
        for figure in self.view.figures:
            self._put_ring(figure)
        for figure in self.view.figures:
            self._put_figure(figure)
        for figure in self.view.figures:
            self._put_badges(figure)
        for stops in trails:
            head(self.canvas, self._last_leg(stops), self.theme.trail, self.theme.plate)
        for figure in self.view.figures:
            self._put_coordinate(figure)
        self._put_free_marks()

    def _in_question(self) -> tuple[set[str], set[str]]:
        """The spaces of the acting character and of the character that it moves."""
        asked = self.marks.question
        if asked is None or asked.prompt not in _MOVES:
            return set(), set()
        who, way, whom, *_ = (*asked.about, "", "", "")
        mover = self.view.to_move[0] if self.view.to_move else self.view.turn
        return self._places(who, mover), self._places(whom, mover if way in _OWN else 1 - mover)

    def _places(self, character: str, side: int) -> set[str]:
        return {figure.at for figure in self.view.figures if (figure.id, figure.side) == (character, side)}

    def _stop(self, spot: str) -> TrailPoint:
        x, y = board.place(spot, self.bottom)
        figure = self.standing.get(spot)
        if figure:
            r = radius(figure.id)
            return TrailPoint(x, y, r + 11, r - 2, (PILL[0] / 2, r + 11))
        return TrailPoint(x, y, FREE, _LABEL + board.label_drop(spot) // 2)

    def _last_leg(self, stops: list[TrailPoint]) -> list[TrailPoint]:
        """The stops of a path's last leg, moved aside where an arrow would cover the coordinate at a figure's foot."""
        if len(stops) < 2 or stops[-2].x != stops[-1].x:
            return stops[-2:]
        start, end = stops[-2:]
        down = board.SPACING if start.y < end.y else -board.SPACING
        figures = {board.place(spot, self.bottom): figure for spot, figure in self.standing.items()}
        passed = figures.get((end.x, end.y - down))
        if passed is None:
            return [start, end]
        lower = figures.get((end.x, end.y)) if down > 0 else passed
        aside = -_ASIDE if lower and self._warning(lower) else _ASIDE
        return [replace(stop, x=stop.x + aside, near=_BETWEEN, label=(0, 0)) for stop in (start, end)]

    def _put_left_spaces(self, path: tuple[str, ...]) -> None:
        for spot in path:
            if spot not in self.standing:
                ring = outline("disc", FREE, 5, self.theme.trail)
                self.canvas.centre(ring, *board.place(spot, self.bottom))

    def _put_ring(self, figure: Figure) -> None:
        """Draw the ring around a figure that can be chosen, was chosen or has moved."""
        theme, spot = self.theme, figure.at
        r, shape = radius(figure.id), SHAPES[figure.side]
        if spot in self.marks.targets and spot in self.marks.special:
            ring = points(r + 6, theme.target)
        elif spot in self.marks.targets:
            ring = outline(shape, r + 11, 9, theme.target)
        elif spot in self.chosen:
            ring = outline(shape, r + 11, 9, theme.chosen)
        elif any(spot in path[-1:] for path in self.marks.trail):
            ring = outline(shape, r + 10, 6, theme.trail)
        else:
            return
        self.canvas.centre(ring, *board.place(spot, self.bottom))

    def _put_figure(self, figure: Figure) -> None:
        made = token(figure.id, figure.side, self._state(figure), self.theme)
        self.canvas.centre(made, *board.place(figure.at, self.bottom))

    def _put_coordinate(self, figure: Figure) -> None:
        """Draw the coordinate at a figure's foot, over arrows."""
        theme, spot = self.theme, figure.at
        x, y = board.place(spot, self.bottom)
        ground, ink = theme.badge, theme.on_badge
        if spot in self.marks.targets:
            ground, ink = theme.target, theme.on_target
        elif spot in self.chosen:
            ground, ink = theme.chosen, theme.on_chosen
        self.canvas.centre(pill(spot.lower(), PILL, ground, ink), x, y + radius(figure.id) - 6)

    def _put_badges(self, figure: Figure) -> None:
        """Draw a figure's badges: just entered, moved by another, Leader in danger."""
        canvas, theme, reach = self.canvas, self.theme, badge_reach(figure.id)
        x, y = board.place(figure.at, self.bottom)
        if (figure.at,) in self.marks.trail:
            canvas.centre(plus(theme.trail, theme.background), x - reach, y - reach)
        warning = self._warning(figure)
        if warning:
            canvas.centre(warning, x + reach, y - reach)

    def _warning(self, figure: Figure) -> Sprite | None:
        if figure.at in self.moved:
            return moved(self.theme)
        return alarm(self.theme) if figure.id == "leader" and figure.side in self.view.in_danger else None

    def _state(self, figure: Figure) -> State:
        view = self.view
        if view.phase == "over":
            lost = view.reason in ("captured", "surrounded") and figure.side not in view.winners
            return "fallen" if lost and figure.id == "leader" else "ready"
        return "spent" if figure.acted and figure.side == view.turn else "ready"

    def _put_free_marks(self) -> None:
        theme = self.theme
        elsewhere = self.standing.keys() | words.CARDS.keys()
        for spot in self.marks.targets:
            if spot not in elsewhere:
                special = spot in self.marks.special
                crown = spot in board.CROWNS
                mark = crown_target(theme, special=special) if crown else target(spot, theme, special=special)
                self.canvas.centre(mark, *board.place(spot, self.bottom))
        for spot in self.chosen:
            if spot not in elsewhere:
                ring = outline("disc", FREE + 5, 8, self.theme.chosen)
                self.canvas.centre(ring, *board.place(spot, self.bottom))


RENDERER: Final = Renderer(
    LeadersView,
    lambda _: 2,
    _paint,
    portrait.paint,
    palette,
    parts.paint,
    parts.paint_panel,
    lambda _: panels.SPARE,
    emblem.paint,
)
